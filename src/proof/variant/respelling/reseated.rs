//! Values at other places of a resource; what the artifact says of the old place follows.

use std::borrow::Cow;

use crate::graph::Resource;
use crate::value::{Node, append_index, append_token, parse_json, split_pointer};

/// What an artifact says of the values below a pointer, by what follows the pointer.
#[derive(Debug, Clone, Default)]
pub struct Said {
    mentions: Vec<crate::graph::Mention>,
    via: Vec<(String, Vec<crate::value::Text>)>,
    sensitive: Vec<String>,
}

/// The rest of `path` below `pointer`, or below a place that holds it.
fn below(path: &str, pointer: &str) -> Option<String> {
    let rest = path.strip_prefix(pointer)?;
    (rest.is_empty() || rest.starts_with('/')).then(|| rest.to_owned())
}

impl Said {
    /// What is said of the values at and below `pointer`.
    pub fn of(resource: &Resource, pointer: &str) -> Self {
        let mut said = Self::default();
        for mention in &resource.mentions {
            if let Some(path) = below(&mention.path, pointer) {
                let mention = mention.clone();
                said.mentions
                    .push(crate::graph::Mention { path, ..mention });
            }
        }
        for (path, via) in &resource.via {
            if let Some(rest) = below(path, pointer) {
                said.via.push((rest, via.clone()));
            }
        }
        let sensitive = resource.sensitive.iter();
        said.sensitive = sensitive.filter_map(|path| below(path, pointer)).collect();
        said
    }

    /// Removes it.
    pub fn forget(resource: &mut Resource, pointer: &str) {
        let stays = |path: &str| below(path, pointer).is_none();
        resource.mentions.retain(|mention| stays(&mention.path));
        resource.via.retain(|path, _| stays(path));
        resource.sensitive.retain(|path| stays(path));
    }

    /// Says it of the values at `pointer`; `step` gives what follows there for what followed at the old place, `None` for
    /// what is not there any more.
    pub fn say(
        self,
        resource: &mut Resource,
        pointer: &str,
        step: &dyn Fn(&str) -> Option<String>,
    ) {
        let at = |rest: &str| step(rest).map(|rest| format!("{pointer}{rest}"));
        for mention in self.mentions {
            if let Some(path) = at(&mention.path) {
                resource
                    .mentions
                    .push(crate::graph::Mention { path, ..mention });
            }
        }
        for (rest, via) in self.via {
            if let Some(path) = at(&rest) {
                resource.via.insert(path, via);
            }
        }
        let sensitive = self.sensitive.iter().filter_map(|rest| at(rest));
        resource.sensitive.extend(sensitive);
    }
}

/// Changes the value at `pointer`, and the pointers that lead below it as `step` says.
pub fn change(
    resource: &mut Resource,
    pointer: &str,
    edit: impl FnOnce(&mut Node) -> bool,
    step: &dyn Fn(&str) -> Option<String>,
) -> bool {
    let tokens: Vec<Cow<'_, str>> = split_pointer(pointer).collect();
    let Some(node) = place(&mut resource.values, &tokens) else {
        return false;
    };
    if !edit(node) {
        return false;
    }
    let said = Said::of(resource, pointer);
    Said::forget(resource, pointer);
    said.say(resource, pointer, step);
    true
}

/// The value at a pointer, encoded documents being decoded on the way.
fn place<'n>(node: &'n mut Node, tokens: &[Cow<'_, str>]) -> Option<&'n mut Node> {
    let Some((first, rest)) = tokens.split_first() else {
        return Some(node);
    };
    if let Node::Text(text) = node {
        let decoded = parse_json(text).ok()?;
        if !matches!(decoded, Node::Object(_) | Node::List(_)) {
            return None;
        }
        *node = Node::Json(Box::new(decoded));
    }
    match node {
        Node::Json(inner) => place(inner, tokens),
        Node::Object(members) => place(members.get_mut(first.as_ref())?, rest),
        Node::List(items) => place(items.get_mut(first.parse::<usize>().ok()?)?, rest),
        _ => None,
    }
}

/// Pointers to the policy documents of a resource, encoded ones and plain ones, each with the document.
pub fn policies(resource: &Resource) -> Vec<(String, Cow<'_, Node>)> {
    let mut found = Vec::new();
    collect(&resource.values, &mut String::new(), &mut found);
    found
}

fn collect<'n>(node: &'n Node, pointer: &mut String, found: &mut Vec<(String, Cow<'n, Node>)>) {
    let length = pointer.len();
    match node {
        Node::Json(inner) if is_policy(inner) => {
            found.push((pointer.clone(), Cow::Borrowed(inner.as_ref())));
        }
        Node::Text(text) if text.trim_start().starts_with('{') => {
            if let Ok(decoded) = parse_json(text)
                && is_policy(&decoded)
            {
                found.push((pointer.clone(), Cow::Owned(decoded)));
            }
        }
        Node::Object(_) if is_policy(node) => {
            found.push((pointer.clone(), Cow::Borrowed(node)));
        }
        Node::Object(members) => {
            for (key, value) in members {
                append_token(pointer, key);
                collect(value, pointer, found);
                pointer.truncate(length);
            }
        }
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                append_index(pointer, index);
                collect(item, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

/// Whether an object is a policy document with known statements.
fn is_policy(node: &Node) -> bool {
    match node.get("Statement") {
        Some(Node::List(_)) => true,
        Some(statement) => statement.get("Effect").is_some(),
        None => false,
    }
}

/// The members of a policy document that are a string or a list of strings, and the list of statements itself, each
/// with its pointer below the document.
pub fn listed<'n>(document: &'n Node, visit: &mut dyn FnMut(&str, &'n Node)) {
    let Some(statement) = document.get("Statement") else {
        return;
    };
    visit("/Statement", statement);
    let statements: Vec<(String, &Node)> = match statement {
        Node::List(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| (format!("/Statement/{index}"), item))
            .collect(),
        one => vec![("/Statement".to_owned(), one)],
    };
    for (pointer, statement) in statements {
        for key in ["Action", "NotAction", "Resource", "NotResource"] {
            if let Some(value) = statement.get(key) {
                visit(&format!("{pointer}/{key}"), value);
            }
        }
        for key in ["Principal", "NotPrincipal"] {
            let kinds = statement.get(key).and_then(Node::as_object);
            for (kind, value) in kinds.into_iter().flatten() {
                visit(&format!("{pointer}/{key}/{kind}"), value);
            }
        }
        let tests = statement.get("Condition").and_then(Node::as_object);
        for (test, keys) in tests.into_iter().flatten() {
            for (key, value) in keys.as_object().into_iter().flatten() {
                let mut pointer = format!("{pointer}/Condition");
                append_token(&mut pointer, test);
                append_token(&mut pointer, key);
                visit(&pointer, value);
            }
        }
    }
}
