//! Network builtins the engine lacks or leaves unbounded.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use regorus::Value;

use super::{BuiltinError, LARGEST_LIST};

/// A block of addresses; IPv4 and IPv6 never contain each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    v6: bool,
    first: u128,
    prefix: u32,
}

impl Block {
    const fn width(v6: bool) -> u32 {
        if v6 { 128 } else { 32 }
    }

    fn new(address: IpAddr, prefix: u32) -> Option<Self> {
        let (v6, bits) = match address {
            IpAddr::V4(address) => (false, u128::from(u32::from(address))),
            IpAddr::V6(address) => (true, u128::from(address)),
        };
        if prefix > Self::width(v6) {
            return None;
        }
        let size = Self {
            v6,
            first: 0,
            prefix,
        }
        .last();
        Some(Self {
            v6,
            first: bits & !size,
            prefix,
        })
    }

    /// Reads `address/prefix`, or an address alone as the block of one.
    fn parse(text: &str) -> Option<Self> {
        if let Some((address, prefix)) = text.split_once('/') {
            return Self::new(address.parse().ok()?, prefix.parse().ok()?);
        }
        let address: IpAddr = text.parse().ok()?;
        Self::new(address, Self::width(address.is_ipv6()))
    }

    /// The last address.
    fn last(self) -> u128 {
        let host_bits = Self::width(self.v6) - self.prefix;
        let size = if host_bits == 128 {
            u128::MAX
        } else {
            (1_u128 << host_bits) - 1
        };
        self.first | size
    }

    fn contains(self, other: Self) -> bool {
        self.v6 == other.v6 && self.first <= other.first && other.last() <= self.last()
    }

    fn intersects(self, other: Self) -> bool {
        self.v6 == other.v6 && self.first <= other.last() && other.first <= self.last()
    }

    fn address(v6: bool, bits: u128) -> IpAddr {
        if v6 {
            IpAddr::V6(Ipv6Addr::from(bits))
        } else {
            IpAddr::V4(Ipv4Addr::from(u32::try_from(bits).unwrap_or(u32::MAX)))
        }
    }
}

impl std::fmt::Display for Block {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{}/{}",
            Self::address(self.v6, self.first),
            self.prefix
        )
    }
}

fn block(name: &str, place: usize, value: &Value) -> Result<Block, BuiltinError> {
    let parsed = match value {
        Value::String(text) if text.contains('/') => Block::parse(text),
        _ => None,
    };
    parsed.ok_or_else(|| BuiltinError::operand(name, place, "a CIDR block", value))
}

/// `net.cidr_intersects(left, right)`.
pub(super) fn cidr_intersects(args: &[Value]) -> Result<Value, BuiltinError> {
    const NAME: &str = "net.cidr_intersects";
    let [left, right] = args else {
        return Err(BuiltinError::arguments(NAME));
    };
    Ok(Value::Bool(
        block(NAME, 1, left)?.intersects(block(NAME, 2, right)?),
    ))
}

/// `net.cidr_expand(cidr)`: every address of the block.
pub(super) fn cidr_expand(args: &[Value]) -> Result<Value, BuiltinError> {
    const NAME: &str = "net.cidr_expand";
    let [cidr] = args else {
        return Err(BuiltinError::arguments(NAME));
    };
    let block = block(NAME, 1, cidr)?;
    let count = usize::try_from(block.last() - block.first).unwrap_or(usize::MAX);
    if count >= LARGEST_LIST {
        return Err(BuiltinError::too_large(NAME));
    }
    let addresses =
        (block.first..=block.last()).map(|bits| Block::address(block.v6, bits).to_string());
    Ok(Value::from(
        addresses.map(Value::from).collect::<BTreeSet<Value>>(),
    ))
}

/// `net.cidr_merge(addresses)`: the smallest set of blocks that covers the same addresses.
pub(super) fn cidr_merge(args: &[Value]) -> Result<Value, BuiltinError> {
    const NAME: &str = "net.cidr_merge";
    let [given] = args else {
        return Err(BuiltinError::arguments(NAME));
    };
    let items: Vec<&Value> = match given {
        Value::Array(items) => items.iter().collect(),
        Value::Set(items) => items.iter_sorted().collect(),
        other => return Err(BuiltinError::operand(NAME, 1, "a list or set", other)),
    };
    let mut ranges = Vec::new();
    for item in items {
        let parsed = item.as_string().ok().and_then(|text| Block::parse(text));
        let block = parsed
            .ok_or_else(|| BuiltinError::operand(NAME, 1, "addresses and CIDR blocks", item))?;
        ranges.push((block.v6, block.first, block.last()));
    }
    ranges.sort_unstable();
    let mut merged: Vec<(bool, u128, u128)> = Vec::new();
    for (v6, first, last) in ranges {
        match merged.last_mut() {
            Some((same, _, end)) if *same == v6 && first <= end.saturating_add(1) => {
                *end = (*end).max(last);
            }
            _ => merged.push((v6, first, last)),
        }
    }
    let blocks = merged
        .into_iter()
        .flat_map(|(v6, first, last)| blocks_of(v6, first, last));
    Ok(Value::from(
        blocks
            .map(|block| Value::from(block.to_string()))
            .collect::<BTreeSet<Value>>(),
    ))
}

/// The aligned blocks that make up a range of addresses.
fn blocks_of(v6: bool, mut first: u128, last: u128) -> Vec<Block> {
    let width = Block::width(v6);
    let mut blocks = Vec::new();
    loop {
        let alignment = if first == 0 {
            width
        } else {
            first.trailing_zeros().min(width)
        };
        let prefix = (width - alignment..=width).find(|prefix| {
            Block {
                v6,
                first,
                prefix: *prefix,
            }
            .last()
                <= last
        });
        let Some(prefix) = prefix else { return blocks };
        let block = Block { v6, first, prefix };
        blocks.push(block);
        match block.last().checked_add(1) {
            Some(next) if next <= last => first = next,
            _ => return blocks,
        }
    }
}

/// `net.cidr_contains_matches(blocks, blocks_or_addresses)`: pairs of keys of which the first contains the second.
pub(super) fn cidr_contains_matches(args: &[Value]) -> Result<Value, BuiltinError> {
    const NAME: &str = "net.cidr_contains_matches";
    let [outer, inner] = args else {
        return Err(BuiltinError::arguments(NAME));
    };
    let outer = keyed(NAME, 1, outer)?;
    let inner = keyed(NAME, 2, inner)?;
    if outer.len().saturating_mul(inner.len()) > LARGEST_LIST {
        return Err(BuiltinError::too_large(NAME));
    }
    let mut matches = BTreeSet::new();
    for (outer_key, outer_block) in &outer {
        for (inner_key, inner_block) in &inner {
            if outer_block.contains(*inner_block) {
                matches.insert(Value::from(vec![outer_key.clone(), inner_key.clone()]));
            }
        }
    }
    Ok(Value::from(matches))
}

/// Blocks by the key a match reports: the text itself, the element of a set, or the index or key of a collection.
fn keyed(name: &str, place: usize, value: &Value) -> Result<BTreeMap<Value, Block>, BuiltinError> {
    let read = |item: &Value| {
        // The first element of a list names the block; what follows is the user's.
        let text = match item {
            Value::Array(items) => items.get(0),
            other => Some(other),
        };
        text.and_then(|text| text.as_string().ok())
            .and_then(|text| Block::parse(text))
            .ok_or_else(|| BuiltinError::operand(name, place, "CIDR blocks or addresses", item))
    };
    match value {
        Value::String(_) => Ok(BTreeMap::from([(value.clone(), read(value)?)])),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| Ok((Value::from(index), read(item)?)))
            .collect(),
        Value::Set(items) => items
            .iter_sorted()
            .map(|item| Ok((item.clone(), read(item)?)))
            .collect(),
        Value::Object(members) => members
            .iter_sorted()
            .map(|(key, item)| Ok((key.clone(), read(item)?)))
            .collect(),
        other => Err(BuiltinError::operand(
            name,
            place,
            "CIDR blocks or addresses",
            other,
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(json: &str) -> Value {
        Value::from_json_str(json).expect("valid")
    }

    fn text(result: Result<Value, BuiltinError>) -> String {
        result.expect("answered").to_string()
    }

    #[test]
    fn blocks_intersect_when_one_contains_the_other() {
        let intersects =
            |left: &str, right: &str| cidr_intersects(&[Value::from(left), Value::from(right)]);
        assert_eq!(text(intersects("10.0.0.0/8", "10.1.0.0/16")), "true");
        assert_eq!(text(intersects("10.0.0.0/8", "11.0.0.0/16")), "false");
        assert_eq!(text(intersects("0.0.0.0/0", "::/0")), "false");
        assert!(intersects("10.0.0.0/33", "10.0.0.0/8").is_err());
    }

    #[test]
    fn neighbouring_blocks_merge() {
        let merged = cidr_merge(&[value(
            r#"["192.0.128.0/24", "192.0.129.0/24", "10.0.0.1", "192.0.128.7/32"]"#,
        )]);
        assert_eq!(text(merged), r#"["10.0.0.1/32","192.0.128.0/23"]"#);
        assert_eq!(
            text(cidr_merge(&[value(
                r#"["0.0.0.0/1", "128.0.0.0/1", "::/1", "8000::/1"]"#
            )])),
            r#"["0.0.0.0/0","::/0"]"#
        );
    }

    #[test]
    fn contained_blocks_are_reported_by_their_keys() {
        let matches = cidr_contains_matches(&[
            value(r#"["1.1.1.0/24", "2.2.2.0/24"]"#),
            value(r#"{"x": "2.2.2.7"}"#),
        ]);
        assert_eq!(text(matches), r#"[[1,"x"]]"#);
        let matches = cidr_contains_matches(&[Value::from("1.1.1.0/24"), Value::from("1.1.1.128")]);
        assert_eq!(text(matches), r#"[["1.1.1.0/24","1.1.1.128"]]"#);
    }

    #[test]
    fn the_whole_internet_is_not_expanded() {
        assert!(cidr_expand(&[Value::from("0.0.0.0/0")]).is_err());
        assert_eq!(
            text(cidr_expand(&[Value::from("10.0.0.0/31")])),
            r#"["10.0.0.0","10.0.0.1"]"#
        );
    }
}
