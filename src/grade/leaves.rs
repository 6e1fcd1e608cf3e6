//! The open leaves of a graph: everything a completion has to choose.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::graph::{Graph, Presence};
use crate::value::{Node, Text, Unknown};

/// The id of the leaf that stands for the account and region a graph is deployed to.
pub const ENVIRONMENT: &str = "environment";

/// One open leaf, wherever it occurs.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// Identity: completed alike throughout the document.
    pub id: Text,
    /// What has to be chosen.
    pub choice: Choice,
    /// Address and JSON pointer of each occurrence.
    pub places: Vec<(Text, String)>,
}

/// What kind of choice a leaf is.
#[derive(Debug, Clone)]
pub enum Choice {
    /// A value.
    Value(Arc<Unknown>),
    /// More members of a list or object.
    Rest(Arc<Unknown>),
    /// One of so many branches.
    Branch(usize),
    /// A number of instances.
    Instances,
    /// The account and the region, one of these.
    Environment(Vec<(Text, Text)>),
}

/// All open leaves, in the order of their ids.
pub fn leaves(graph: &Graph) -> Vec<Leaf> {
    let mut found = Found::default();
    for (address, resource) in &graph.resources {
        for node in [&resource.values, &resource.lifecycle, &resource.before] {
            node.walk(&mut String::new(), &mut |pointer, node| {
                found.add(address, pointer, node);
            });
        }
        match &resource.presence {
            Presence::Always => {}
            Presence::When(conditions) => {
                for (id, branch) in conditions {
                    found.insert(id, Choice::Branch((branch + 1).max(2)), address, "");
                }
            }
            Presence::Among(id, branches) => {
                let most = branches.iter().copied().max().unwrap_or(0);
                found.insert(id, Choice::Branch((most + 1).max(2)), address, "");
            }
            Presence::Undecided(unknown) => {
                found.insert(&unknown.id, Choice::Instances, address, "");
            }
        }
    }
    found.add_environment(graph);
    found.leaves.into_values().collect()
}

#[derive(Default)]
struct Found {
    leaves: BTreeMap<Text, Leaf>,
    accounts: BTreeSet<Text>,
    regions: BTreeSet<Text>,
}

impl Found {
    fn add(&mut self, address: &Text, pointer: &str, node: &Node) {
        match node {
            Node::Unknown(unknown) if unknown.id.starts_with("pseudo:") => {}
            Node::Unknown(unknown) => self.insert(
                &unknown.id,
                Choice::Value(unknown.clone()),
                address,
                pointer,
            ),
            Node::Rest(unknown) => {
                self.insert(&unknown.id, Choice::Rest(unknown.clone()), address, pointer);
            }
            Node::OneOf(choice) => {
                self.insert(
                    &choice.condition,
                    Choice::Branch(choice.values.len().max(2)),
                    address,
                    pointer,
                );
            }
            Node::Text(text) => self.note_literals(text),
            _ => {}
        }
    }

    fn insert(&mut self, id: &Text, choice: Choice, address: &Text, pointer: &str) {
        let more = match choice {
            Choice::Branch(branches) => branches,
            _ => 0,
        };
        let leaf = self.leaves.entry(id.clone()).or_insert_with(|| Leaf {
            id: id.clone(),
            choice,
            places: Vec::new(),
        });
        if let Choice::Branch(known) = &mut leaf.choice {
            *known = (*known).max(more);
        }
        leaf.places.push((address.clone(), pointer.to_owned()));
    }

    /// Remembers the account and the region of every literal ARN and queue URL in `text`, whichever it spells out, and
    /// an account that stands alone.
    fn note_literals(&mut self, text: &str) {
        self.note_account(Some(text).filter(|text| text.len() == 12));
        if !text.contains(':') {
            return;
        }
        for arn in text.split("arn:").skip(1) {
            let mut parts = arn.split(':').skip(2);
            self.note_region(parts.next());
            self.note_account(parts.next());
        }
        for url in text.split("https://sqs.").skip(1) {
            self.note_region(url.split('.').next());
            self.note_account(url.split('/').nth(1));
        }
    }

    fn note_account(&mut self, text: Option<&str>) {
        let account = text.and_then(|text| text.get(..12)).unwrap_or_default();
        if account.len() == 12 && account.bytes().all(|byte| byte.is_ascii_digit()) {
            self.accounts.insert(Text::from(account));
        }
    }

    fn note_region(&mut self, text: Option<&str>) {
        // What is left of a text after the last `:` of an unfinished ARN is no region, and neither is a pattern.
        let is_region = |text: &&str| {
            text.contains('-')
                && text.ends_with(|last: char| last.is_ascii_digit())
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if let Some(region) = text.filter(is_region) {
            self.regions.insert(Text::from(region));
        }
    }

    /// Where the artifact does not state its account or region, literal ARNs may or may not be of them.
    fn add_environment(&mut self, graph: &Graph) {
        let environment = &graph.environment;
        let domain =
            |stated: &Option<Text>, inferred: &str, other: &str, literals: &BTreeSet<Text>| {
                if let Some(stated) = stated {
                    return vec![stated.clone()];
                }
                let mut domain = vec![Text::from(inferred)];
                if !literals.is_empty() {
                    domain.extend(
                        [Text::from(other)]
                            .iter()
                            .chain(literals)
                            .filter(|text| &***text != inferred)
                            .cloned(),
                    );
                }
                domain.dedup();
                domain
            };
        let accounts = domain(
            &environment.account,
            environment.account(),
            "210987654321",
            &self.accounts,
        );
        let regions = domain(
            &environment.region,
            environment.region(),
            "eu-central-1",
            &self.regions,
        );
        let pairs: Vec<(Text, Text)> = accounts
            .iter()
            .flat_map(|account| {
                regions
                    .iter()
                    .map(move |region| (account.clone(), region.clone()))
            })
            .collect();
        if pairs.len() > 1 {
            self.leaves.insert(
                Text::from(ENVIRONMENT),
                Leaf {
                    id: Text::from(ENVIRONMENT),
                    choice: Choice::Environment(pairs),
                    places: Vec::new(),
                },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Kind, Resource};

    fn graph(values: Node) -> Graph {
        let mut graph = Graph::new(Kind::Template);
        let mut resource = Resource::new("R", "AWS::IAM::Role", "R");
        resource.values = values;
        graph.resources.insert("R".into(), resource);
        graph
    }

    #[test]
    fn a_graph_without_open_leaves_has_nothing_to_choose() {
        let literal = "arn:aws:s3:::bucket";
        assert!(
            leaves(&graph(Node::object([
                ("a", Node::reference("R", "Arn")),
                ("b", literal.into())
            ])))
            .is_empty()
        );
    }

    #[test]
    fn one_unknown_in_two_places_is_one_leaf() {
        let unknown = Node::Unknown(Arc::new(Unknown {
            id: "parameter:P".into(),
            ..Unknown::default()
        }));
        let found = leaves(&graph(Node::object([
            ("a", unknown.clone()),
            ("b", Node::List(vec![unknown])),
        ])));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0]
                .places
                .iter()
                .map(|(_, pointer)| pointer.as_str())
                .collect::<Vec<_>>(),
            ["/a", "/b/0"]
        );
    }

    #[test]
    fn whatever_a_literal_spells_out_is_a_choice() {
        for (literal, accounts, regions) in [
            ("arn:aws:ssm:eu-west-1:", 1, 3),
            ("arn:aws:iam::444455556666:role/r", 3, 1),
            (
                "https://sqs.eu-west-1.amazonaws.com/444455556666/orders",
                3,
                3,
            ),
            ("444455556666", 3, 1),
        ] {
            let found = leaves(&graph(Node::object([("a", literal.into())])));
            assert!(
                matches!(&found[0].choice, Choice::Environment(pairs) if pairs.len() == accounts * regions),
                "{literal}: {found:?}"
            );
        }
        for literal in ["arn:aws:s3:::bucket", "arn:aws:ssm:*:*:x", "1234567890123"] {
            assert!(
                leaves(&graph(Node::object([("a", literal.into())]))).is_empty(),
                "{literal}"
            );
        }
    }

    #[test]
    fn a_literal_account_is_a_choice_when_the_target_account_is_not_stated() {
        let values = Node::object([("a", "arn:aws:ssm:us-east-1:123456789012:parameter/x".into())]);
        let mut graph = graph(values);
        assert!(
            matches!(&leaves(&graph)[0].choice, Choice::Environment(pairs) if pairs.len() >= 2)
        );
        graph.environment.account = Some("123456789012".into());
        graph.environment.region = Some("us-east-1".into());
        assert!(leaves(&graph).is_empty());
    }
}
