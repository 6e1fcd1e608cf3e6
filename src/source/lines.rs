//! Looking up one line of a generated table where it lies.

/// What follows `key` on the line of `table` that starts with it, found by halving: the lines are sorted by bytes, and
/// the sign that ends a key stands before all signs that keys are made of.
pub fn sorted_line(table: &'static str, key: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = table.get(low..low + (high - low) / 2)?;
        let start = low + middle.rfind('\n').map_or(0, |newline| newline + 1);
        let text = table.get(start..)?.split('\n').next()?;
        if let Some(found) = text.strip_prefix(key) {
            return Some(found);
        }
        if text < key {
            low = start + text.len() + 1;
        } else {
            high = start;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_and_no_other() {
        const TABLE: &str = "# from here\n@1 x\na 1\na:b 2\nab 3\nb 4";
        for (key, rest) in [
            ("@1 ", "x"),
            ("a ", "1"),
            ("a:b ", "2"),
            ("ab ", "3"),
            ("b ", "4"),
        ] {
            assert_eq!(sorted_line(TABLE, key), Some(rest), "{key}");
        }
        for key in ["@ ", "abc ", "c "] {
            assert_eq!(sorted_line(TABLE, key), None, "{key}");
        }
        assert_eq!(sorted_line("", "a "), None);
    }
}
