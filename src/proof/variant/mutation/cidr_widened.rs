//! A range of addresses covers more: a shorter prefix, and all addresses.

use std::net::IpAddr;

use crate::value::Node;

use super::super::Variant;
use super::{Operator, Reach, Subject};

/// Bits by which a prefix is shortened.
const BITS: u8 = 8;

/// Widens ranges of IP addresses.
pub struct CidrWidened;

impl Operator for CidrWidened {
    fn name(&self) -> &'static str {
        "cidr-widened"
    }

    fn about(&self) -> &'static str {
        "a range of addresses gets a shorter prefix, or covers all"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let mut variants = Vec::new();
        for site in &subject.sites {
            for wider in site.node.as_text().map(wider).unwrap_or_default() {
                variants.push(subject.replaced(self.name(), site, &Node::text(wider)));
            }
        }
        variants
    }
}

/// The wider ranges of one.
fn wider(text: &str) -> Vec<String> {
    let Some((address, length)) = text.split_once('/') else {
        return Vec::new();
    };
    let (Ok(address), Ok(length)) = (address.parse::<IpAddr>(), length.parse::<u8>()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if length > BITS {
        let shorter = length - BITS;
        let masked = match address {
            IpAddr::V4(one) => u32::MAX
                .checked_shl(u32::from(32_u8.saturating_sub(shorter)))
                .map(|mask| IpAddr::from((u32::from(one) & mask).to_be_bytes())),
            IpAddr::V6(one) => u128::MAX
                .checked_shl(u32::from(128_u8.saturating_sub(shorter)))
                .map(|mask| IpAddr::from((u128::from(one) & mask).to_be_bytes())),
        };
        found.extend(masked.map(|masked| format!("{masked}/{shorter}")));
    }
    if length > 0 {
        let all = if address.is_ipv4() {
            "0.0.0.0/0"
        } else {
            "::/0"
        };
        found.push(all.to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::wider;

    #[test]
    fn a_shorter_prefix_keeps_no_bit_beyond_it() {
        assert_eq!(wider("10.1.2.0/24"), ["10.1.0.0/16", "0.0.0.0/0"]);
        assert_eq!(wider("10.0.0.0/8"), ["0.0.0.0/0"]);
        assert_eq!(wider("fd00:1::/32"), ["fd00::/24", "::/0"]);
        assert!(wider("0.0.0.0/0").is_empty() && wider("a/b").is_empty());
    }
}
