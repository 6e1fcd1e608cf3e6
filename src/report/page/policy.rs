//! The page's content security policy: nothing is loaded, and no script or style counts but those the page came with.

use sha2::{Digest, Sha256};

/// Digits of base 64.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The policy for a page with this style and this script.
pub(super) fn content_policy(style: &str, script: &str) -> String {
    let hash = |text: &str| base64(&Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(script)
    )
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut block = [0_u8; 4];
        for (place, byte) in block.iter_mut().skip(1).zip(chunk) {
            *place = *byte;
        }
        let block = u32::from_be_bytes(block);
        for at in 0..4 {
            let digit = (block >> (18 - 6 * at)) & 63;
            let digit = usize::try_from(digit)
                .ok()
                .and_then(|digit| DIGITS.get(digit));
            text.push(match digit {
                Some(digit) if at <= chunk.len() => char::from(*digit),
                _ => '=',
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_written_in_base_64_as_browsers_read_it() {
        assert_eq!(base64(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw==");
        assert_eq!(base64(b"any carnal pleasu"), "YW55IGNhcm5hbCBwbGVhc3U=");
        // The hash of the empty text, as the specification of the policy shows it.
        let policy = content_policy("", "");
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(policy.contains(empty), "{policy}");
    }
}
