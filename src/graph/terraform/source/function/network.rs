//! Functions on address ranges.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::value::Node;

use super::super::error::{Outcome, invalid};
use super::{known_number, known_text};

/// An address range, its address left-aligned in 128 bits.
#[derive(Clone, Copy)]
struct Range {
    bits: u128,
    prefix: u32,
    is_v4: bool,
}

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    if !name.starts_with("cidr") {
        return Ok(None);
    }
    let Some((first, rest)) = arguments.split_first() else {
        return Ok(None);
    };
    if name == "cidrcontains" {
        return contains(first, rest);
    }
    if rest
        .iter()
        .filter_map(known_number)
        .any(|number| !number.is_whole())
    {
        return Err(invalid("a whole number is needed"));
    }
    let number = |node: &Node| {
        let number = known_number(node)?;
        let value = number.integer().to_i128()?;
        Some(if number.is_negative() { -value } else { value })
    };
    let numbers: Option<Vec<i128>> = rest.iter().map(number).collect();
    let (Some(text), Some(numbers)) = (known_text(first), numbers) else {
        return Ok(None);
    };
    let range =
        Range::parse(&text).ok_or_else(|| invalid(format!("`{text}` is no address range")))?;
    let result = match (name, numbers.as_slice()) {
        // What it makes of a negative number has nothing to do with the range.
        ("cidrsubnet", [_, number]) if *number < 0 => return Ok(None),
        ("cidrsubnet", [bits, number]) => range.subnet(*bits, *number).map(Range::into_node),
        ("cidrsubnets", bits) => range.subnets(bits).map(Node::List),
        ("cidrhost", [number]) => range
            .host(*number)
            .map(|address| Node::text(address.to_string())),
        ("cidrnetmask", []) if range.is_v4 => Some(Node::text(range.mask().to_string())),
        ("cidrnetmask", []) => None,
        _ => return Ok(None),
    };
    result
        .map(Some)
        .ok_or_else(|| invalid(format!("`{text}` has no such part")))
}

impl Range {
    fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = text.split_once('/')?;
        let prefix: u32 = prefix.parse().ok()?;
        let (bits, is_v4) = match address_of(address)? {
            IpAddr::V4(address) => (u128::from(u32::from(address)) << 96, true),
            IpAddr::V6(address) => (u128::from(address), false),
        };
        let range = Self {
            bits,
            prefix,
            is_v4,
        };
        (prefix <= range.width()).then(|| Self {
            bits: bits & high_bits(prefix),
            ..range
        })
    }

    fn width(&self) -> u32 {
        if self.is_v4 { 32 } else { 128 }
    }

    fn address(&self) -> IpAddr {
        if self.is_v4 {
            IpAddr::V4(Ipv4Addr::from(u32::try_from(self.bits >> 96).unwrap_or(0)))
        } else {
            IpAddr::V6(Ipv6Addr::from(self.bits))
        }
    }

    fn into_node(self) -> Node {
        Node::text(format!("{}/{}", self.address(), self.prefix))
    }

    fn mask(&self) -> IpAddr {
        Self {
            bits: high_bits(self.prefix),
            ..*self
        }
        .address()
    }

    fn subnet(&self, bits: i128, number: i128) -> Option<Self> {
        let prefix = self
            .prefix
            .checked_add(u32::try_from(bits).ok()?)
            .filter(|prefix| *prefix <= self.width())?;
        let count = 1_u128.checked_shl(prefix - self.prefix);
        let number = u128::try_from(number)
            .ok()
            .filter(|number| count.is_none_or(|count| *number < count))?;
        let offset = if prefix == 0 {
            0
        } else {
            number.checked_shl(128 - prefix)?
        };
        Some(Self {
            bits: self.bits | offset,
            prefix,
            is_v4: self.is_v4,
        })
    }

    fn subnets(&self, bits: &[i128]) -> Option<Vec<Node>> {
        let mut next = self.bits;
        let mut found = Vec::new();
        for bits in bits {
            let prefix = self
                .prefix
                .checked_add(u32::try_from(*bits).ok()?)
                .filter(|prefix| *prefix <= self.width())?;
            let size = 1_u128
                .checked_shl(128_u32.checked_sub(prefix)?)
                .unwrap_or(0);
            let start = if size == 0 {
                next
            } else {
                next.checked_next_multiple_of(size)?
            };
            if start & high_bits(self.prefix) != self.bits {
                return None;
            }
            found.push(
                Self {
                    bits: start,
                    prefix,
                    is_v4: self.is_v4,
                }
                .into_node(),
            );
            next = start.checked_add(size)?;
        }
        Some(found)
    }

    fn host(&self, number: i128) -> Option<IpAddr> {
        let free = self.width() - self.prefix;
        let count = 1_i128
            .checked_shl(free)
            .filter(|count| *count > 0)
            .unwrap_or(i128::MAX);
        let number = if number < 0 {
            count.checked_add(number)?
        } else {
            number
        };
        let number = u128::try_from(number).ok().filter(|_| number < count)?;
        let offset = number.checked_shl(128 - self.width())?;
        Some(
            Self {
                bits: self.bits | offset,
                ..*self
            }
            .address(),
        )
    }
}

/// An address; zeros that lead a number are left out, as Terraform does.
fn address_of(text: &str) -> Option<IpAddr> {
    if text.contains(':') {
        return text.parse().ok();
    }
    let digits = text
        .split('.')
        .map(|part| match part.trim_start_matches('0') {
            "" if !part.is_empty() => "0",
            digits => digits,
        });
    digits.collect::<Vec<_>>().join(".").parse().ok()
}

/// Whether a range holds an address, or all of another range.
fn contains(first: &Node, rest: &[Node]) -> Outcome<Option<Node>> {
    let (Some(range), Some(inner)) = (known_text(first), rest.first().and_then(known_text)) else {
        return Ok(None);
    };
    let refused = |text: &str| invalid(format!("`{text}` is no address range"));
    let outer = Range::parse(&range).ok_or_else(|| refused(&range))?;
    let whole = match address_of(&inner) {
        Some(IpAddr::V4(_)) => format!("{inner}/32"),
        Some(IpAddr::V6(_)) => format!("{inner}/128"),
        None => inner.to_string(),
    };
    let inner = Range::parse(&whole).ok_or_else(|| refused(&inner))?;
    if inner.is_v4 != outer.is_v4 {
        return Err(invalid("addresses of two families"));
    }
    let holds = inner.prefix >= outer.prefix && inner.bits & high_bits(outer.prefix) == outer.bits;
    Ok(Some(Node::Bool(holds)))
}

fn high_bits(count: u32) -> u128 {
    if count == 0 {
        0
    } else {
        u128::MAX << (128 - count.min(128))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply_to(name: &str, text: &str, numbers: &[i64]) -> String {
        let mut arguments = vec![Node::text(text)];
        arguments.extend(numbers.iter().map(|number| Node::from(*number)));
        super::apply(name, &arguments)
            .ok()
            .flatten()
            .map_or("none".to_owned(), |node| node.identity())
    }

    #[test]
    fn subnets_are_those_of_the_documentation() {
        assert_eq!(
            apply_to("cidrsubnet", "172.16.0.0/12", &[4, 2]),
            "\"172.18.0.0/16\""
        );
        assert_eq!(
            apply_to("cidrsubnet", "fd00:fd12:3456:7890::/56", &[16, 162]),
            "\"fd00:fd12:3456:7800:a200::/72\""
        );
        assert_eq!(
            apply_to("cidrhost", "10.12.112.0/20", &[16]),
            "\"10.12.112.16\""
        );
        assert_eq!(
            apply_to("cidrhost", "10.12.112.0/20", &[-1]),
            "\"10.12.127.255\""
        );
        assert_eq!(
            apply_to("cidrnetmask", "172.16.0.0/12", &[]),
            "\"255.240.0.0\""
        );
        assert_eq!(
            apply_to("cidrsubnets", "10.1.0.0/16", &[4, 4, 8, 4]),
            "[\"10.1.0.0/20\", \"10.1.16.0/20\", \"10.1.32.0/24\", \"10.1.48.0/20\"]"
        );
        assert_eq!(apply_to("cidrsubnet", "10.0.0.0/8", &[2, 4]), "none");
    }
}
