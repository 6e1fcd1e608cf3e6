//! Rendering: references become texts, and what they refer to is recorded on the way.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::thread::LocalKey;

use crate::value::{Form, Node, Reference, Text, append_index, append_token, parse_json};

use super::iam::{self, AsIs, Sight};
use super::identity::{IDENTITIES, fill, roles, token};
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
    memo: RefCell<HashMap<Reference, Option<Node>>>,
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
#[derive(Debug)]
pub struct Rendered<V> {
    /// References in the values.
    pub references: Vec<Found>,
    /// Decoded documents by JSON pointer.
    pub documents: BTreeMap<Text, V>,
}

impl<V> Default for Rendered<V> {
    fn default() -> Self {
        Self {
            references: Vec::new(),
            documents: BTreeMap::new(),
        }
    }
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
            memo: RefCell::new(HashMap::new()),
        }
    }

    /// The values of a resource with references rendered; references and documents found are added to `found`.
    pub fn render<F: Form>(
        &self,
        form: &mut F,
        node: &Node,
        found: &mut Rendered<F::Value>,
    ) -> F::Value {
        self.build(form, node, &mut String::new(), found)
    }

    fn build<F: Form>(
        &self,
        form: &mut F,
        node: &Node,
        path: &mut String,
        found: &mut Rendered<F::Value>,
    ) -> F::Value {
        let length = path.len();
        match node {
            Node::List(items) => {
                let mut rendered = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    append_index(path, index);
                    rendered.push(self.build(form, item, path, found));
                    path.truncate(length);
                }
                form.list(rendered)
            }
            Node::Object(_) if iam::is_policy(node) => {
                let value = self.build_inside(form, node, path, &mut found.references);
                let document = document(form, node, value.clone(), self);
                found.documents.insert(Text::from(path.as_str()), document);
                value
            }
            Node::Object(members) => {
                let mut rendered = Vec::with_capacity(members.len());
                for (key, value) in members {
                    append_token(path, key);
                    rendered.push((key.clone(), self.build(form, value, path, found)));
                    path.truncate(length);
                }
                form.object(rendered)
            }
            Node::Json(inner) => {
                let rendered = self.visit(inner, path, &mut found.references);
                let value = form.node(&rendered);
                let document = document(form, &rendered, value, &AsIs);
                found.documents.insert(Text::from(path.as_str()), document);
                form.node(&rendered.json_text())
            }
            Node::Text(text) => {
                decode(form, text, path, found);
                form.text(text)
            }
            Node::Join(parts) => {
                let joined = self.visit_join(parts, path, &mut found.references);
                if let Node::Text(text) = &joined {
                    decode(form, text, path, found);
                }
                form.node(&joined)
            }
            leaf => form.node(&self.visit(leaf, path, &mut found.references)),
        }
    }

    /// The same for a part of a document, in which texts are not taken for documents of their own.
    fn build_inside<F: Form>(
        &self,
        form: &mut F,
        node: &Node,
        path: &mut String,
        found: &mut Vec<Found>,
    ) -> F::Value {
        let length = path.len();
        match node {
            Node::List(items) => {
                let mut rendered = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    append_index(path, index);
                    rendered.push(self.build_inside(form, item, path, found));
                    path.truncate(length);
                }
                form.list(rendered)
            }
            Node::Object(members) => {
                let mut rendered = Vec::with_capacity(members.len());
                for (key, value) in members {
                    append_token(path, key);
                    rendered.push((key.clone(), self.build_inside(form, value, path, found)));
                    path.truncate(length);
                }
                form.object(rendered)
            }
            Node::Text(text) => form.text(text),
            leaf => form.node(&self.visit(leaf, path, found)),
        }
    }

    /// A node with its references rendered, those found being added to `found`.
    fn visit(&self, node: &Node, path: &mut String, found: &mut Vec<Found>) -> Node {
        let length = path.len();
        match node {
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_) | Node::Rest(_) => {
                node.clone()
            }
            Node::List(items) => {
                let mut rendered = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    append_index(path, index);
                    rendered.push(self.visit(item, path, found));
                    path.truncate(length);
                }
                Node::List(rendered)
            }
            Node::Object(members) => {
                let rendered = members.iter().map(|(key, value)| {
                    append_token(path, key);
                    let rendered = self.visit(value, path, found);
                    path.truncate(length);
                    (key.clone(), rendered)
                });
                Node::Object(rendered.collect())
            }
            Node::Ref(reference) => {
                self.record(path, reference, Precision::Exact, found);
                self.resolved(reference)
            }
            Node::Join(parts) => self.visit_join(parts, path, found),
            Node::Json(inner) => self.visit(inner, path, found).json_text(),
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
                    .map(|value| self.visit(value, path, found))
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

    fn visit_join(&self, parts: &[Node], path: &mut String, found: &mut Vec<Found>) -> Node {
        let precision = if parts.len() == 1 {
            Precision::Exact
        } else {
            Precision::Part
        };
        Node::join(parts.iter().map(|part| match part {
            Node::Ref(reference) => {
                self.record(path, reference, precision, found);
                textual(self.resolved(reference))
            }
            other => {
                // A choice inside a longer text: what a branch refers to is part of the text.
                let before = found.len();
                let rendered = textual(self.visit(other, path, found));
                for reference in found.iter_mut().skip(before) {
                    reference.precision = reference.precision.max(precision);
                }
                rendered
            }
        }))
    }

    fn record(&self, path: &str, to: &Reference, precision: Precision, found: &mut Vec<Found>) {
        let exists = self.subjects.contains_key(&to.address);
        if exists
            && !found
                .iter()
                .any(|other| other.path == path && other.to == *to)
        {
            found.push(Found {
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
        let rendered = self.visit(value, &mut String::new(), &mut Vec::new());
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

    /// The identifying texts of a resource: `arn`, `id`, `name`, `url`, those that are known, in this order.
    pub fn identities(&self, address: &Text) -> Vec<(Text, Text)> {
        let Some(subject) = self.subjects.get(address) else {
            return Vec::new();
        };
        let identify = |role: &Text, attribute: &Text| {
            let reference = Reference {
                address: address.clone(),
                attribute: attribute.clone(),
            };
            match self.resolve(&reference) {
                Some(Node::Text(text)) if !text.is_empty() => Some((role.clone(), text)),
                _ => None,
            }
        };
        roles(&subject.resource_type, self.family)
            .iter()
            .filter_map(|(role, attribute)| identify(role, attribute))
            .collect()
    }
}

impl Sight for Renderer<'_> {
    fn see<'n>(&self, node: &'n Node) -> Cow<'n, Node> {
        match node {
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_) => Cow::Borrowed(node),
            other => Cow::Owned(self.visit(other, &mut String::new(), &mut Vec::new())),
        }
    }
}

/// Decodes a text that holds a JSON object or list.
fn decode<F: Form>(form: &mut F, text: &str, path: &str, found: &mut Rendered<F::Value>) {
    let trimmed = text.trim_start();
    if trimmed.starts_with(['{', '['])
        && let Ok(decoded @ (Node::Object(_) | Node::List(_))) = parse_json(text)
    {
        let value = form.node(&decoded);
        let document = document(form, &decoded, value, &AsIs);
        found.documents.insert(Text::from(path), document);
    }
}

thread_local! {
    static JSON: [Text; 2] = ["kind", "value"].map(Text::from);
    static POLICY: [Text; 3] = ["kind", "statements", "value"].map(Text::from);
}

/// What is said of a decoded document; `value` is the same in the form that is built.
fn document<F: Form>(form: &mut F, decoded: &Node, value: F::Value, sight: &dyn Sight) -> F::Value {
    if iam::is_policy(decoded) {
        let members = [
            form.node(&Node::text("policy")),
            iam::statements(form, decoded, sight),
            value,
        ];
        return named(form, &POLICY, members);
    }
    let members = [form.node(&Node::text("json")), value];
    named(form, &JSON, members)
}

/// An object of `values` under `keys`, which are in order.
pub fn named<F: Form, const N: usize>(
    form: &mut F,
    keys: &'static LocalKey<[Text; N]>,
    values: [F::Value; N],
) -> F::Value {
    let members = keys.with(|keys| keys.iter().cloned().zip(values).collect());
    form.object(members)
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
    use crate::value::Nodes;

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
            renderer.render(&mut Nodes, &by_attribute, &mut found),
            Node::text("arn:aws:s3:::reports/*")
        );
        assert_eq!(
            renderer.render(&mut Nodes, &by_name, &mut found),
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
        let rendered = renderer.render(&mut Nodes, &values, &mut found);
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
    fn what_a_branch_inside_a_longer_text_refers_to_is_a_part_of_that_text() {
        let subjects = subjects(vec![("B", "AWS::S3::Bucket", Node::object::<&str>([]))]);
        let environment = Environment::default();
        let renderer = Renderer::new(&subjects, &environment, Family::Cloudformation, false);
        let choice = || {
            let values = vec![Node::reference("B", "Ref"), Node::text("other")];
            let condition = "condition:C".into();
            Node::OneOf(crate::value::OneOf { condition, values }.into())
        };
        let values = Node::object([
            ("alone", choice()),
            ("within", Node::Join(vec![Node::text("x-"), choice()])),
        ]);
        let mut found = Rendered::default();
        renderer.render(&mut Nodes, &values, &mut found);
        let shown: Vec<_> = found
            .references
            .iter()
            .map(|reference| (reference.path.as_str(), reference.precision))
            .collect();
        assert_eq!(
            shown,
            [("/alone", Precision::Exact), ("/within", Precision::Part)]
        );
    }

    #[test]
    fn every_text_that_holds_an_object_or_a_list_is_decoded_even_an_empty_one() {
        let subjects = subjects(Vec::new());
        let environment = Environment::default();
        let renderer = Renderer::new(&subjects, &environment, Family::Terraform, true);
        let texts = ["{}", "[]", " { } ", "[1]", "", "{", "{}x", "3", "null"];
        let items = texts.map(Node::text).to_vec();
        let encoded = Node::Json(Box::new(Node::object::<&str>([])));
        let values = Node::object([("texts", Node::List(items)), ("encoded", encoded)]);
        let mut found = Rendered::default();
        renderer.render(&mut Nodes, &values, &mut found);
        let decoded: Vec<&str> = found.documents.keys().map(|key| &**key).collect();
        assert_eq!(
            decoded,
            ["/encoded", "/texts/0", "/texts/1", "/texts/2", "/texts/3"]
        );
        assert_eq!(found.documents["/encoded"], found.documents["/texts/0"]);
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
        let reference = Node::reference("a.a", "name");
        let rendered = renderer.render(&mut Nodes, &reference, &mut Rendered::default());
        assert!(rendered.as_text().is_some(), "{rendered:?}");
    }
}
