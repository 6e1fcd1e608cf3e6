//! The three states of an attribute: known, assigned but not known, and not assigned at all.

use std::sync::Arc;

use crate::artifact::plan::{Expression, Expressions, Marks};
use crate::graph::{Mention, Note};
use crate::value::{Node, Object, Reference, Text, Unknown, append_token};

use super::blocks;
use super::name::reference_groups;
use super::references::{Place, Resolver};
use super::walk::Mentions;

/// A note's code: what a local value is made of is not recorded.
pub(super) const UNRESOLVED_LOCAL: &str = "unresolved-local";

/// A note's code: there is no instance of anything that an open value refers to.
pub(super) const NO_INSTANCE: &str = "no-instance";

/// Fills in what a plan leaves open in the values of one instance.
pub(super) struct Attributes<'r, 'p> {
    pub(super) resolver: &'r Resolver<'p>,
    pub(super) place: Place<'p>,
    pub(super) address: &'r Text,
    /// Finds the assembled policy document that an expression is exactly a reference to.
    pub(super) document: &'r mut dyn FnMut(&'p [Text], Place<'p>) -> Option<Node>,
    pub(super) mentions: Vec<Mention>,
    pub(super) notes: Vec<Note>,
}

impl<'p> Attributes<'_, 'p> {
    /// Fills in one body: `members` holds its known values, `unknown` what is not known, `assigned` what the author wrote.
    pub(super) fn fill(
        &mut self,
        members: &mut Object,
        unknown: &Marks,
        assigned: &'p Expressions,
        at: &mut String,
    ) {
        let length = at.len();
        for (name, expression) in assigned {
            append_token(at, name);
            self.fill_assigned(members, name, member_marks(unknown, name), expression, at);
            at.truncate(length);
        }
        let Marks::Members(marked) = unknown else {
            return;
        };
        for (name, marks) in marked {
            if assigned.contains_key(name) {
                continue;
            }
            append_token(at, name);
            if name.as_ref() == "tags_all" {
                self.fill_effective_tags(members, marks, at);
            } else if let Some(Node::List(items)) = members.get_mut(name) {
                self.fill_generated_blocks(items, marks, at);
            }
            at.truncate(length);
        }
    }

    fn fill_assigned(
        &mut self,
        members: &mut Object,
        name: &Text,
        marks: &Marks,
        expression: &'p Expression,
        at: &mut String,
    ) {
        match expression {
            Expression::Constant(Node::Null) => {}
            Expression::Constant(value) => {
                if name.ends_with("_wo") && !members.contains_key(name) {
                    members.insert(name.clone(), value.clone());
                }
                self.place(members, name, marks, &[], at);
            }
            Expression::Opaque => {
                self.place(members, name, marks, &[], at);
                self.write_only(members, name, &[], at);
            }
            Expression::References(names) => {
                let mentions = self.resolver.resolve(expression, self.place);
                self.fill_referring(members, name, marks, names, mentions, at);
            }
            Expression::Block(inner) => match members.get_mut(name) {
                Some(Node::Object(object)) => self.fill(object, marks, inner, at),
                Some(Node::List(items)) if items.len() <= 1 => {
                    self.fill_blocks(items, marks, &[inner], at);
                }
                _ => self.place_whole(members, name, marks, expression, at),
            },
            Expression::Blocks(inner) => match members.get_mut(name) {
                Some(Node::List(items)) => {
                    let inner: Vec<&'p Expressions> = inner.iter().collect();
                    self.fill_blocks(items, marks, &inner, at);
                }
                Some(Node::Object(object)) if inner.len() == 1 => {
                    if let Some(inner) = inner.first() {
                        self.fill(object, marks, inner, at);
                    }
                }
                _ => self.place_whole(members, name, marks, expression, at),
            },
        }
    }

    fn fill_referring(
        &mut self,
        members: &mut Object,
        name: &Text,
        marks: &Marks,
        names: &'p [Text],
        mentions: Mentions,
        at: &str,
    ) {
        if *marks == Marks::All
            && let Some(document) = (self.document)(names, self.place)
        {
            members.insert(name.clone(), Node::Json(Box::new(document)));
        }
        if let (Marks::Items(_), Some(Node::List(items))) = (marks, members.get_mut(name))
            && name.ends_with("_policy_documents")
        {
            self.fill_documents(items, names);
        }
        if !matches!(members.get(name), Some(Node::Json(_))) {
            let references = mentions.references();
            self.place(members, name, marks, &references, at);
            self.write_only(members, name, &references, at);
        }
        self.state(mentions, !marks.is_none(), at);
    }

    /// A list of documents is one reference an item when there are as many references as items.
    fn fill_documents(&mut self, items: &mut [Node], names: &'p [Text]) {
        let groups = reference_groups(names);
        if groups.len() != items.len() {
            return;
        }
        for (item, group) in items.iter_mut().zip(groups) {
            if item.is_null()
                && let Some(document) = (self.document)(group, self.place)
            {
                *item = Node::Json(Box::new(document));
            }
        }
    }

    /// A write-only argument is null in every plan, whatever is assigned.
    fn write_only(&self, members: &mut Object, name: &Text, references: &[Reference], at: &str) {
        if name.ends_with("_wo") && !members.contains_key(name) {
            members.insert(name.clone(), self.unknown("write-only", at, references));
        }
    }

    fn fill_blocks(
        &mut self,
        items: &mut [Node],
        marks: &Marks,
        assigned: &[&'p Expressions],
        at: &mut String,
    ) {
        // With more items than blocks some come from a `dynamic` block, and no item is surely one of the blocks.
        let generated = items.len() > assigned.len();
        let matches = blocks::matches(items, assigned);
        let length = at.len();
        for (index, (item, matched)) in items.iter_mut().zip(matches).enumerate() {
            append_token(at, &index.to_string());
            let marks = item_marks(marks, index);
            if let Node::Object(members) = item {
                // Of several candidates each may be the one: whatever any of them assigns is assigned.
                for block in &matched {
                    self.fill(members, marks, block, at);
                }
            }
            if generated || matched.is_empty() {
                open(item, marks, &self.opening(&[]), at);
            }
            at.truncate(length);
        }
    }

    /// Items that no block of the configuration stands for come from a `dynamic` block, which plans do not record:
    /// what is open in them may be assigned.
    fn fill_generated_blocks(&self, items: &mut [Node], marks: &Marks, at: &mut String) {
        let Marks::Items(marked) = marks else { return };
        let length = at.len();
        for (index, marks) in marked {
            if let Some(item @ Node::Object(_)) = items.get_mut(*index) {
                append_token(at, &index.to_string());
                open(item, marks, &self.opening(&[]), at);
                at.truncate(length);
            }
        }
    }

    /// Effective tags follow the resource's own where those are open.
    fn fill_effective_tags(&self, members: &mut Object, marks: &Marks, at: &str) {
        let own = members.get("tags").cloned();
        match (marks, own) {
            (Marks::All, Some(Node::Unknown(unknown))) => {
                members.insert(
                    "tags_all".into(),
                    self.unknown("computed", at, &unknown.mentions),
                );
            }
            (Marks::All, Some(own)) if !own.is_plain() => {
                members.insert("tags_all".into(), own);
            }
            (Marks::Members(marked), Some(Node::Object(own))) => {
                let Node::Object(all) = members
                    .entry("tags_all".into())
                    .or_insert_with(|| Node::Object(Object::new()))
                else {
                    return;
                };
                for (key, _) in marked {
                    if let Some(value) = own.get(key) {
                        all.insert(key.clone(), value.clone());
                    }
                }
            }
            _ => {}
        }
    }

    /// A block type of which nothing is known although blocks are written.
    fn place_whole(
        &mut self,
        members: &mut Object,
        name: &Text,
        marks: &Marks,
        expression: &'p Expression,
        at: &str,
    ) {
        if !marks.is_none() {
            let mentions = self.resolver.resolve(expression, self.place);
            self.place(members, name, marks, &mentions.references(), at);
            self.state(mentions, true, at);
        }
    }

    /// Records what an expression mentions, and what cannot be followed.
    fn state(&mut self, mentions: Mentions, open: bool, at: &str) {
        self.note_gaps(&mentions, open, at);
        self.mentions
            .extend(mentions.found.into_iter().map(|found| Mention {
                path: at.to_owned(),
                to: found.to,
                via: found.via,
                exact: false,
            }));
    }

    fn place(
        &self,
        members: &mut Object,
        name: &Text,
        marks: &Marks,
        references: &[Reference],
        at: &str,
    ) {
        if marks.is_none() {
            return;
        }
        let opening = self.opening(references);
        open(
            members.entry(name.clone()).or_default(),
            marks,
            &opening,
            &mut at.to_owned(),
        );
        if members.get(name).is_some_and(Node::is_null) {
            members.remove(name);
        }
    }

    fn opening<'a>(&'a self, references: &'a [Reference]) -> Opening<'a> {
        Opening {
            address: self.address,
            reason: "computed",
            references,
        }
    }

    fn unknown(&self, reason: &'static str, at: &str, references: &[Reference]) -> Node {
        Opening {
            address: self.address,
            reason,
            references,
        }
        .unknown(at)
    }

    fn note_gaps(&mut self, mentions: &Mentions, open: bool, at: &str) {
        for name in &mentions.dangling {
            self.notes.push(Note {
                code: "dangling-reference",
                message: format!("`{name}` leads to no resource of this plan"),
                address: Some(self.address.clone()),
                path: Some(at.to_owned()),
                forbids_verdict: open,
            });
        }
        if open && mentions.found.is_empty() && !mentions.absent.is_empty() {
            self.notes.push(Note {
                code: NO_INSTANCE,
                message: format!(
                    "the plan holds no instance of what this refers to: `{}`",
                    mentions.absent.join("`, `")
                ),
                address: Some(self.address.clone()),
                path: Some(at.to_owned()),
                forbids_verdict: false,
            });
        }
        if open {
            for name in &mentions.locals {
                self.notes.push(Note {
                    code: UNRESOLVED_LOCAL,
                    message: format!(
                        "plans do not record what `local.{name}` is made of; the sources do"
                    ),
                    address: Some(self.address.clone()),
                    path: Some(at.to_owned()),
                    forbids_verdict: false,
                });
            }
        }
    }
}

/// What the unknowns of one expression have in common.
pub(super) struct Opening<'a> {
    pub(super) address: &'a str,
    pub(super) reason: &'static str,
    pub(super) references: &'a [Reference],
}

impl Opening<'_> {
    fn unknown(&self, at: &str) -> Node {
        Node::Unknown(Arc::new(Unknown {
            reason: self.reason.into(),
            id: format!("{}#{at}", self.address).into(),
            mentions: self.references.to_vec(),
            kind: None,
            domain: Vec::new(),
        }))
    }
}

/// Puts an unknown at every marked place of `value`.
pub(super) fn open(value: &mut Node, marks: &Marks, opening: &Opening<'_>, at: &mut String) {
    let length = at.len();
    match (marks, value) {
        (Marks::All, Node::Unknown(unknown)) => {
            let more = opening
                .references
                .iter()
                .filter(|more| !unknown.mentions.contains(more));
            let more: Vec<Reference> = more.cloned().collect();
            Arc::make_mut(unknown).mentions.extend(more);
        }
        (Marks::All | Marks::Items(_), value @ Node::Null) => *value = opening.unknown(at),
        (Marks::Members(marked), value @ (Node::Object(_) | Node::Null)) => {
            if value.is_null() {
                *value = Node::Object(Object::new());
            }
            let Node::Object(members) = value else { return };
            for (name, marks) in marked {
                append_token(at, name);
                open(members.entry(name.clone()).or_default(), marks, opening, at);
                at.truncate(length);
            }
        }
        (Marks::Items(marked), Node::List(items)) => {
            for (index, marks) in marked {
                let Some(item) = items.get_mut(*index) else {
                    continue;
                };
                append_token(at, &index.to_string());
                open(item, marks, opening, at);
                at.truncate(length);
            }
        }
        _ => {}
    }
}

static NOTHING: Marks = Marks::None;
static EVERYTHING: Marks = Marks::All;

fn member_marks<'m>(marks: &'m Marks, name: &str) -> &'m Marks {
    match marks {
        Marks::All => &EVERYTHING,
        Marks::Members(members) => members
            .iter()
            .find(|(key, _)| &**key == name)
            .map_or(&NOTHING, |(_, marks)| marks),
        Marks::None | Marks::Items(_) => &NOTHING,
    }
}

fn item_marks(marks: &Marks, index: usize) -> &Marks {
    match marks {
        Marks::All => &EVERYTHING,
        Marks::Items(items) => items
            .iter()
            .find(|(at, _)| *at == index)
            .map_or(&NOTHING, |(_, marks)| marks),
        Marks::None | Marks::Members(_) => &NOTHING,
    }
}
