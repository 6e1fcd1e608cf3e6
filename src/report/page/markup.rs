//! Building HTML: tags and attribute names come from the code alone, all other text is escaped.

/// HTML that is being written.
#[derive(Debug, Default)]
pub struct Markup(String);

/// An attribute with its value, which is escaped.
pub type Attribute<'a> = (&'static str, &'a str);

impl Markup {
    /// Text, escaped.
    pub fn text(&mut self, text: &str) -> &mut Self {
        escape(text, &mut self.0);
        self
    }

    /// HTML that stands in the program itself.
    pub fn literal(&mut self, html: &'static str) -> &mut Self {
        self.0.push_str(html);
        self
    }

    /// An element around whatever `body` writes.
    pub fn element(
        &mut self,
        tag: &'static str,
        attributes: &[Attribute],
        body: impl FnOnce(&mut Self),
    ) -> &mut Self {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            self.0.push_str("=\"");
            escape(value, &mut self.0);
            self.0.push('"');
        }
        self.0.push('>');
        body(self);
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
        self
    }

    /// An element around text.
    pub fn leaf(&mut self, tag: &'static str, attributes: &[Attribute], text: &str) -> &mut Self {
        self.element(tag, attributes, |leaf| {
            leaf.text(text);
        })
    }

    /// Text that a user wrote for machines: an id, a path, a piece of a policy.
    pub fn code(&mut self, text: &str) -> &mut Self {
        self.leaf("code", &[("dir", "ltr")], text)
    }

    /// Ends a line, so that the page can be read and compared as text.
    pub fn end(&mut self) -> &mut Self {
        self.0.push('\n');
        self
    }

    /// What was written.
    pub fn finish(self) -> String {
        self.0
    }
}

/// Escapes what HTML would take for markup, and shows characters that would turn or hide their neighbours by their number.
fn escape(text: &str, into: &mut String) {
    for character in text.chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            '\n' | '\t' => into.push(character),
            hidden if is_hidden(hidden) => {
                into.push_str(&format!("\u{2423}U+{:04X}\u{2423}", u32::from(hidden)));
            }
            shown => into.push(shown),
        }
    }
}

/// Controls, and what changes the direction of a text or has no width.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_cannot_become_markup() {
        let mut markup = Markup::default();
        markup.leaf("a", &[("title", "\"'><b>")], "<i>&");
        assert_eq!(
            markup.finish(),
            "<a title=\"&quot;&#39;&gt;&lt;b&gt;\">&lt;i&gt;&amp;</a>"
        );
    }

    #[test]
    fn characters_that_turn_or_hide_text_are_shown_by_their_number() {
        let mut markup = Markup::default();
        markup.text("a\u{202e}b\u{0}\tc\r");
        assert_eq!(markup.finish(), "a␣U+202E␣b␣U+0000␣\tc␣U+000D␣");
    }
}
