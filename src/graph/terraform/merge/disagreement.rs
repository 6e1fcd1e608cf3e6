//! Where a plan and its sources both know a value and do not say the same.

use std::cell::Cell;

use crate::graph::{Graph, Mode, Note, Resource};
use crate::value::{Node, Object, Pointer, Text, append_index, append_token, parse_json};

use super::spelled;

/// A note's code: the plan holds another value than the sources give.
pub(super) const DISAGREEMENT: &str = "sources-disagree";

/// A note's code: the plan was not made from these sources.
pub(super) const OTHER_SOURCES: &str = "other-sources";

/// What is not the author's, or is shown in another way than it is written.
const NEVER_SHOWN: [&str; 3] = ["id", "timeouts", "tags_all"];

/// A note for every known value of `planned` that contradicts a known value of `written`.
pub(super) fn notes(planned: &Resource, written: &Resource) -> Vec<Note> {
    if is_deleted(planned) {
        return Vec::new();
    }
    let ignored = ignored(&written.lifecycle);
    if ignored.contains(&"all") {
        return Vec::new();
    }
    let mut comparison = Comparison {
        planned,
        ignored: &ignored,
        judge: Judge {
            left: Cell::new(MOST),
        },
        pointer: String::new(),
        found: Vec::new(),
    };
    let (Some(values), Some(others)) = (planned.values.as_object(), written.values.as_object())
    else {
        return Vec::new();
    };
    comparison.members(values, others, 0);
    let place = written
        .source
        .as_ref()
        .map(|source| format!(" ({}:{})", source.file, source.line));
    let found = comparison.found.into_iter();
    found
        .map(|path| Note {
            code: DISAGREEMENT,
            message: format!(
                "the plan holds another value than the sources give{}",
                place.as_deref().unwrap_or_default()
            ),
            address: Some(planned.address.clone()),
            path: Some(path),
            forbids_verdict: false,
        })
        .collect()
}

/// Whether the plan only takes a resource away: the sources do not hold it any more.
pub(super) fn is_deleted(resource: &Resource) -> bool {
    matches!(resource.actions.as_slice(), [only] if matches!(&**only, "delete" | "forget"))
}

/// Whether a module's sources, or those of a module above it, are not at hand.
pub(super) fn is_remote(module: &str, sources: &Graph) -> bool {
    let calls = sources
        .notes
        .iter()
        .filter(|note| matches!(note.code, "remote-module" | "module-not-expanded"))
        .filter_map(|note| note.address.as_deref());
    calls.into_iter().any(|call| {
        module
            .strip_prefix(call)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    })
}

/// The note on a plan that shares no managed instance with the sources, although both hold some.
pub(super) fn note_on_the_whole(plan: &Graph, sources: &Graph) -> Option<Note> {
    let mut planned = plan.resources.values().filter(|resource| {
        resource.mode == Mode::Managed
            && !is_deleted(resource)
            && !is_remote(&resource.module, sources)
    });
    let mut written = sources
        .resources
        .values()
        .filter(|resource| resource.mode == Mode::Managed)
        .peekable();
    written.peek()?;
    let mut some = false;
    let shared = planned.any(|resource| {
        some = true;
        sources.resources.contains_key(&resource.address)
    });
    (some && !shared).then(|| Note {
        code: OTHER_SOURCES,
        message: "the plan was made from other sources: they have no resource in common".to_owned(),
        address: None,
        path: None,
        forbids_verdict: true,
    })
}

/// Names in `ignore_changes`: what they name keeps the value that it has, whatever the sources say.
fn ignored(lifecycle: &Node) -> Vec<&str> {
    match lifecycle.get("ignore_changes") {
        Some(Node::List(names)) => names
            .iter()
            .filter_map(Node::as_text)
            .filter_map(|name| name.split(['.', '[']).next())
            .collect(),
        Some(Node::Text(all)) => vec![all],
        _ => Vec::new(),
    }
}

struct Comparison<'r> {
    planned: &'r Resource,
    ignored: &'r [&'r str],
    judge: Judge,
    pointer: Pointer,
    found: Vec<Pointer>,
}

impl Comparison<'_> {
    fn members(&mut self, planned: &Object, written: &Object, depth: usize) {
        for (key, value) in written {
            let outside =
                depth == 0 && (self.ignored.contains(&&**key) || NEVER_SHOWN.contains(&&**key));
            if outside || key.ends_with("_wo") {
                continue;
            }
            let length = self.pointer.len();
            append_token(&mut self.pointer, key);
            match planned.get(key) {
                Some(planned) => self.node(planned, value, depth + 1),
                None => self.absent(value),
            }
            self.pointer.truncate(length);
        }
    }

    /// The plan does not hold what the sources assign: null, which some old plans put in place of what is sensitive.
    fn absent(&mut self, written: &Node) {
        let hidden = |pointer: &String| self.pointer.starts_with(pointer.as_str());
        if self.planned.mode == Mode::Managed
            && written.is_plain()
            && !is_nothing(written)
            && !self.planned.sensitive.iter().any(hidden)
        {
            self.found.push(self.pointer.clone());
        }
    }

    fn node(&mut self, planned: &Node, written: &Node, depth: usize) {
        match (planned, written) {
            (Node::Object(planned), Node::Object(written)) => self.members(planned, written, depth),
            (Node::Object(planned), Node::List(items)) => {
                if let [Node::Object(written)] = items.as_slice() {
                    self.members(planned, written, depth);
                }
            }
            (Node::List(items), Node::Object(written)) => {
                if let [Node::Object(planned)] = items.as_slice() {
                    self.members(planned, written, depth);
                }
            }
            (Node::List(planned), Node::List(written))
                if is_blocks(planned) && is_blocks(written) =>
            {
                self.blocks(planned, written, depth);
            }
            (planned, written) => {
                let is_same = self.pointer.ends_with("protocol")
                    && spelled(planned)
                        .zip(spelled(written))
                        .is_some_and(|(planned, written)| protocol(&planned) == protocol(&written));
                let is_hash = matches!(planned, Node::Text(text) if is_digest(text))
                    && self.pointer.contains("user_data");
                if !is_same && !is_hash && self.judge.contradicts(planned, written) {
                    self.found.push(self.pointer.clone());
                }
            }
        }
    }

    /// Blocks are compared one by one where they can be told apart, since a plan lists sets in an order of its own.
    fn blocks(&mut self, planned: &[Node], written: &[Node], depth: usize) {
        if planned.len() != written.len() {
            let open = written.iter().any(|item| matches!(item, Node::Rest(_)));
            if !open && written.len() > planned.len() {
                self.found.push(self.pointer.clone());
            }
            return;
        }
        let length = self.pointer.len();
        for (index, partner) in super::partners(planned, written).into_iter().enumerate() {
            let pair = planned
                .get(index)
                .zip(partner.and_then(|partner| written.get(partner)));
            append_index(&mut self.pointer, index);
            if let Some((planned, written)) = pair {
                self.node(planned, written, depth);
            } else if let ([Node::Object(planned)], [Node::Object(written)]) = (planned, written) {
                self.members(planned, written, depth);
            } else {
                self.found.push(self.pointer.clone());
            }
            self.pointer.truncate(length);
        }
    }
}

/// The name of an IP protocol that has a name.
fn protocol(text: &str) -> &str {
    match text {
        "-1" => "all",
        "1" => "icmp",
        "6" => "tcp",
        "17" => "udp",
        "58" => "icmpv6",
        other => other,
    }
}

fn is_blocks(items: &[Node]) -> bool {
    items
        .iter()
        .all(|item| matches!(item, Node::Object(_) | Node::Rest(_)))
}

/// What providers do not tell from unset, or drop because it is what would be without it.
fn is_nothing(node: &Node) -> bool {
    match node {
        Node::Null | Node::Bool(false) => true,
        Node::Text(text) => text.is_empty(),
        Node::Number(number) => number.to_text() == "0",
        Node::List(items) => items.iter().all(is_nothing),
        Node::Object(members) => members.values().all(is_nothing),
        Node::Json(inner) => is_nothing(inner),
        _ => false,
    }
}

fn is_digest(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Comparisons of one resource, after which nothing more is found to contradict anything: nested lists multiply.
const MOST: usize = 2_000_000;

/// What the elements of a list stand in.
#[derive(Clone, Copy)]
enum Within {
    Value,
    Document,
}

/// Compares values as long as its comparisons last.
struct Judge {
    left: Cell<usize>,
}

impl Judge {
    fn spend(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    /// Whether no value that `written` may have is the planned one.
    fn contradicts(&self, planned: &Node, written: &Node) -> bool {
        if !self.spend() {
            return false;
        }
        match (planned, written) {
            (
                Node::Unknown(_) | Node::Rest(_) | Node::Ref(_) | Node::Join(_) | Node::OneOf(_),
                _,
            )
            | (_, Node::Ref(_) | Node::Unknown(_) | Node::Rest(_)) => false,
            (planned, Node::OneOf(choice)) => choice
                .values
                .iter()
                .all(|value| self.contradicts(planned, value)),
            (Node::Json(planned), Node::Json(written)) => {
                self.document_contradicts(planned, written)
            }
            (Node::Json(planned), Node::Text(text)) => parse_json(text)
                .map_or(true, |written| self.document_contradicts(planned, &written)),
            (Node::Text(text), Node::Json(written)) => parse_json(text)
                .map_or(true, |planned| self.document_contradicts(&planned, written)),
            (Node::Text(text), Node::Join(parts)) => !may_be(text, parts),
            (Node::List(planned), Node::List(written)) => {
                self.lists_contradict(planned, written, Within::Value)
            }
            (Node::Object(planned), Node::Object(written)) => {
                written.iter().any(|(key, written)| {
                    planned
                        .get(key)
                        .is_some_and(|planned| self.contradicts(planned, written))
                })
            }
            (planned, written) if is_nothing(planned) && is_nothing(written) => false,
            (Node::Text(left), Node::Text(right)) if left != right => {
                match (parse_json(left), parse_json(right)) {
                    (Ok(left @ (Node::Object(_) | Node::List(_))), Ok(right)) => {
                        self.document_contradicts(&left, &right)
                    }
                    _ => normal(left) != normal(right),
                }
            }
            (planned, written) => match (spelled(planned), spelled(written)) {
                (Some(planned), Some(written)) => normal(&planned) != normal(&written),
                _ => true,
            },
        }
    }

    /// The same inside a JSON document, where a list of one is that one, and providers leave out what is empty.
    fn document_contradicts(&self, planned: &Node, written: &Node) -> bool {
        if !self.spend() {
            return false;
        }
        match (planned, written) {
            (Node::Ref(_) | Node::Unknown(_) | Node::Rest(_), _)
            | (_, Node::Ref(_) | Node::Unknown(_) | Node::Rest(_)) => false,
            (Node::Object(planned), Node::Object(written)) => {
                let open = written.contains_key("$rest");
                let keys = planned.keys().chain(written.keys());
                keys.into_iter()
                    .any(|key| match (planned.get(key), written.get(key)) {
                        (Some(planned), Some(written)) => {
                            self.document_contradicts(planned, written)
                        }
                        (Some(planned), None) => !open && !is_nothing(planned),
                        (None, Some(written)) => written.is_plain() && !is_nothing(written),
                        (None, None) => false,
                    })
            }
            (Node::List(planned), Node::List(written)) => {
                self.lists_contradict(planned, written, Within::Document)
            }
            (Node::List(items), other) | (other, Node::List(items))
                if !matches!(other, Node::OneOf(_) | Node::Join(_)) =>
            {
                match items.as_slice() {
                    [one] => {
                        self.document_contradicts(one, other)
                            && self.document_contradicts(other, one)
                    }
                    _ => true,
                }
            }
            (planned, written) => self.contradicts(planned, written),
        }
    }

    /// Whether some written element contradicts every planned one, or the other way round: order and repetition say nothing.
    fn lists_contradict(&self, planned: &[Node], written: &[Node], within: Within) -> bool {
        let contradicts = |planned: &Node, written: &Node| match within {
            Within::Value => self.contradicts(planned, written),
            Within::Document => self.document_contradicts(planned, written),
        };
        let open = written.iter().any(|item| matches!(item, Node::Rest(_)));
        // Long lists are compared by their members alone: in order.
        if planned.len().saturating_mul(written.len()) > LARGEST {
            return !open
                && (planned.len() != written.len()
                    || planned
                        .iter()
                        .zip(written)
                        .any(|(planned, written)| contradicts(planned, written)));
        }
        let unfounded = planned
            .iter()
            .any(|planned| written.iter().all(|written| contradicts(planned, written)));
        let unplanned = written
            .iter()
            .any(|written| planned.iter().all(|planned| contradicts(planned, written)));
        (unfounded && !open) || unplanned
    }
}

/// Pairs of list elements that are compared one with the other.
const LARGEST: usize = 4_096;

/// A text without what providers normalise: case, white space, a dot at the end, bits behind a network's prefix.
fn normal(text: &str) -> Text {
    let bare: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect();
    let bare = bare.strip_suffix('.').unwrap_or(&bare);
    Text::from(network(bare).unwrap_or_else(|| bare.to_owned()))
}

/// The network that an address with a prefix length lies in.
fn network(text: &str) -> Option<String> {
    let (address, length) = text.split_once('/')?;
    let length: u32 = length.parse().ok()?;
    match address.parse().ok()? {
        std::net::IpAddr::V4(address) if length <= 32 => {
            let mask = u32::MAX.checked_shl(32 - length).unwrap_or(0);
            Some(format!(
                "{}/{length}",
                std::net::Ipv4Addr::from(u32::from(address) & mask)
            ))
        }
        std::net::IpAddr::V6(address) if length <= 128 => {
            let mask = u128::MAX.checked_shl(128 - length).unwrap_or(0);
            Some(format!(
                "{}/{length}",
                std::net::Ipv6Addr::from(u128::from(address) & mask)
            ))
        }
        _ => None,
    }
}

/// Whether a text has the known parts of a partly known one, in their order.
fn may_be(text: &str, parts: &[Node]) -> bool {
    let text = normal(text);
    let mut rest: &str = &text;
    for (index, part) in parts.iter().enumerate() {
        let Node::Text(part) = part else {
            continue;
        };
        let part: String = part
            .chars()
            .filter(|character| !character.is_whitespace())
            .flat_map(char::to_lowercase)
            .collect();
        let found = if index == 0 {
            rest.strip_prefix(part.as_str())
        } else {
            rest.find(part.as_str())
                .and_then(|at| rest.get(at + part.len()..))
        };
        match found {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}
