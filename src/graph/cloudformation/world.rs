//! All stacks of a graph together, and what has already been evaluated of them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::artifact::template::Template;
use crate::graph::{Note, Options};
use crate::value::{Node, Object, Reference, Text, Unknown};

use super::budget::Budget;
use super::condition::{Branches, Condition};

/// One template with the address its resources have in the graph.
pub(super) struct Stack<'a> {
    pub template: &'a Template,
    /// What stands before a logical id in an address: nothing, or the stack and a slash.
    prefix: String,
    /// The stack's name, where it is known.
    pub name: Option<Text>,
    pub resources: Cow<'a, Object>,
    pub outputs: Cow<'a, Object>,
    pub conditions: Cow<'a, Object>,
    /// Loop variables over collections that are not known.
    pub loop_variables: BTreeMap<Text, Arc<Unknown>>,
    /// Resources that stand for an unknown number, by logical id.
    pub undecided: BTreeMap<Text, Arc<Unknown>>,
    /// Whether a macro may define names that the template does not.
    pub open_ended: bool,
}

/// Where something is evaluated.
#[derive(Clone)]
pub(super) struct Scope {
    pub stack: usize,
    /// The resource whose values are evaluated.
    pub address: Option<Text>,
    /// Which branches of conditions are possible here.
    pub branches: Branches,
}

/// What is remembered, by stack and name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Memo {
    Parameter,
    Output,
}

pub(super) struct World<'a> {
    pub stacks: Vec<Stack<'a>>,
    pub options: &'a Options,
    values: RefCell<BTreeMap<(Memo, usize, Text), Option<Node>>>,
    pub(super) budget: Budget,
    pub(super) conditions: RefCell<BTreeMap<(usize, Text), Option<Condition>>>,
    /// Ids of comparisons that the template leaves open, with whether the id names the opposite.
    pub(super) comparisons: RefCell<BTreeMap<String, (Text, bool)>>,
    /// The comparisons of each unknown with known texts, in the order in which they were met.
    pub(super) compared: RefCell<BTreeMap<Text, Vec<(String, Condition)>>>,
    exports: RefCell<Option<Vec<(Node, usize, Text)>>>,
    notes: RefCell<Vec<Note>>,
    /// The notes that were taken already: what, about which resource.
    noted: RefCell<BTreeSet<(String, Option<Text>)>>,
}

impl Scope {
    pub fn new(stack: usize) -> Self {
        Self {
            stack,
            address: None,
            branches: Branches::new(),
        }
    }
}

impl Stack<'_> {
    /// The address of a logical id, or the name of anything else of this stack.
    pub fn address(&self, logical_id: &str) -> Text {
        Text::from(format!("{}{logical_id}", self.prefix))
    }
}

impl<'a> World<'a> {
    pub fn new(templates: &'a [Template], options: &'a Options) -> Self {
        let mut stacks: Vec<Stack<'a>> = Vec::with_capacity(templates.len());
        for (template, prefix) in templates.iter().zip(prefixes(templates)) {
            stacks.push(Stack {
                template,
                prefix,
                name: template.stack.clone(),
                resources: Cow::Borrowed(template.section("Resources")),
                outputs: Cow::Borrowed(template.section("Outputs")),
                conditions: Cow::Borrowed(template.section("Conditions")),
                loop_variables: BTreeMap::new(),
                undecided: BTreeMap::new(),
                open_ended: super::macros::is_open_ended(template),
            });
        }
        Self {
            stacks,
            options,
            values: RefCell::default(),
            conditions: RefCell::default(),
            comparisons: RefCell::default(),
            compared: RefCell::default(),
            budget: Budget::default(),
            exports: RefCell::default(),
            notes: RefCell::default(),
            noted: RefCell::default(),
        }
    }

    pub fn stack(&self, scope: &Scope) -> Option<&Stack<'a>> {
        self.stacks.get(scope.stack)
    }

    /// The address of a logical id of the stack that `scope` is in.
    pub fn address(&self, name: &str, scope: &Scope) -> Text {
        self.stack(scope)
            .map_or_else(|| Text::from(name), |stack| stack.address(name))
    }

    /// Evaluates something once; while it is being evaluated it counts as not known, so that a circle ends.
    pub fn once(
        &self,
        memo: Memo,
        stack: usize,
        name: &str,
        evaluate: impl FnOnce() -> Node,
    ) -> Node {
        let key = (memo, stack, Text::from(name));
        let known = self.values.borrow().get(&key).cloned();
        if let Some(known) = known {
            if let Some(known) = known {
                return self.charged(known);
            }
            return {
                let id = self
                    .stacks
                    .get(stack)
                    .map_or_else(|| Text::from(name), |stack| stack.address(name));
                unknown("circle", format!("circle:{id}"), Vec::new(), None)
            };
        }
        self.values.borrow_mut().insert(key.clone(), None);
        let value = match self.budget.deeper() {
            Some(_depth) => self.charged(evaluate()),
            None => self.too_large(),
        };
        self.values.borrow_mut().insert(key, Some(value.clone()));
        value
    }

    /// The value of an output, evaluated in its own stack.
    pub fn output(&self, stack: usize, name: &str) -> Option<Node> {
        let value = self.stacks.get(stack)?.outputs.get(name)?.get("Value")?;
        Some(self.once(Memo::Output, stack, name, || {
            self.eval(value, &Scope::new(stack))
        }))
    }

    /// The value exported under `name` by one of the stacks.
    pub fn export(&self, name: &Node) -> Option<Node> {
        if self.exports.borrow().is_none() {
            // Names are evaluated with an empty list in place, so that an export named by an import ends.
            *self.exports.borrow_mut() = Some(Vec::new());
            let mut exports = Vec::new();
            for (index, stack) in self.stacks.iter().enumerate() {
                for (output, value) in stack.outputs.iter() {
                    if let Some(name) = value.at("/Export/Name") {
                        exports.push((self.eval(name, &Scope::new(index)), index, output.clone()));
                    }
                }
            }
            *self.exports.borrow_mut() = Some(exports);
        }
        let found = {
            let exports = self.exports.borrow();
            exports
                .iter()
                .flatten()
                .find(|(export, ..)| export == name)
                .map(|(_, stack, output)| (*stack, output.clone()))
        };
        let (stack, output) = found?;
        self.output(stack, &output)
    }

    /// Forgets what depended on names that expansion has since added.
    pub fn forget(&mut self) {
        self.values = RefCell::default();
        self.conditions = RefCell::default();
        self.comparisons = RefCell::default();
        self.compared = RefCell::default();
        self.exports = RefCell::default();
        self.notes
            .get_mut()
            .retain(|note| note.code == "not-expanded");
        let kept = self.notes.get_mut().iter();
        *self.noted.get_mut() = kept
            .map(|note| (note.message.clone(), note.address.clone()))
            .collect();
    }

    /// A loop that was not expanded.
    pub fn kept_note(&self, message: String, stack: usize) {
        self.note("not-expanded", message, &Scope::new(stack), false);
    }

    pub fn note(&self, code: &'static str, message: String, scope: &Scope, forbids_verdict: bool) {
        let note = Note {
            code,
            message,
            address: scope.address.clone(),
            path: None,
            forbids_verdict,
        };
        let key = (note.message.clone(), note.address.clone());
        if self.noted.borrow_mut().insert(key) {
            self.notes.borrow_mut().push(note);
        }
    }

    pub fn into_notes(self) -> Vec<Note> {
        self.notes.into_inner()
    }
}

/// The value of a function that cannot be evaluated here: equal arguments give equal values.
pub(super) fn opaque(function: &str, argument: &Node, kind: Option<&str>) -> Node {
    let id = format!("{function}:{}", fingerprint(argument));
    unknown("function", id, mentions(argument), kind)
}

pub(super) fn unknown(
    reason: &str,
    id: impl Into<Text>,
    mentions: Vec<Reference>,
    kind: Option<&str>,
) -> Node {
    Node::Unknown(Arc::new(Unknown {
        reason: Text::from(reason),
        id: id.into(),
        mentions,
        kind: kind.map(Text::from),
        domain: Vec::new(),
    }))
}

/// A short text that differs where nodes differ.
pub(super) fn fingerprint(node: &Node) -> String {
    let digest = Sha256::digest(serde_json::to_string(node).unwrap_or_default());
    let mut text = String::new();
    for byte in digest.iter().take(6) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Every reference in `node`, once.
pub(super) fn mentions(node: &Node) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    node.walk(&mut String::new(), &mut |_, node| match node {
        Node::Ref(reference) => found.push(reference.clone()),
        Node::Unknown(unknown) | Node::Rest(unknown) => {
            found.extend(unknown.mentions.iter().cloned());
        }
        _ => {}
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// What stands before the logical ids of each template in the addresses of their graph: nothing, or the stack and a slash.
pub fn prefixes(templates: &[Template]) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(templates.len());
    for template in templates {
        if templates.len() == 1 {
            return vec![String::new()];
        }
        let label = match &template.parent {
            Some(parent) => found
                .get(parent.template)
                .map(|prefix| Text::from(format!("{prefix}{}", parent.logical_id))),
            None => template
                .stack
                .clone()
                .or_else(|| Some(stem(template.source().name()))),
        };
        let label = label.unwrap_or_else(|| Text::from("Nested"));
        let mut prefix = format!("{label}/");
        let mut copies = 2;
        while found.contains(&prefix) {
            prefix = format!("{label}#{copies}/");
            copies += 1;
        }
        found.push(prefix);
    }
    found
}

/// `Main` of `path/Main.template.json`.
fn stem(name: &str) -> Text {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.split('.').next().filter(|stem| !stem.is_empty());
    Text::from(stem.unwrap_or(file))
}
