//! Comparisons: decided where both sides are known well enough, else choices that are taken alike everywhere.

use crate::value::{Node, Text};

use super::budget::size;
use super::choice::opened;
use super::condition::Condition;
use super::world::World;

/// Pairs of branches that two choices are compared in; more are one choice of their own.
const PAIR_LIMIT: usize = 200;

/// Texts that one unknown is compared with so that they exclude each other; more are independent of each other.
const EXCLUSION_LIMIT: usize = 16;

impl World<'_> {
    /// Whether two values are equal.
    pub fn equals(&self, left: &Node, right: &Node, hint: Option<(&Text, bool)>) -> Condition {
        if let Some(decided) = decided(left, right) {
            return Condition::Known(decided);
        }
        let (choice, other) = match (opened(left), opened(right)) {
            (Some(choice), _) => (choice, right),
            (None, Some(choice)) => (choice, left),
            (None, None) => return self.comparison(left, right, hint),
        };
        let count = choice.values.len();
        let pairs = count.saturating_mul(size(other));
        if !other.is_plain() && pairs > PAIR_LIMIT || !self.budget.allows(pairs) {
            return self.comparison(left, right, hint);
        }
        Condition::any(choice.values.iter().enumerate().map(|(branch, value)| {
            let truth = (0..count).map(|index| index == branch).collect();
            let taken = Condition::Choice {
                id: choice.condition.clone(),
                truth,
            };
            Condition::all([taken, self.equals(value, other, None)])
        }))
    }

    /// A comparison that the template leaves open; the same comparison is the same choice everywhere, and a value that is
    /// equal to one text is not equal to another.
    pub fn comparison(&self, left: &Node, right: &Node, hint: Option<(&Text, bool)>) -> Condition {
        let (canonical, unknown) = match (left, right) {
            (Node::Unknown(unknown), plain) | (plain, Node::Unknown(unknown))
                if plain_text(plain).is_some() =>
            {
                let text = plain_text(plain).unwrap_or_default();
                (format!("{} = {text}", unknown.id), Some(unknown))
            }
            _ => {
                let mut sides =
                    [left, right].map(|side| serde_json::to_string(side).unwrap_or_default());
                sides.sort_unstable();
                (sides.join(" = "), None)
            }
        };
        let is_equal = self.named_comparison(&canonical, hint);
        let Some(unknown) = unknown else {
            return is_equal;
        };
        let mut compared = self.compared.borrow_mut();
        let compared = compared.entry(unknown.id.clone()).or_default();
        let position = compared.iter().position(|(text, _)| *text == canonical);
        let before = position.unwrap_or(compared.len());
        if before > EXCLUSION_LIMIT {
            return is_equal;
        }
        let others = compared
            .iter()
            .take(before)
            .map(|(_, other)| other.clone().negated());
        let excluding = Condition::all(others.chain([is_equal.clone()]));
        if position.is_none() {
            compared.push((canonical, is_equal));
        }
        excluding
    }

    fn named_comparison(&self, canonical: &str, hint: Option<(&Text, bool)>) -> Condition {
        let mut comparisons = self.comparisons.borrow_mut();
        let (id, flipped) = comparisons
            .entry(canonical.to_owned())
            .or_insert_with(|| match hint {
                Some((name, flipped)) => (name.clone(), flipped),
                None => (Text::from(canonical), false),
            });
        let condition = Condition::named(id.clone());
        if *flipped {
            condition.negated()
        } else {
            condition
        }
    }
}

/// Whether two values are equal, where that is certain. CloudFormation compares texts.
fn decided(left: &Node, right: &Node) -> Option<bool> {
    if left == right && !matches!(left, Node::OneOf(_)) {
        return Some(true);
    }
    match (plain_text(left), plain_text(right)) {
        (Some(left), Some(right)) => Some(left == right),
        // A join that begins or ends with another text cannot be equal.
        (Some(text), None) => excludes(right, &text).then_some(false),
        (None, Some(text)) => excludes(left, &text).then_some(false),
        (None, None) if left.is_plain() && right.is_plain() => Some(left == right),
        (None, None) => None,
    }
}

fn excludes(symbolic: &Node, text: &str) -> bool {
    match symbolic {
        Node::Join(parts) => {
            matches!(parts.first(), Some(Node::Text(first)) if !text.starts_with(&**first))
                || matches!(parts.last(), Some(Node::Text(last)) if !text.ends_with(&**last))
        }
        Node::Unknown(unknown) if !unknown.domain.is_empty() => unknown
            .domain
            .iter()
            .all(|value| decided(value, &Node::text(text)) == Some(false)),
        Node::List(_) | Node::Object(_) => true,
        _ => false,
    }
}

fn plain_text(node: &Node) -> Option<String> {
    match node {
        Node::Text(text) => Some(text.to_string()),
        Node::Number(number) => Some(number.to_text()),
        Node::Bool(value) => Some(value.to_string()),
        Node::Null => Some(String::new()),
        _ => None,
    }
}
