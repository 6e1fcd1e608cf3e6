//! Builds the located tree from the parser's events: duplicate keys, bombs, deep nesting and second documents are
//! errors.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput, Tag};

use super::indent::{self, Indented, quoted_len};
use super::{ALIAS_LIMIT, DEPTH_LIMIT, Entry, Located, Value, YamlError};
use crate::source::{SourceText, Span};
use crate::value::Text;

/// Reads one YAML document.
///
/// An empty text is the null scalar, as in YAML itself.
pub fn parse(source: &SourceText) -> Result<Located, YamlError> {
    let mut text = Cow::Borrowed(source.text());
    let mut offsets = Offsets::new(source.text());
    loop {
        let mut builder = Builder {
            source,
            offsets: &offsets,
            events: Parser::new_from_str(&text),
            anchors: BTreeMap::new(),
            added_by_aliases: 0,
            misindented: None,
        };
        let result = builder.document();
        let misindented = builder.misindented;
        let indented = misindented.and_then(|character| indent::quoted_lines(&text, character));
        let (Err(_), Some(indented)) = (&result, indented) else {
            return result;
        };
        offsets = offsets.after(&indented);
        text = Cow::Owned(indented.text);
    }
}

struct Builder<'a> {
    source: &'a SourceText,
    offsets: &'a Offsets,
    events: Parser<'a, StrInput<'a>>,
    anchors: BTreeMap<usize, Built>,
    added_by_aliases: usize,
    /// Where a quoted scalar begins whose lines are indented too little, when that is the error.
    misindented: Option<usize>,
}

/// A finished node with its size, which is what another expansion of it costs.
#[derive(Clone)]
struct Built {
    node: Located,
    nodes: usize,
    height: usize,
}

impl<'a> Builder<'a> {
    fn document(&mut self) -> Result<Located, YamlError> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentEnd | Event::Nothing => {}
                Event::DocumentStart(_) if root.is_some() => {
                    return Err(self
                        .error(span, "a second document begins here")
                        .with_help("keep one document a file"));
                }
                Event::DocumentStart(_) => {
                    let (event, span) = self.next()?;
                    root = Some(self.node(event, span, 1)?.node);
                }
                Event::StreamEnd => break,
                _ => return Err(self.error(span, "unexpected content outside of a document")),
            }
        }
        let empty = Located {
            value: Value::Scalar {
                text: Text::from(""),
                plain: true,
            },
            span: Span::default(),
            tag: None,
        };
        Ok(root.unwrap_or(empty))
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), YamlError> {
        match self.events.next_event() {
            Some(Ok((event, span))) => Ok((event, self.offsets.span(span.start, span.end))),
            Some(Err(error)) => Err(self.scan_error(&error)),
            None => Err(self.error(self.end(), "the document ends too early")),
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Built, YamlError> {
        if depth > DEPTH_LIMIT {
            return Err(self.error(span, format!("nesting is deeper than {DEPTH_LIMIT} levels")));
        }
        match event {
            Event::Alias(id) => self.alias(id, span, depth),
            Event::Scalar(text, style, anchor, tag) => {
                let span = self.trimmed(span, style);
                let value = Value::Scalar {
                    text: Text::from(&*text),
                    plain: style == ScalarStyle::Plain,
                };
                let node = Located {
                    value,
                    span,
                    tag: tag.as_deref().map(tag_text),
                };
                Ok(self.finish(node, 1, 1, anchor))
            }
            Event::SequenceStart(anchor, tag) => self.sequence(span, anchor, tag.as_deref(), depth),
            Event::MappingStart(anchor, tag) => self.mapping(span, anchor, tag.as_deref(), depth),
            _ => Err(self.error(span, "a value is missing")),
        }
    }

    fn sequence(
        &mut self,
        start: Span,
        anchor: usize,
        tag: Option<&Tag>,
        depth: usize,
    ) -> Result<Built, YamlError> {
        let (mut items, mut nodes, mut height, mut end) =
            (Vec::new(), 1, 0, start.offset + start.len);
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                let span = self.closed(start, span, end);
                let node = Located {
                    value: Value::Sequence(items),
                    span,
                    tag: tag.map(tag_text),
                };
                return Ok(self.finish(node, nodes, height + 1, anchor));
            }
            let (item, written_end) = self.member(event, span, depth + 1)?;
            end = end.max(written_end);
            nodes += item.nodes;
            height = height.max(item.height);
            items.push(item.node);
        }
    }

    fn mapping(
        &mut self,
        start: Span,
        anchor: usize,
        tag: Option<&Tag>,
        depth: usize,
    ) -> Result<Built, YamlError> {
        let (mut entries, mut merged) = (Vec::<Entry>::new(), Vec::new());
        let mut seen: HashSet<Text> = HashSet::new();
        let (mut nodes, mut height, mut end) = (1, 0, start.offset + start.len);
        loop {
            let (event, key_span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                let span = self.closed(start, key_span, end);
                merge(&mut entries, &mut seen, merged);
                let node = Located {
                    value: Value::Mapping(entries),
                    span,
                    tag: tag.map(tag_text),
                };
                return Ok(self.finish(node, nodes, height + 1, anchor));
            }
            let key = self.node(event, key_span, depth + 1)?.node;
            let Value::Scalar { text, plain } = key.value else {
                return Err(self
                    .error(key.span, "a key must be a scalar")
                    .with_help("quote the key if it is text"));
            };
            let (event, span) = self.next()?;
            let (value, written_end) = self.member(event, span, depth + 1)?;
            end = end.max(written_end);
            end = end.max(key_span.offset + key_span.len);
            nodes += value.nodes + 1;
            height = height.max(value.height);
            if plain && key.tag.is_none() && &*text == "<<" {
                merged.extend(self.merge_sources(value.node)?);
            } else if seen.insert(text.clone()) {
                entries.push(Entry {
                    key: text,
                    key_span: key.span,
                    value: value.node,
                });
            } else {
                return Err(self.error(key.span, format!("duplicate key `{text}`")));
            }
        }
    }

    /// A member of a collection, and where it ends in the collection: an alias ends there, not where its anchor does.
    fn member(
        &mut self,
        event: Event<'a>,
        span: Span,
        depth: usize,
    ) -> Result<(Built, usize), YamlError> {
        let is_alias = matches!(event, Event::Alias(_));
        let built = self.node(event, span, depth)?;
        let written = if is_alias { span } else { built.node.span };
        Ok((built, written.offset + written.len))
    }

    /// The mappings that a merge key names, earlier ones winning.
    fn merge_sources(&self, value: Located) -> Result<Vec<Vec<Entry>>, YamlError> {
        let not_a_mapping =
            |span| self.error(span, "a merge key takes a mapping or a list of mappings");
        match value.value {
            Value::Mapping(entries) => Ok(vec![entries]),
            Value::Sequence(items) => items
                .into_iter()
                .map(|item| match item.value {
                    Value::Mapping(entries) => Ok(entries),
                    _ => Err(not_a_mapping(item.span)),
                })
                .collect(),
            Value::Scalar { .. } => Err(not_a_mapping(value.span)),
        }
    }

    fn alias(&mut self, id: usize, span: Span, depth: usize) -> Result<Built, YamlError> {
        let Some(anchored) = self.anchors.get(&id) else {
            return Err(self.error(span, "an alias inside its own anchor never ends"));
        };
        if depth + anchored.height - 1 > DEPTH_LIMIT {
            return Err(self.error(
                span,
                format!("this alias makes nesting deeper than {DEPTH_LIMIT} levels"),
            ));
        }
        self.added_by_aliases += anchored.nodes;
        if self.added_by_aliases > ALIAS_LIMIT {
            return Err(self
                .error(
                    span,
                    format!("aliases expand to more than {ALIAS_LIMIT} nodes"),
                )
                .with_help("write the repeated part fewer times"));
        }
        Ok(anchored.clone())
    }

    /// What is built, remembered where an anchor names it.
    fn finish(&mut self, node: Located, nodes: usize, height: usize, anchor: usize) -> Built {
        let built = Built {
            node,
            nodes,
            height,
        };
        if anchor != 0 {
            self.anchors.insert(anchor, built.clone());
        }
        built
    }

    /// The whole span of a collection: a block collection ends with its last member, since the parser reports its
    /// end only where the next token begins.
    fn closed(&self, start: Span, closing: Span, last_member_end: usize) -> Span {
        let closing_end = closing.offset + closing.len;
        let is_flow = closing.len > 0
            && self
                .text(closing)
                .is_some_and(|text| text.ends_with('}') || text.ends_with(']'));
        let end = if is_flow {
            closing_end
        } else {
            last_member_end
        };
        Span {
            offset: start.offset,
            len: end.saturating_sub(start.offset),
        }
    }

    /// A scalar's span without the white space and the comment behind it, which the parser counts in.
    fn trimmed(&self, span: Span, style: ScalarStyle) -> Span {
        let len = self.text(span).map(|text| match style {
            ScalarStyle::SingleQuoted => quoted_len(text, '\''),
            ScalarStyle::DoubleQuoted => quoted_len(text, '"'),
            _ => text.trim_end().len(),
        });
        Span {
            offset: span.offset,
            len: len.unwrap_or(span.len),
        }
    }

    fn text(&self, span: Span) -> Option<&str> {
        self.source.text().get(span.offset..span.offset + span.len)
    }

    fn end(&self) -> Span {
        Span {
            offset: self.source.text().trim_end().len(),
            len: 0,
        }
    }

    fn error(&self, span: Span, message: impl Into<String>) -> YamlError {
        YamlError::new(self.source, span, message)
    }

    fn scan_error(&mut self, error: &ScanError) -> YamlError {
        let marker = *error.marker();
        if error.info() == "invalid indentation in quoted scalar" {
            self.misindented = Some(marker.index());
        }
        let mut span = self.offsets.span(marker, marker);
        span.offset = span.offset.min(self.end().offset);
        self.error(span, error.info().to_lowercase())
    }
}

/// Adds what merge keys bring in: written keys win over merged ones, earlier mappings over later ones.
fn merge(entries: &mut Vec<Entry>, seen: &mut HashSet<Text>, merged: Vec<Vec<Entry>>) {
    for entry in merged.into_iter().flatten() {
        if seen.insert(entry.key.clone()) {
            entries.push(entry);
        }
    }
}

fn tag_text(tag: &Tag) -> Text {
    if tag.is_yaml_core_schema() {
        Text::from(format!("!!{}", tag.suffix))
    } else {
        Text::from(format!("{}{}", tag.handle, tag.suffix))
    }
}

/// Byte offsets of characters: the parser counts characters, diagnostics count bytes.
struct Offsets(Option<Vec<usize>>);

impl Offsets {
    fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self(None);
        }
        Self(Some(
            text.char_indices()
                .map(|(offset, _)| offset)
                .chain([text.len()])
                .collect(),
        ))
    }

    /// The offsets of a text into which spaces were put, in the text as it was.
    fn after(&self, indented: &Indented) -> Self {
        Self(Some(
            indented
                .characters
                .iter()
                .map(|character| self.byte(*character))
                .collect(),
        ))
    }

    fn byte(&self, character: usize) -> usize {
        match &self.0 {
            None => character,
            Some(offsets) => offsets
                .get(character)
                .or_else(|| offsets.last())
                .copied()
                .unwrap_or(character),
        }
    }

    fn span(&self, start: Marker, end: Marker) -> Span {
        let offset = self.byte(start.index());
        Span {
            offset,
            len: self.byte(end.index()).saturating_sub(offset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Located {
        parse(&SourceText::new("a.yaml", text)).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn refused(text: &str) -> (String, String) {
        let error = parse(&SourceText::new("a.yaml", text)).expect_err("refused");
        let span = error.span();
        (
            error.to_string(),
            text.get(span.offset..span.offset + span.len)
                .expect("inside")
                .to_owned(),
        )
    }

    fn shown(text: &str, span: Option<Span>) -> &str {
        let span = span.expect("located");
        &text[span.offset..span.offset + span.len]
    }

    #[test]
    fn values_and_keys_are_located_in_bytes() {
        let text = "é: 1\nlist:\n  - a: !Sub 'x${y}'   # note\n    b: |\n      one\n      two\n  - [1, {c: 'q'}]\nlast: end # note\nq: \"a\\\"b\" # \"c\"\nr: 'it''s' # it's\n";
        let root = tree(text);
        assert_eq!(shown(text, root.locate("/é")), "1");
        assert_eq!(shown(text, root.locate("/list/0/a")), "!Sub 'x${y}'");
        assert_eq!(shown(text, root.locate_key("/list/0/b")), "b");
        assert_eq!(shown(text, root.locate("/list/0/b")), "one\n      two");
        assert_eq!(shown(text, root.locate("/list/1")), "[1, {c: 'q'}]");
        assert_eq!(shown(text, root.locate("/list/1/1/c")), "'q'");
        assert_eq!(shown(text, root.locate("/last")), "end");
        assert_eq!(shown(text, root.locate("/q")), r#""a\"b""#);
        assert_eq!(shown(text, root.locate("/r")), "'it''s'");
        assert_eq!(root.locate("/list/7"), None);
        assert!(shown(text, root.locate("/list/0")).ends_with("two"));
    }

    #[test]
    fn tags_stay_on_collections_and_scalars() {
        let root = tree(
            "a: !GetAtt x.y\nb: !If [c, !Ref d, !Ref e]\nc: !!str 7\nd: !Join\n  - ','\n  - [a]\n",
        );
        let tag = |pointer| root.at(pointer).and_then(|node| node.tag.as_deref());
        assert_eq!(tag("/a"), Some("!GetAtt"));
        assert_eq!(tag("/b"), Some("!If"));
        assert_eq!(tag("/b/1"), Some("!Ref"));
        assert_eq!(tag("/c"), Some("!!str"));
        assert_eq!(tag("/d"), Some("!Join"));
    }

    #[test]
    fn a_duplicate_key_is_refused_where_it_stands() {
        assert_eq!(
            refused("a: 1\nb: 2\n'a': 3\n"),
            ("duplicate key `a`".into(), "'a'".into())
        );
    }

    #[test]
    fn a_second_document_is_refused() {
        assert_eq!(
            refused("a: 1\n---\nb: 2\n").0,
            "a second document begins here"
        );
        tree("---\na: 1\n...\n");
    }

    #[test]
    fn anchors_and_merge_keys_are_expanded_and_written_keys_win() {
        let root = tree("base: &base {a: 1, b: 2}\nuse:\n  <<: *base\n  b: 3\nlist: [*base]\n");
        assert_eq!(root.at("/use/a").and_then(Located::scalar), Some("1"));
        assert_eq!(root.at("/use/b").and_then(Located::scalar), Some("3"));
        assert_eq!(root.at("/list/0/b").and_then(Located::scalar), Some("2"));
    }

    #[test]
    fn a_bomb_of_aliases_is_refused_where_it_explodes() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..20 {
            let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
            text = format!("{text}a{level}: &a{level} [{aliases}]\n");
        }
        let (message, shown) = refused(&text);
        assert!(
            message.starts_with("aliases expand to more than"),
            "{message}"
        );
        assert!(shown.starts_with("*a"), "{shown}");
    }

    #[test]
    fn an_alias_inside_its_own_anchor_is_refused() {
        assert_eq!(
            refused("a: &x [1, *x]\n").0,
            "an alias inside its own anchor never ends"
        );
        assert!(refused("a: *nowhere\n").0.contains("anchor"));
    }

    #[test]
    fn nesting_beyond_the_limit_is_an_error_and_no_crash() {
        let deep = "[".repeat(129) + &"]".repeat(129);
        assert_eq!(refused(&deep).0, "nesting is deeper than 128 levels");
        assert!(parse(&SourceText::new("a", "[".repeat(100_000))).is_err());
        assert!(parse(&SourceText::new("a", "- ".repeat(100_000))).is_err());
        assert!(parse(&SourceText::new("a", "{a: ".repeat(100_000))).is_err());
        tree(&("[".repeat(128) + &"]".repeat(128)));
    }

    #[test]
    fn what_is_no_yaml_is_refused_with_a_place() {
        for text in [
            "a: [1, 2\n",
            "a: 'x\n",
            "a:\n\t- b\n",
            "a: b: c\n",
            "? [x]\n: y\n",
            "%YAML 9.9\nx",
            "a: @b",
        ] {
            refused(text);
        }
    }

    #[test]
    fn quoted_lines_without_indentation_are_read_as_yaml_1_1_reads_them() {
        let text = "é:\n  a: 'x\n y'\n  b: \"{\n}\" # note\n  c: [d]\n  e: 'f\ng'\n";
        let root = tree(text);
        assert_eq!(root.at("/é/a").and_then(Located::scalar), Some("x y"));
        assert_eq!(root.at("/é/b").and_then(Located::scalar), Some("{ }"));
        assert_eq!(root.at("/é/e").and_then(Located::scalar), Some("f g"));
        assert_eq!(shown(text, root.locate("/é/b")), "\"{\n}\"");
        assert_eq!(shown(text, root.locate("/é/c/0")), "d");
    }

    #[test]
    fn an_empty_text_is_null() {
        assert_eq!(tree("").scalar(), Some(""));
        assert_eq!(tree("# nothing\n").scalar(), Some(""));
    }
}
