//! A plan's graph made precise by its sources: planned values win where they are known, the sources fill the rest.

use std::collections::BTreeMap;

use crate::graph::{Graph, Mention, Mode, Note, Resource};
use crate::value::{Node, Object, OneOf, Pointer, Text, append_token, parse_json};

use disagreement::{is_deleted, is_remote};

use super::attributes::{NO_INSTANCE, UNRESOLVED_LOCAL};
use super::plan::MENTIONS_CUT_SHORT;
use super::source::{MODULE_NOT_EXPANDED, REMOTE_MODULE};

mod disagreement;

/// Merges the graph of a plan with the graph of the sources that it was planned from.
///
/// Of an instance that both hold, known planned values stay; what the plan leaves unknown takes the sources' value;
/// where the sources say that a known value is exactly one attribute of another resource, that is recorded. What only
/// sources can say (`lifecycle`, the place in the files, what a reference went through) comes from them.
pub fn merge_sources(mut plan: Graph, source: &Graph) -> Graph {
    let data = known_data(&plan);
    let incomplete = plan
        .notes
        .iter()
        .any(|note| note.code == "no-configuration");
    let mut notes: Vec<Note> = disagreement::note_on_the_whole(&plan, source)
        .into_iter()
        .collect();
    let mut candidates = Vec::new();
    for (address, resource) in &mut plan.resources {
        match source.resources.get(address) {
            Some(written) => {
                notes.append(&mut disagreement::notes(resource, written));
                let found = merge_resource(resource, written, &data, incomplete);
                candidates.push((address.clone(), found));
            }
            None if resource.mode == Mode::Managed
                && !is_deleted(resource)
                && !is_remote(&resource.module, source) =>
            {
                notes.push(one_sided(
                    "only-in-plan",
                    address,
                    "the plan holds an instance that the sources do not make",
                ));
            }
            None => {}
        }
    }
    add_mentions(&mut plan, candidates);
    for (address, written) in &source.resources {
        if written.mode == Mode::Managed && !plan.resources.contains_key(address) {
            notes.push(one_sided(
                "only-in-sources",
                address,
                "the sources make an instance that the plan does not hold",
            ));
        }
    }
    for (name, value) in &mut plan.outputs {
        if let (Node::Unknown(_), Some(written)) = (&*value, source.outputs.get(name)) {
            *value = informed(written, &data);
        }
    }
    let still_open = |note: &&Note| {
        let (Some(address), Some(path)) = (&note.address, &note.path) else {
            return true;
        };
        plan.resources
            .get(address)
            .and_then(|resource| resource.values.at(path))
            .is_some_and(|value| !value.is_plain())
    };
    let written = source.notes.iter().filter(still_open).cloned();
    notes.extend(written.map(|note| {
        // The plan holds the resources of every module.
        let shown = [REMOTE_MODULE, MODULE_NOT_EXPANDED].contains(&note.code);
        Note {
            forbids_verdict: note.forbids_verdict && !shown,
            ..note
        }
    }));
    let settled: Vec<bool> = plan
        .notes
        .iter()
        .map(|note| is_settled(note, &plan, source))
        .collect();
    let mut settled = settled.into_iter();
    plan.notes.retain(|_| !settled.next().unwrap_or_default());
    notes.retain(|note| !plan.notes.contains(note));
    plan.notes.extend(notes);
    let environment = &mut plan.environment;
    environment.region = environment
        .region
        .take()
        .or_else(|| source.environment.region.clone());
    environment.account = environment
        .account
        .take()
        .or_else(|| source.environment.account.clone());
    environment.partition = environment
        .partition
        .take()
        .or_else(|| source.environment.partition.clone());
    plan
}

/// A reference that a known value may have come from.
struct Candidate {
    mention: Mention,
    planned: Node,
    /// Whether the sources leave no other reference for this value.
    only: bool,
}

/// Adds the references that known values came from: where the plan also knows what is referred to, it must be equal.
fn add_mentions(plan: &mut Graph, candidates: Vec<(Text, Vec<Candidate>)>) {
    let mut confirmed = Vec::new();
    for (address, candidates) in candidates {
        let mentions = candidates.into_iter().filter_map(|candidate| {
            let mut mention = candidate.mention;
            let target = plan.resources.get(&mention.to.address);
            let target = target.and_then(|target| target.values.get(&mention.to.attribute));
            match target.filter(|target| target.is_plain()) {
                Some(target) => mention.exact &= same(target, &candidate.planned),
                None => mention.exact &= candidate.only,
            }
            (mention.exact || candidate.only).then_some(mention)
        });
        let mentions: Vec<Mention> = mentions.collect();
        if !mentions.is_empty() {
            confirmed.push((address, mentions));
        }
    }
    for (address, mentions) in confirmed {
        if let Some(resource) = plan.resources.get_mut(&address) {
            let exact: Vec<Pointer> = mentions
                .iter()
                .filter(|mention| mention.exact)
                .map(|mention| mention.path.clone())
                .collect();
            let superseded =
                |mention: &Mention| exact.iter().any(|path| lies_within(&mention.path, path));
            resource.mentions.retain(|mention| !superseded(mention));
            resource.mentions.extend(mentions);
        }
    }
}

/// Whether a note says what only a plan cannot tell, about a value that is now the sources'.
fn is_settled(note: &Note, merged: &Graph, source: &Graph) -> bool {
    if note.code == MENTIONS_CUT_SHORT {
        let mut mentions = merged
            .resources
            .values()
            .flat_map(|resource| &resource.mentions);
        return mentions.all(|mention| mention.exact);
    }
    let (Some(address), Some(path)) = (&note.address, &note.path) else {
        return false;
    };
    if ![UNRESOLVED_LOCAL, NO_INSTANCE].contains(&note.code)
        || !source.resources.contains_key(address)
    {
        return false;
    }
    let value = merged
        .resources
        .get(address)
        .and_then(|resource| resource.values.at(path));
    let own = format!("{address}#");
    let mut planned = false;
    if let Some(value) = value {
        value.walk(&mut String::new(), &mut |_, node| {
            planned |= matches!(node, Node::Unknown(unknown) if unknown.id.starts_with(&own));
        });
    }
    !planned
}

fn same(left: &Node, right: &Node) -> bool {
    left == right || spelled(left).is_some_and(|left| spelled(right) == Some(left))
}

/// Whether `pointer` is `place` or lies below it.
fn lies_within(pointer: &str, place: &str) -> bool {
    pointer
        .strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn one_sided(code: &'static str, address: &Text, message: &str) -> Note {
    Note {
        code,
        message: message.to_owned(),
        address: Some(address.clone()),
        path: None,
        forbids_verdict: false,
    }
}

/// Values of data sources that the plan has read.
fn known_data(plan: &Graph) -> BTreeMap<Text, Node> {
    let data = plan
        .resources
        .values()
        .filter(|resource| resource.mode == Mode::Data);
    data.map(|resource| (resource.address.clone(), resource.values.clone()))
        .collect()
}

fn merge_resource(
    resource: &mut Resource,
    written: &Resource,
    data: &BTreeMap<Text, Node>,
    incomplete: bool,
) -> Vec<Candidate> {
    let mut merge = Merge {
        written,
        data,
        incomplete,
        via: BTreeMap::new(),
        candidates: Vec::new(),
        superseded: Vec::new(),
        in_open_document: false,
    };
    let planned = std::mem::take(&mut resource.values);
    resource.values = merge.node(planned, &written.values, &mut Place::default());
    resource.mentions.retain(|mention| {
        !merge
            .superseded
            .iter()
            .any(|path| lies_within(&mention.path, path))
    });
    resource.via.append(&mut merge.via);
    resource.lifecycle = written.lifecycle.clone();
    resource.source.clone_from(&written.source);
    resource.places.clone_from(&written.places);
    if resource.depends_on.is_empty() {
        resource.depends_on.clone_from(&written.depends_on);
    }
    for pointer in &written.sensitive {
        if !resource.sensitive.contains(pointer) {
            resource.sensitive.push(pointer.clone());
        }
    }
    merge.candidates
}

/// Pointers to one place in the plan's values and in the sources'.
#[derive(Default, Clone)]
struct Place {
    planned: Pointer,
    written: Pointer,
}

impl Place {
    fn inside<T>(&mut self, planned: &str, written: &str, visit: impl FnOnce(&mut Self) -> T) -> T {
        let lengths = (self.planned.len(), self.written.len());
        append_token(&mut self.planned, planned);
        append_token(&mut self.written, written);
        let result = visit(self);
        self.planned.truncate(lengths.0);
        self.written.truncate(lengths.1);
        result
    }
}

struct Merge<'s> {
    written: &'s Resource,
    data: &'s BTreeMap<Text, Node>,
    /// Whether the plan does not tell an unknown attribute from one that nobody assigned.
    incomplete: bool,
    via: BTreeMap<Pointer, Vec<Text>>,
    candidates: Vec<Candidate>,
    superseded: Vec<Pointer>,
    in_open_document: bool,
}

impl Merge<'_> {
    fn node(&mut self, planned: Node, written: &Node, place: &mut Place) -> Node {
        match (planned, written) {
            (Node::Unknown(unknown), Node::Unknown(open))
                if open.mentions.is_empty() && !unknown.mentions.is_empty() =>
            {
                Node::Unknown(unknown)
            }
            // What a provider computes where nothing is assigned it computes for an empty list too.
            (planned @ Node::Unknown(_), written) if is_empty(written) => planned,
            (Node::Unknown(_), written) => {
                self.superseded.push(place.planned.clone());
                self.copy_via(place);
                informed(written, self.data)
            }
            // A document that the plan shows in part: the sources say the same, and what its open leaves are.
            (Node::Json(planned), Node::Json(inner))
                if !planned.is_plain() && !has_unknown(inner) =>
            {
                self.superseded.push(place.planned.clone());
                self.copy_via(place);
                informed(written, self.data)
            }
            (Node::Object(planned), Node::Object(written)) => {
                Node::Object(self.object(planned, written, place))
            }
            // Both know it in part: they are joined, and where the shapes differ the sources know better.
            (Node::Json(planned), Node::Json(written)) if !planned.is_plain() => {
                let outer = std::mem::replace(&mut self.in_open_document, true);
                let merged = self.node(*planned, written, place);
                self.in_open_document = outer;
                Node::Json(Box::new(merged))
            }
            (Node::List(planned), Node::List(written)) => {
                Node::List(self.list(planned, written, place))
            }
            (planned, written) => {
                self.note_references(&planned, written, place);
                planned
            }
        }
    }

    fn object(&mut self, planned: Object, written: &Object, place: &mut Place) -> Object {
        let mut merged: Object = planned
            .into_iter()
            .map(|(key, value)| {
                let value = match written.get(&key) {
                    Some(written) => {
                        place.inside(&key, &key, |place| self.node(value, written, place))
                    }
                    None => value,
                };
                (key, value)
            })
            .collect();
        if self.incomplete {
            for (key, value) in written {
                if !merged.contains_key(key) && !value.is_plain() {
                    place.inside(key, key, |place| self.copy_via(place));
                    merged.insert(key.clone(), informed(value, self.data));
                }
            }
        }
        merged
    }

    fn list(&mut self, planned: Vec<Node>, written: &[Node], place: &mut Place) -> Vec<Node> {
        if self.in_open_document && planned.len() != written.len() {
            self.superseded.push(place.planned.clone());
            self.copy_via(place);
            return written
                .iter()
                .map(|item| informed(item, self.data))
                .collect();
        }
        let ambiguous = is_ambiguous(written);
        let partners = partners(&planned, written);
        planned
            .into_iter()
            .enumerate()
            .map(|(index, item)| {
                if ambiguous && spelled(&item).is_some() {
                    self.note_any(index, &item, written, place);
                    return item;
                }
                let Some((partner, node)) = partners
                    .get(index)
                    .copied()
                    .flatten()
                    .and_then(|partner| Some((partner, written.get(partner)?)))
                else {
                    return item;
                };
                place.inside(&index.to_string(), &partner.to_string(), |place| {
                    self.node(item, node, place)
                })
            })
            .collect()
    }

    /// Records what a known value refers to by the sources.
    fn note_references(&mut self, planned: &Node, written: &Node, place: &mut Place) {
        match (planned, written) {
            (_, Node::Ref(_)) => self.note(planned, written, true, true, place),
            (_, Node::Join(_)) => self.note(planned, written, false, true, place),
            (Node::Text(text), Node::Json(inner)) if !inner.is_plain() => {
                if let Ok(document) = parse_json(text) {
                    self.superseded.push(place.planned.clone());
                    self.note_inside(&document, inner, place);
                }
            }
            (Node::Json(document), Node::Json(inner)) => self.note_inside(document, inner, place),
            _ => {}
        }
    }

    fn note(&mut self, planned: &Node, written: &Node, exact: bool, only: bool, place: &Place) {
        for to in written.references() {
            let via = self
                .written
                .via
                .get(&place.written)
                .cloned()
                .unwrap_or_default();
            let mention = Mention {
                path: place.planned.clone(),
                to,
                via,
                exact,
            };
            self.candidates.push(Candidate {
                mention,
                planned: planned.clone(),
                only,
            });
        }
    }

    /// Records that one of several references in a list, whose order may differ, made a known element.
    fn note_any(&mut self, index: usize, planned: &Node, written: &[Node], place: &mut Place) {
        for (position, node) in written.iter().enumerate() {
            if matches!(node, Node::Ref(_)) {
                place.inside(&index.to_string(), &position.to_string(), |place| {
                    self.note(planned, node, true, false, place);
                });
            }
        }
    }

    /// The same for each part of a known document.
    fn note_inside(&mut self, planned: &Node, written: &Node, place: &mut Place) {
        match (planned, written) {
            (Node::Object(planned), Node::Object(written)) => {
                for (key, value) in planned {
                    if let Some(written) = written.get(key) {
                        place.inside(key, key, |place| self.note_inside(value, written, place));
                    }
                }
            }
            (Node::List(planned), Node::List(written)) => {
                let ambiguous = is_ambiguous(written);
                for (index, partner) in partners(planned, written).into_iter().enumerate() {
                    let Some(value) = planned.get(index) else {
                        continue;
                    };
                    if ambiguous && spelled(value).is_some() {
                        self.note_any(index, value, written, place);
                    } else if let Some((partner, written)) =
                        partner.and_then(|partner| Some((partner, written.get(partner)?)))
                    {
                        place.inside(&index.to_string(), &partner.to_string(), |place| {
                            self.note_inside(value, written, place);
                        });
                    }
                }
            }
            (planned, written) => self.note_references(planned, written, place),
        }
    }

    /// What references went through, below a place whose value comes from the sources.
    fn copy_via(&mut self, place: &Place) {
        for (pointer, via) in self.written.via.range(place.written.clone()..) {
            let Some(below) = pointer.strip_prefix(&place.written) else {
                break;
            };
            if below.is_empty() || below.starts_with('/') {
                self.via
                    .insert(format!("{}{below}", place.planned), via.clone());
            }
        }
    }
}

/// Whether a list holds several references, so that a known element may have come from any of them.
fn is_ambiguous(written: &[Node]) -> bool {
    written
        .iter()
        .filter(|item| matches!(item, Node::Ref(_)))
        .count()
        > 1
}

fn is_empty(node: &Node) -> bool {
    match node {
        Node::List(items) => items.is_empty(),
        Node::Object(members) => members.is_empty(),
        Node::Text(text) => text.is_empty(),
        _ => false,
    }
}

fn has_unknown(node: &Node) -> bool {
    let mut found = false;
    node.walk(&mut String::new(), &mut |_, node| {
        found |= matches!(node, Node::Unknown(_) | Node::Rest(_));
    });
    found
}

/// Lists longer than this are taken to be in the same order on both sides.
const LONGEST_SET: usize = 64;

/// For each planned element the written one that it was made from, if that can be told.
///
/// Elements are paired in order unless another pairing fits better: a plan lists sets in an order of its own.
fn partners(planned: &[Node], written: &[Node]) -> Vec<Option<usize>> {
    let none = vec![None; planned.len()];
    if planned.len() != written.len() || written.iter().any(|item| matches!(item, Node::Rest(_))) {
        return none;
    }
    let in_order: Option<i64> = planned
        .iter()
        .zip(written)
        .map(|(planned, written)| likeness(planned, written))
        .sum();
    if in_order.is_some() && planned.len() > LONGEST_SET {
        return (0..planned.len()).map(Some).collect();
    }
    let mut candidates = Vec::new();
    for (left, planned) in planned.iter().enumerate() {
        for (right, written) in written.iter().enumerate() {
            if let Some(score) = likeness(planned, written) {
                candidates.push((std::cmp::Reverse(score), left != right, left, right));
            }
        }
    }
    candidates.sort_unstable();
    let mut found = none;
    let mut free = vec![true; written.len()];
    let mut total = 0;
    for (std::cmp::Reverse(score), _, left, right) in candidates {
        if let (Some(partner @ None), Some(free @ true)) =
            (found.get_mut(left), free.get_mut(right))
        {
            *partner = Some(right);
            *free = false;
            total += score;
        }
    }
    match in_order {
        Some(in_order) if in_order >= total => (0..planned.len()).map(Some).collect(),
        _ => found,
    }
}

/// How well a written value explains a planned one; `None` when they contradict each other.
fn likeness(planned: &Node, written: &Node) -> Option<i64> {
    match (planned, written) {
        (Node::Unknown(_) | Node::Rest(_), written) => {
            Some(if written.is_plain() { -1 } else { 1 })
        }
        (
            _,
            Node::Ref(_)
            | Node::Unknown(_)
            | Node::Join(_)
            | Node::OneOf(_)
            | Node::Rest(_)
            | Node::Json(_),
        ) => Some(0),
        (Node::Object(planned), Node::Object(written)) => planned
            .iter()
            .filter_map(|(key, value)| Some(likeness(value, written.get(key)?)))
            .sum(),
        (Node::List(planned), Node::List(written)) => {
            if planned.len() != written.len() {
                return written
                    .iter()
                    .any(|item| matches!(item, Node::Rest(_)))
                    .then_some(0);
            }
            let partners = partners(planned, written);
            planned
                .iter()
                .zip(partners)
                .map(|(item, partner)| likeness(item, written.get(partner?)?))
                .sum()
        }
        (planned, written) => (spelled(planned)? == spelled(written)?).then_some(2),
    }
}

/// A scalar as text: providers convert between strings, numbers and booleans.
fn spelled(node: &Node) -> Option<Text> {
    match node {
        Node::Null => Some(Text::from("")),
        Node::Bool(value) => Some(Text::from(if *value { "true" } else { "false" })),
        Node::Number(number) => Some(Text::from(number.to_text())),
        Node::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// A value of the sources with what the plan has read from data sources put in.
fn informed(node: &Node, data: &BTreeMap<Text, Node>) -> Node {
    match node {
        Node::Unknown(unknown) => {
            let read = match unknown.mentions.as_slice() {
                [only] if &*unknown.reason == "data source" => data
                    .get(&only.address)
                    .and_then(|values| values.get(&only.attribute))
                    .filter(|value| value.is_plain()),
                _ => None,
            };
            read.unwrap_or(node).clone()
        }
        Node::List(items) => Node::List(items.iter().map(|item| informed(item, data)).collect()),
        Node::Join(parts) => Node::join(parts.iter().map(|part| informed(part, data))),
        Node::Object(members) => Node::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), informed(value, data)))
                .collect(),
        ),
        Node::Json(inner) => Node::Json(Box::new(informed(inner, data))),
        Node::OneOf(choice) => Node::OneOf(
            OneOf {
                condition: choice.condition.clone(),
                values: choice
                    .values
                    .iter()
                    .map(|value| informed(value, data))
                    .collect(),
            }
            .into(),
        ),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
