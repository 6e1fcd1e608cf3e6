//! `Fn::Base64` and `Fn::Cidr`, computed.

use std::net::Ipv4Addr;

use crate::value::Node;

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

/// The blocks of `[block, count, host bits]`, where all are known and the block is IPv4.
pub(super) fn cidr(argument: &Node) -> Option<Node> {
    let [block, count, bits @ ..] = argument.as_list()? else {
        return None;
    };
    let (address, length) = block.as_text()?.split_once('/')?;
    let address = u64::from(u32::from(address.parse::<Ipv4Addr>().ok()?));
    let length: u32 = length.parse().ok().filter(|length| *length <= 32)?;
    let count = u64::from(number(count)?);
    let host_bits = match bits.first() {
        Some(bits) => number(bits)?,
        None => 8,
    };
    let available = 32_u32.checked_sub(length)?.checked_sub(host_bits)?;
    if !(1..=256).contains(&count) || count > 1_u64.checked_shl(available)? {
        return None;
    }
    let base = address & !((1_u64 << (32 - length)) - 1);
    let blocks = (0..count).map(|index| {
        let address = u32::try_from(base + (index << host_bits))
            .ok()
            .map(Ipv4Addr::from)?;
        Some(Node::text(format!("{address}/{}", 32 - host_bits)))
    });
    blocks.collect::<Option<Vec<_>>>().map(Node::List)
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
        assert_eq!(blocks(r#"["2001:db8::/32", 2, 64]"#), None);
    }
}
