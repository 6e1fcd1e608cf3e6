//! The spec's `tolerates`: which mutants an entry covers, and which entries are refused.

use crate::proof::gap::{Gap, GapKind};
use crate::proof::variant::mutation::{Reach, operator};
use crate::source::read_yaml;
use crate::spec::{Spec, Tolerated};
use crate::value::Text;

use super::fate::{Fate, Graded, Mutant};
use super::place::is_about;
use super::run::Artifact;
use super::touched::{Planted, Touched};

/// The entries of a spec.
pub struct Tolerance<'s> {
    spec: &'s Spec,
}

impl<'s> Tolerance<'s> {
    pub fn new(spec: &'s Spec) -> Self {
        Self { spec }
    }

    /// The first entry that covers a mutant.
    pub fn covering(&self, mutant: &Mutant, artifact: &Artifact) -> Option<usize> {
        let mut entries = self.spec.tolerates.iter();
        entries.position(|entry| covers(entry, mutant, artifact))
    }

    /// Entries that cover nothing, cover what is rejected elsewhere, or cover what a negative changes.
    pub fn refused(
        &self,
        mutants: &[(Mutant, Fate)],
        references: &[Artifact],
        planted: &[Planted],
        subject: &dyn Fn(usize) -> String,
    ) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut refuse = |index: usize, message: String, help: &str| {
            let gap = Gap::new(&self.spec.id, subject(index), message, help);
            gaps.push(gap.of(GapKind::Exemption));
        };
        for (index, entry) in self.spec.tolerates.iter().enumerate() {
            let covers_one = mutants
                .iter()
                .any(|(_, fate)| *fate == Fate::Tolerated(index));
            if !covers_one {
                let help = "remove it: every mutant it could cover is rejected, or covered by an entry above it";
                refuse(index, "no mutant needs this entry".to_owned(), help);
                continue;
            }
            let killed = mutants.iter().find(|(mutant, fate)| {
                let artifact = references.get(mutant.artifact);
                // What the solution does not need may still be made to harm it, and is rejected then.
                *fate == Fate::Killed
                    && !entry.unasked
                    && mutant.reach != Reach::Harmless
                    && artifact.is_some_and(|artifact| covers(entry, mutant, artifact))
            });
            if let Some((mutant, _)) = killed {
                let rules = match &mutant.result {
                    Graded::Failed(rules) => rules.join(", "),
                    _ => String::new(),
                };
                let fixture = references.get(mutant.artifact);
                let message = format!(
                    "{rules} rejects a mutant that it covers: {} of `{}{}` in {} ({})",
                    mutant.operator,
                    mutant.address,
                    mutant.pointer,
                    fixture.map_or("", |artifact| &artifact.name),
                    mutant.change
                );
                let help = "narrow the entry by `operators` or `where`, or mend the rule, so that it covers only what no rule looks at";
                refuse(index, message, help);
                continue;
            }
            if let Some(negative) = touching(entry, references, planted) {
                let message = format!("{negative} changes what it covers");
                let help = "narrow the entry by `operators` or `where`: what a planted bug changes cannot be tolerated";
                refuse(index, message, help);
            }
        }
        gaps
    }
}

/// Whether an entry covers a mutant.
fn covers(entry: &Tolerated, mutant: &Mutant, artifact: &Artifact) -> bool {
    let operators = &entry.operators;
    let is_meant = if operators.is_empty() {
        mutant.reach != Reach::Harmless
    } else {
        operators.iter().any(|name| name == mutant.operator)
    };
    let is_allowed = entry.becomes.is_empty()
        || mutant
            .value
            .as_ref()
            .is_some_and(|value| entry.becomes.contains(value));
    is_meant
        && is_allowed
        // What is unasked is so because it can be left out.
        && (!entry.unasked || mutant.unasked && !mutant.is_removal())
        && is_about(
            entry,
            artifact,
            (&mutant.address, &mutant.resource_type),
            &mutant.pointer,
        )
}

/// The negative that changes what an entry covers.
fn touching(entry: &Tolerated, references: &[Artifact], planted: &[Planted]) -> Option<String> {
    // What other operators make of the attribute is another change, and what is not asked for is none of the bug.
    if !entry.operators.is_empty() || entry.unasked {
        return None;
    }
    let found = planted.iter().find(|planted| {
        let Touched {
            address,
            resource_type,
            pointer,
        } = &planted.touched;
        let reference = references.get(planted.reference);
        reference
            .is_some_and(|reference| is_about(entry, reference, (address, resource_type), pointer))
    });
    found.map(|planted| planted.negative.clone())
}

/// How gaps name the entries of a spec: by file and line.
pub fn named(file: &str, text: &crate::source::SourceText, index: usize) -> String {
    let pointer = format!("/tolerates/{index}");
    let line = read_yaml::<Spec>(text).ok().map(|(_, tree)| {
        let span = tree.locate_nearest(&pointer);
        text.position(span.offset).0
    });
    match line {
        Some(line) => format!("{file}:{line}"),
        None => file.to_owned(),
    }
}

/// The operators that entries name and that do not exist.
pub fn unknown_operators(spec: &Spec) -> Vec<(usize, Text)> {
    let entries = spec.tolerates.iter().enumerate();
    entries
        .flat_map(|(index, entry)| entry.operators.iter().map(move |name| (index, name)))
        .filter(|(_, name)| operator(name).is_none())
        .map(|(index, name)| (index, Text::from(name.as_str())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, Kind, Resource};
    use crate::value::Node;

    #[test]
    fn an_entry_that_covers_what_a_negative_changes_is_known_by_the_negative() {
        let mut graph = Graph::new(Kind::Plan);
        let mut resource = Resource::new("a.b", "a", "b");
        resource.values = Node::object([("x", Node::object([("y", 1.into())]))]);
        graph.resources.insert("a.b".into(), resource);
        let references = [Artifact::new("reference", "hcl", graph)];
        let planted = [Planted {
            negative: "negative".to_owned(),
            reference: 0,
            touched: Touched {
                address: "a.b".into(),
                resource_type: "a".into(),
                pointer: "/x/y".to_owned(),
            },
        }];
        let touched_by = |rest: &str| {
            let text = format!(r#"{{"type": "a", "reason": "r", {rest}}}"#);
            let entry: Tolerated = serde_json::from_str(&text).expect("an entry");
            touching(&entry, &references, &planted)
        };
        assert_eq!(touched_by(r#""path": "/x""#).as_deref(), Some("negative"));
        assert_eq!(touched_by(r#""path": "/x/y""#).as_deref(), Some("negative"));
        assert_eq!(touched_by(r#""path": "/z""#), None);
        let elsewhere = r#""path": "/x", "where": [{"path": "/x/y", "equals": 2}]"#;
        assert_eq!(touched_by(elsewhere), None);
    }
}
