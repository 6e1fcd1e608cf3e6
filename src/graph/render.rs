//! Rendering: references become texts, and what they refer to is recorded on the way.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::value::{Node, Object, Reference, Text, append_index, append_token, parse_json};

use super::iam;
use super::identity::{IDENTITIES, fill, token};
use super::model::{Environment, Family};

/// A resource as the renderer needs it: its type and its values, in which only references are left to resolve.
#[derive(Debug)]
pub struct Subject<'a> {
    /// Resource type.
    pub resource_type: Text,
    /// Values after substitution.
    pub values: Cow<'a, Node>,
}

/// Resolves references over all resources of a graph.
pub struct Renderer<'a> {
    subjects: &'a BTreeMap<Text, Subject<'a>>,
    environment: &'a Environment,
    family: Family,
    /// Whether unresolved references become tokens (completed graphs) or stay references (symbolic ones).
    complete: bool,
    memo: RefCell<BTreeMap<Reference, Option<Node>>>,
}

/// How surely a value is the attribute it refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// The value is exactly that attribute.
    Exact,
    /// The attribute is part of a longer string.
    Part,
    /// The expression mentions it, in a way the artifact does not say.
    Mention,
}

impl Precision {
    /// The word used in the graph.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Part => "part",
            Self::Mention => "mention",
        }
    }
}

/// A reference found in a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// JSON pointer into the values, going on into encoded documents.
    pub path: String,
    /// What is referred to.
    pub to: Reference,
    /// How surely.
    pub precision: Precision,
}

/// What rendering a resource's values gives besides the values.
#[derive(Debug, Default)]
pub struct Rendered {
    /// References in the values.
    pub references: Vec<Found>,
    /// Decoded documents by JSON pointer.
    pub documents: BTreeMap<String, Node>,
}

impl<'a> Renderer<'a> {
    /// A renderer over `subjects`.
    pub fn new(
        subjects: &'a BTreeMap<Text, Subject<'a>>,
        environment: &'a Environment,
        family: Family,
        complete: bool,
    ) -> Self {
        Self {
            subjects,
            environment,
            family,
            complete,
            memo: RefCell::new(BTreeMap::new()),
        }
    }

    /// The values of a resource with references rendered; references and documents found are added to `found`.
    pub fn render(&self, node: &Node, found: &mut Rendered) -> Node {
        self.visit(node, &mut String::new(), false, found)
    }

    fn visit(
        &self,
        node: &Node,
        path: &mut String,
        in_document: bool,
        found: &mut Rendered,
    ) -> Node {
        let length = path.len();
        match node {
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Rest(_) => node.clone(),
            Node::Text(text) => {
                if !in_document {
                    decode(text, path, found);
                }
                node.clone()
            }
            Node::List(items) => {
                let mut rendered = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    append_index(path, index);
                    rendered.push(self.visit(item, path, in_document, found));
                    path.truncate(length);
                }
                Node::List(rendered)
            }
            Node::Object(members) => {
                let policy = !in_document && iam::is_policy(node);
                let rendered: Object = members
                    .iter()
                    .map(|(key, value)| {
                        append_token(path, key);
                        let rendered = self.visit(value, path, in_document || policy, found);
                        path.truncate(length);
                        (key.clone(), rendered)
                    })
                    .collect();
                let rendered = Node::Object(rendered);
                if policy {
                    found
                        .documents
                        .insert(path.clone(), document(rendered.clone()));
                }
                rendered
            }
            Node::Ref(reference) => {
                self.record(path, reference, Precision::Exact, found);
                self.resolved(reference)
            }
            Node::Join(parts) => self.visit_join(parts, path, in_document, found),
            Node::Json(inner) => {
                let rendered = self.visit(inner, path, true, found);
                if !in_document {
                    found
                        .documents
                        .insert(path.clone(), document(rendered.clone()));
                }
                rendered.json_text()
            }
            Node::Unknown(unknown) => {
                for mention in &unknown.mentions {
                    self.record(path, mention, Precision::Mention, found);
                }
                node.clone()
            }
            Node::OneOf(choice) => {
                // Only symbolic graphs still hold choices: each branch may refer to something.
                let values = choice
                    .values
                    .iter()
                    .map(|value| self.visit(value, path, true, found))
                    .collect();
                Node::OneOf(
                    crate::value::OneOf {
                        condition: choice.condition.clone(),
                        values,
                    }
                    .into(),
                )
            }
        }
    }

    fn visit_join(
        &self,
        parts: &[Node],
        path: &mut String,
        in_document: bool,
        found: &mut Rendered,
    ) -> Node {
        let precision = if parts.len() == 1 {
            Precision::Exact
        } else {
            Precision::Part
        };
        let rendered = Node::join(parts.iter().map(|part| match part {
            Node::Ref(reference) => {
                self.record(path, reference, precision, found);
                textual(self.resolved(reference))
            }
            other => textual(self.visit(other, path, true, found)),
        }));
        if let (Node::Text(text), false) = (&rendered, in_document) {
            decode(text, path, found);
        }
        rendered
    }

    fn record(&self, path: &str, to: &Reference, precision: Precision, found: &mut Rendered) {
        let exists = self.subjects.contains_key(&to.address);
        if exists
            && !found
                .references
                .iter()
                .any(|other| other.path == path && other.to == *to)
        {
            found.references.push(Found {
                path: path.to_owned(),
                to: to.clone(),
                precision,
            });
        }
    }

    fn resolved(&self, reference: &Reference) -> Node {
        self.resolve(reference)
            .unwrap_or_else(|| Node::Ref(reference.clone()))
    }

    /// The value of a reference: the attribute where it is known, else the text of the identity table, else (in completed
    /// graphs) a token of its own.
    pub fn resolve(&self, reference: &Reference) -> Option<Node> {
        if let Some(known) = self.memo.borrow().get(reference) {
            return known.clone();
        }
        // While a reference is being resolved it counts as unresolvable, so that a cycle ends.
        self.memo.borrow_mut().insert(reference.clone(), None);
        let resolved = self
            .attribute(reference)
            .or_else(|| self.identity(reference))
            .or_else(|| self.complete.then(|| generic(reference)));
        self.memo
            .borrow_mut()
            .insert(reference.clone(), resolved.clone());
        resolved
    }

    /// An attribute that the resource's own values say. Template attributes (`Arn`) are no properties.
    fn attribute(&self, reference: &Reference) -> Option<Node> {
        if self.family == Family::Cloudformation {
            return None;
        }
        let subject = self.subjects.get(&reference.address)?;
        let value = subject
            .values
            .at(&attribute_pointer(&reference.attribute))?;
        self.plain(value)
    }

    /// The value with its references resolved, when that makes it plain.
    fn plain(&self, value: &Node) -> Option<Node> {
        if value.is_null() {
            return None;
        }
        let rendered = self.visit(value, &mut String::new(), true, &mut Rendered::default());
        rendered.is_plain().then_some(rendered)
    }

    fn identity(&self, reference: &Reference) -> Option<Node> {
        let subject = self.subjects.get(&reference.address)?;
        let identity = IDENTITIES.get(&subject.resource_type)?;
        let template = identity.attributes.get(&reference.attribute)?;
        let text = fill(template, self.environment, |attribute| {
            let own = subject
                .values
                .get(attribute)
                .and_then(|value| self.plain(value));
            match own {
                Some(Node::Text(text)) if !text.is_empty() => Some(text),
                _ if self.complete && attribute == &*identity.name => {
                    Some(Text::from(token(&reference.address, attribute)))
                }
                _ => None,
            }
        })?;
        Some(Node::text(text))
    }

    /// The identifying texts of a resource: `arn`, `id`, `name`, `url`, those that are known.
    pub fn identities(&self, address: &Text) -> BTreeMap<Text, Node> {
        let Some(subject) = self.subjects.get(address) else {
            return BTreeMap::new();
        };
        let generic_roles = match self.family {
            Family::Terraform => ["id", "arn"].map(|role| (Text::from(role), Text::from(role))),
            Family::Cloudformation => {
                [("id", "Ref"), ("arn", "Arn")].map(|(r, a)| (Text::from(r), Text::from(a)))
            }
        };
        let roles: Vec<(Text, Text)> = match IDENTITIES.get(&subject.resource_type) {
            Some(identity) => identity
                .roles
                .iter()
                .map(|(r, a)| (r.clone(), a.clone()))
                .collect(),
            None => generic_roles.to_vec(),
        };
        roles
            .into_iter()
            .filter_map(|(role, attribute)| {
                let value = self.resolve(&Reference {
                    address: address.clone(),
                    attribute,
                })?;
                value
                    .as_text()
                    .is_some_and(|text| !text.is_empty())
                    .then_some((role, value))
            })
            .collect()
    }
}

/// Decodes a text that holds a JSON object or list.
fn decode(text: &str, path: &str, found: &mut Rendered) {
    let trimmed = text.trim_start();
    if trimmed.starts_with(['{', '['])
        && trimmed.len() > 2
        && let Ok(decoded @ (Node::Object(_) | Node::List(_))) = parse_json(text)
    {
        found.documents.insert(path.to_owned(), document(decoded));
    }
}

fn document(value: Node) -> Node {
    if iam::is_policy(&value) {
        let statements = Node::List(iam::statements(&value));
        return Node::object([
            ("kind", Node::text("policy")),
            ("value", value),
            ("statements", statements),
        ]);
    }
    Node::object([("kind", Node::text("json")), ("value", value)])
}

/// A part of a string as text: numbers and booleans as written, lists and objects as JSON.
fn textual(node: Node) -> Node {
    match node {
        Node::List(_) | Node::Object(_) => node.json_text(),
        Node::Null => Node::text(""),
        other => other,
    }
}

fn generic(reference: &Reference) -> Node {
    let token = token(&reference.address, &reference.attribute);
    if reference.attribute.ends_with("arn") || reference.attribute.ends_with("Arn") {
        Node::text(format!("arn:aws:generated:us-east-1:123456789012:{token}"))
    } else {
        Node::text(token)
    }
}

/// `a.b[0]["c"]` as a JSON pointer.
fn attribute_pointer(attribute: &str) -> String {
    let mut pointer = String::new();
    for step in attribute.split(['.', '[']) {
        let step = step.strip_suffix(']').unwrap_or(step).trim_matches('"');
        append_token(&mut pointer, step);
    }
    pointer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subjects(pairs: Vec<(&str, &str, Node)>) -> BTreeMap<Text, Subject<'static>> {
        pairs
            .into_iter()
            .map(|(address, kind, values)| {
                (
                    Text::from(address),
                    Subject {
                        resource_type: kind.into(),
                        values: Cow::Owned(values),
                    },
                )
            })
            .collect()
    }

    #[test]
    fn every_spelling_of_a_bucket_arn_renders_alike() {
        let subjects = subjects(vec![(
            "B",
            "AWS::S3::Bucket",
            Node::object([("BucketName", Node::text("reports"))]),
        )]);
        let environment = Environment::default();
        let renderer = Renderer::new(&subjects, &environment, Family::Cloudformation, true);
        let by_attribute = Node::Join(vec![Node::reference("B", "Arn"), Node::text("/*")]);
        let by_name = Node::Join(vec![
            Node::text("arn:aws:s3:::"),
            Node::reference("B", "Ref"),
            Node::text("/*"),
        ]);
        let mut found = Rendered::default();
        assert_eq!(
            renderer.render(&by_attribute, &mut found),
            Node::text("arn:aws:s3:::reports/*")
        );
        assert_eq!(
            renderer.render(&by_name, &mut found),
            Node::text("arn:aws:s3:::reports/*")
        );
        assert!(
            found
                .references
                .iter()
                .all(|reference| reference.precision == Precision::Part),
            "{found:?}"
        );
    }

    #[test]
    fn references_inside_an_encoded_document_carry_their_place_in_it() {
        let subjects = subjects(vec![(
            "aws_sqs_queue.q",
            "aws_sqs_queue",
            Node::object([("name", Node::text("q"))]),
        )]);
        let environment = Environment::default();
        let renderer = Renderer::new(&subjects, &environment, Family::Terraform, true);
        let statement = Node::object([(
            "Resource",
            Node::List(vec![Node::reference("aws_sqs_queue.q", "arn")]),
        )]);
        let policy = Node::object([("Statement", Node::List(vec![statement]))]);
        let values = Node::object([("policy", Node::Json(Box::new(policy)))]);
        let mut found = Rendered::default();
        let rendered = renderer.render(&values, &mut found);
        assert_eq!(found.references[0].path, "/policy/Statement/0/Resource/0");
        let arn = "arn:aws:sqs:us-east-1:123456789012:q";
        assert_eq!(
            found.documents["/policy"].at("/statements/0/resources/0"),
            Some(&Node::text(arn))
        );
        let text = rendered
            .at("/policy")
            .and_then(Node::as_text)
            .expect("a text");
        assert_eq!(
            text,
            format!("{{\"Statement\":[{{\"Resource\":[\"{arn}\"]}}]}}")
        );
    }

    #[test]
    fn names_that_refer_to_each_other_do_not_loop() {
        let subjects = subjects(vec![
            (
                "a.a",
                "a",
                Node::object([("name", Node::reference("a.b", "name"))]),
            ),
            (
                "a.b",
                "a",
                Node::object([("name", Node::reference("a.a", "name"))]),
            ),
        ]);
        let environment = Environment::default();
        let renderer = Renderer::new(&subjects, &environment, Family::Terraform, true);
        let rendered = renderer.render(&Node::reference("a.a", "name"), &mut Rendered::default());
        assert!(rendered.as_text().is_some(), "{rendered:?}");
    }
}
