//! `Fn::Base64` and `Fn::Cidr`, computed, and how deep encodings may stand inside one another.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::value::Node;

use super::world::{fingerprint, mentions, unknown};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 with padding.
pub(super) fn base64(bytes: &[u8]) -> String {
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| chunk.get(index).copied().map_or(0, u32::from);
        let group = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for position in 0..4 {
            let sextet = (group >> (18 - 6 * position)) & 0x3F;
            let letter = usize::try_from(sextet)
                .ok()
                .and_then(|sextet| ALPHABET.get(sextet));
            let is_padding = position > chunk.len();
            encoded.push(
                letter
                    .filter(|_| !is_padding)
                    .map_or('=', |letter| char::from(*letter)),
            );
        }
    }
    encoded
}

/// The blocks of `[block, count, host bits]`; blocks of a network that is not known are so many unknown ones.
pub(super) fn cidr(argument: &Node) -> Option<Node> {
    let [block, count, bits @ ..] = argument.as_list()? else {
        return None;
    };
    let count = number(count).filter(|count| (1..=256).contains(count))?;
    let bits = match bits.first() {
        Some(bits) => Some(number(bits)?),
        None => None,
    };
    if let Node::Text(block) = block {
        return blocks(block, count, bits);
    }
    let each = (0..count).map(|index| {
        let id = format!("Fn::Cidr:{}:{index}", fingerprint(argument));
        unknown("function", id, mentions(argument), Some("string"))
    });
    Some(Node::List(each.collect()))
}

fn blocks(block: &str, count: u32, host_bits: Option<u32>) -> Option<Node> {
    let (address, length) = block.split_once('/')?;
    let address: IpAddr = address.parse().ok()?;
    let length: u32 = length.parse().ok()?;
    let (address, width, usual) = match address {
        IpAddr::V4(address) => (u128::from(u32::from(address)), 32, 8),
        IpAddr::V6(address) => (u128::from(address), 128, 64),
    };
    let host_bits = host_bits.unwrap_or(usual);
    let available = u32::checked_sub(width, length)?.checked_sub(host_bits)?;
    if available < 32 && u64::from(count) > 1_u64 << available {
        return None;
    }
    let network = 1_u128
        .checked_shl(width - length)
        .map_or(0, |size| address & !(size - 1));
    let each = (0..count).map(|index| {
        let address = network.checked_add(u128::from(index).checked_shl(host_bits)?)?;
        let address = match width {
            32 => IpAddr::from(Ipv4Addr::from(u32::try_from(address).ok()?)),
            _ => IpAddr::from(Ipv6Addr::from(address)),
        };
        Some(Node::text(format!("{address}/{}", width - host_bits)))
    });
    each.collect::<Option<Vec<_>>>().map(Node::List)
}

fn number(node: &Node) -> Option<u32> {
    match node {
        Node::Number(number) => u32::try_from(number.as_i64()?).ok(),
        Node::Text(text) => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    #[test]
    fn base64_pads_to_groups_of_four() {
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(plain.as_bytes()), encoded);
        }
    }

    #[test]
    fn cidr_blocks_follow_one_another() {
        let blocks = |text: &str| cidr(&parse_json(text).expect("json"));
        let expected =
            parse_json(r#"["10.0.0.0/24", "10.0.1.0/24", "10.0.2.0/24"]"#).expect("json");
        assert_eq!(blocks(r#"["10.0.0.0/16", 3, "8"]"#), Some(expected));
        assert_eq!(blocks(r#"["10.0.0.0/24", 2, 8]"#), None);
        let expected = parse_json(r#"["2001:db8::/64", "2001:db8:0:1::/64"]"#).expect("json");
        assert_eq!(blocks(r#"["2001:db8::/56", 2, 64]"#), Some(expected));
        assert_eq!(blocks(r#"["2001:db8::/64", 2, 64]"#), None);
        for odd in [
            r#"["10.0.0.0/33", 1, 1]"#,
            r#"["10.0.0.0/0", 257, 8]"#,
            r#"["10.0.0.0/16", 1, 200]"#,
            r#"["::/0", 1, 200]"#,
            r#"["x", 1, 1]"#,
        ] {
            assert_eq!(blocks(odd), None, "{odd}");
        }
        let whole = parse_json(r#"["::/128"]"#).expect("json");
        assert_eq!(blocks(r#"["::/0", 1, 0]"#), Some(whole));
    }
}
