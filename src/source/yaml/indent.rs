//! Quoted text whose further lines are indented less than YAML 1.2 asks, which parsers of YAML 1.1 accept.

/// Deeper than any line of a file that people write.
const INDENT: &str =
    "                                                                                ";

/// A text with spaces put in, and where its characters come from.
pub(super) struct Indented {
    pub text: String,
    /// For each character, and for the end, the index of the character it was before.
    pub characters: Vec<usize>,
}

/// The text with the lines of the quoted scalar at `character` indented; spaces there are no part of the scalar.
///
/// `None` when no quoted scalar of several lines begins there, or when its lines are already indented that far.
pub(super) fn quoted_lines(text: &str, character: usize) -> Option<Indented> {
    let (start, quote) = text.char_indices().nth(character)?;
    let scalar = text.get(start..)?;
    if !matches!(quote, '"' | '\'') {
        return None;
    }
    let end = start + quoted_len(scalar, quote);
    let inside = text.get(start..end)?;
    if !inside.contains('\n') || inside.contains(&format!("\n{INDENT}")) {
        return None;
    }
    let mut indented = Indented {
        text: String::with_capacity(text.len() * 2),
        characters: Vec::new(),
    };
    let mut index = 0;
    for (offset, character) in text.char_indices() {
        indented.text.push(character);
        indented.characters.push(index);
        index += 1;
        if character == '\n' && (start..end).contains(&offset) {
            indented.text.push_str(INDENT);
            indented.characters.extend(INDENT.chars().map(|_| index));
        }
    }
    indented.characters.push(index);
    Some(indented)
}

/// Where the quoted scalar that begins in `text` ends.
pub(super) fn quoted_len(text: &str, quote: char) -> usize {
    let Some(opening) = text.find(quote) else {
        return text.len();
    };
    let mut escaped = false;
    let mut characters = text
        .char_indices()
        .skip_while(|(offset, _)| *offset <= opening)
        .peekable();
    while let Some((offset, character)) = characters.next() {
        if escaped {
            escaped = false;
        } else if character == '\\' && quote == '"' {
            escaped = true;
        } else if character == quote {
            if quote == '"' || characters.peek().is_none_or(|(_, next)| *next != quote) {
                return offset + 1;
            }
            characters.next();
        }
    }
    text.len()
}
