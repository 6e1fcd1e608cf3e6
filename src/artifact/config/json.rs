//! One file of Terraform JSON as the same top-level blocks that HCL is read as.
//!
//! The JSON syntax does not tell a nested block from an argument: what a key means follows from where it stands
//! ([`Shape`]) and, inside resources, data sources and providers, from the provider's schema. Of a type that no table
//! knows, every key is an argument.

mod shape;
mod value;

use hcl_edit::Ident;
use hcl_edit::structure::{Attribute, Block as Nested, Structure};

use crate::artifact::schema::{self, Body};
use crate::source::{JsonMember, SourceText, Span, json_items, json_members};
use crate::value::{Node, Object, Text, append_token, parse_json};

use super::error::ConfigError;
use super::{Block, Part};
use shape::Shape;

/// The key under which a JSON body keeps a comment.
const COMMENT: &str = "//";

/// The blocks of a file, or everything that is wrong with it.
pub(super) fn blocks(source: &SourceText, file: usize) -> Result<Vec<Block>, Vec<ConfigError>> {
    let root = parse_json(source.text()).map_err(|error| {
        vec![ConfigError::syntax(
            source,
            Span {
                offset: error.offset,
                len: 1,
            },
            error.message,
        )]
    })?;
    let mut reader = Reader {
        source,
        file,
        blocks: Vec::new(),
        problems: Vec::new(),
    };
    reader.root(&root, 0);
    if reader.problems.is_empty() {
        Ok(reader.blocks)
    } else {
        Err(reader.problems)
    }
}

struct Reader<'s> {
    source: &'s SourceText,
    file: usize,
    blocks: Vec<Block>,
    problems: Vec<ConfigError>,
}

/// A value, where it starts in the file, and the way from there to what is being read.
#[derive(Clone)]
struct Place {
    offset: usize,
    pointer: String,
}

impl Place {
    fn at(offset: usize) -> Self {
        Self {
            offset,
            pointer: String::new(),
        }
    }

    fn inside<T>(&mut self, token: &str, visit: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        append_token(&mut self.pointer, token);
        let result = visit(self);
        self.pointer.truncate(length);
        result
    }
}

impl Reader<'_> {
    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems
            .push(ConfigError::syntax(self.source, span, message));
    }

    fn problem_at(&mut self, place: &Place, message: impl Into<String>) {
        let span = self.span_of(place);
        self.problem(span, message);
    }

    fn no_expression(&mut self, place: &Place, message: &str) {
        let span = self.span_of(place);
        let problem = ConfigError::expression(self.source, span, message);
        self.problems.push(problem);
    }

    fn span_of(&self, place: &Place) -> Span {
        let text = self.source.text().get(place.offset..).unwrap_or_default();
        let span = crate::source::locate_json(prefix(text), &place.pointer);
        span.map_or(
            Span {
                offset: place.offset,
                len: 1,
            },
            |span| Span {
                offset: place.offset + span.offset,
                len: span.len,
            },
        )
    }

    /// The file's object, or a list of such objects.
    fn root(&mut self, node: &Node, offset: usize) {
        match node {
            Node::Object(members) => {
                for member in json_members(self.source.text(), offset) {
                    let Some(shape) = Shape::of_file(&member.key) else {
                        continue;
                    };
                    if let Some(value) = members.get(&*member.key) {
                        self.labelled(shape, &mut Vec::new(), value, &member);
                    }
                }
            }
            Node::List(items) => {
                let places = json_items(self.source.text(), offset);
                for (item, offset) in items.iter().zip(places) {
                    self.root(item, offset);
                }
            }
            _ => self.problem_at(&Place::at(offset), "expected an object"),
        }
    }

    /// Bodies below the keys that are their labels; every level may also be a list.
    fn labelled(
        &mut self,
        shape: &'static Shape,
        labels: &mut Vec<Text>,
        node: &Node,
        header: &JsonMember,
    ) {
        match node {
            Node::Null => {}
            Node::List(items) => {
                let places = json_items(self.source.text(), header.value);
                for (item, value) in items.iter().zip(places) {
                    let header = JsonMember {
                        value,
                        ..header.clone()
                    };
                    self.labelled(shape, labels, item, &header);
                }
            }
            Node::Object(members) if labels.len() == shape.labels => {
                self.block(shape, labels, members, header);
            }
            Node::Object(members) => {
                for member in json_members(self.source.text(), header.value) {
                    let value = members.get(&*member.key);
                    if let (Some(value), true) = (value, member.key != COMMENT) {
                        labels.push(Text::from(&*member.key));
                        self.labelled(shape, labels, value, &member);
                        labels.pop();
                    }
                }
            }
            _ => self.problem_at(
                &Place::at(header.value),
                format!("a `{}` block must be an object", shape.name),
            ),
        }
    }

    fn block(
        &mut self,
        shape: &'static Shape,
        labels: &[Text],
        members: &Object,
        header: &JsonMember,
    ) {
        let kind = labels.first().map(|label| &**label).unwrap_or_default();
        let known = match shape.name {
            "resource" => schema::resource(kind),
            "data" => schema::data(kind),
            "provider" => schema::provider(kind),
            _ => None,
        };
        let mut parts = Vec::new();
        for member in json_members(self.source.text(), header.value) {
            let Some(value) = members.get(&*member.key).filter(|_| member.key != COMMENT) else {
                continue;
            };
            let mut found = Vec::new();
            let mut place = Place::at(member.value);
            self.member(shape, known, &member.key, value, &mut place, &mut found);
            parts.extend(found.into_iter().map(|what| Part {
                file: self.file,
                offset: member.span.offset,
                what,
            }));
        }
        self.blocks.push(Block {
            keyword: Text::from(shape.name),
            labels: labels.to_vec(),
            file: self.file,
            span: header.span,
            extent: self.span_of(&Place::at(header.value)),
            parts,
        });
    }

    /// The arguments and nested blocks of a body.
    fn body(
        &mut self,
        shape: &'static Shape,
        known: Option<Body>,
        members: &Object,
        place: &mut Place,
    ) -> Vec<Structure> {
        let mut parts = Vec::new();
        for (key, value) in members.iter().filter(|(key, _)| &***key != COMMENT) {
            place.inside(key, |place| {
                self.member(shape, known, key, value, place, &mut parts);
            });
        }
        parts
    }

    fn member(
        &mut self,
        shape: &'static Shape,
        known: Option<Body>,
        key: &str,
        value: &Node,
        place: &mut Place,
        parts: &mut Vec<Structure>,
    ) {
        let Ok(ident) = Ident::try_new(key) else {
            self.problem_at(place, format!("`{key}` is no name of an argument or block"));
            return;
        };
        if let Some(nested) = shape.block(key) {
            let inner = known.filter(|_| nested.is_content());
            self.nested(nested, inner, &ident, &mut Vec::new(), value, place, parts);
        } else if key == "dynamic" && shape.has_dynamic_blocks() {
            self.dynamic(known, value, place, parts);
        } else if let (Some((_, inner)), Node::Object(_) | Node::List(_) | Node::Null) =
            (known.and_then(|known| known.block(key)), value)
        {
            let nested = &shape::NESTED;
            self.nested(
                nested,
                Some(inner),
                &ident,
                &mut Vec::new(),
                value,
                place,
                parts,
            );
        } else {
            let value = if shape.is_written_bare(key) {
                self.bare(value, place)
            } else {
                self.expression(value, shape.is_literal(key), place)
            };
            parts.push(Structure::Attribute(Attribute::new(ident, value)));
        }
    }

    /// Nested blocks of one kind: an object, or a list of objects, below as many keys as there are labels.
    #[expect(
        clippy::too_many_arguments,
        reason = "what is read, and where from and to"
    )]
    fn nested(
        &mut self,
        shape: &'static Shape,
        known: Option<Body>,
        ident: &Ident,
        labels: &mut Vec<Text>,
        value: &Node,
        place: &mut Place,
        parts: &mut Vec<Structure>,
    ) {
        match value {
            Node::Null => {}
            Node::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    place.inside(&index.to_string(), |place| {
                        self.nested(shape, known, ident, labels, item, place, parts);
                    });
                }
            }
            Node::Object(members) if labels.len() == shape.labels => {
                let mut block = Nested::builder(ident.clone());
                for label in labels.iter() {
                    block = block.label(&**label);
                }
                let known = match labels.first() {
                    Some(kind) if shape.name == "data" => schema::data(kind),
                    _ => known,
                };
                let inner = self.body(shape, known, members, place);
                parts.push(Structure::Block(block.structures(inner).build()));
            }
            Node::Object(members) => {
                for (key, value) in members.iter().filter(|(key, _)| &***key != COMMENT) {
                    labels.push(key.clone());
                    place.inside(key, |place| {
                        self.nested(shape, known, ident, labels, value, place, parts);
                    });
                    labels.pop();
                }
            }
            _ => self.problem_at(place, format!("a `{ident}` block must be an object")),
        }
    }

    /// `dynamic` blocks, whose content is of the kind that their label names.
    fn dynamic(
        &mut self,
        known: Option<Body>,
        value: &Node,
        place: &mut Place,
        parts: &mut Vec<Structure>,
    ) {
        match value {
            Node::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    place.inside(&index.to_string(), |place| {
                        self.dynamic(known, item, place, parts);
                    });
                }
            }
            Node::Object(kinds) => {
                for (kind, value) in kinds.iter().filter(|(kind, _)| &***kind != COMMENT) {
                    let inner = known.and_then(|known| known.block(kind));
                    let inner = inner.map(|(_, inner)| inner);
                    let ident = Ident::new("dynamic");
                    place.inside(kind, |place| {
                        let mut labels = vec![kind.clone()];
                        let shape = &shape::DYNAMIC;
                        self.nested(shape, inner, &ident, &mut labels, value, place, parts);
                    });
                }
            }
            Node::Null => {}
            _ => self.problem_at(place, "a `dynamic` block must be an object"),
        }
    }
}

/// `text` up to where the value that it starts with ends.
fn prefix(text: &str) -> &str {
    let end =
        crate::source::locate_json(text, "").map_or(text.len(), |span| span.offset + span.len);
    text.get(..end).unwrap_or(text)
}
