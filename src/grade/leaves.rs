//! The open leaves of a graph: everything a completion has to choose.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::graph::{Graph, Presence, iam};
use crate::value::{Node, Text, Unknown, append_index, append_token};

/// The id of the leaf that stands for the account and region a graph is deployed to.
pub const ENVIRONMENT: &str = "environment";

/// One open leaf, wherever it occurs.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// Identity: completed alike throughout the document.
    pub id: Text,
    /// What has to be chosen.
    pub choice: Choice,
    /// Each occurrence.
    pub places: Vec<Place>,
    /// The parts of each longer text that it is a part of.
    pub joins: Vec<Vec<Node>>,
    /// Whether it stands for more members of an object, not of a list.
    pub in_object: bool,
    /// Whether it stands for more members of a list that holds objects.
    pub beside_objects: bool,
}

/// Where a leaf occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Address of the resource; empty for outputs and variables.
    pub address: Text,
    /// JSON pointer into its values.
    pub pointer: String,
    /// Whether it is in a document that rules see in a form of its own.
    pub in_document: bool,
}

impl Leaf {
    /// Whether all it can be is known.
    pub fn is_finite(&self) -> bool {
        match &self.choice {
            Choice::Branch(_) | Choice::Instances | Choice::Environment(_) => true,
            Choice::Value(unknown) => {
                !unknown.domain.is_empty() || unknown.kind.as_deref() == Some("bool")
            }
            Choice::Rest(_) => false,
        }
    }
}

impl Place {
    /// Whether the leaf is a member of a list here.
    pub fn is_member(&self) -> bool {
        let last = self.pointer.rsplit('/').next().unwrap_or_default();
        last.parse::<usize>().is_ok()
    }

    /// Whether the leaf stands for attributes of the resource itself here.
    pub fn is_whole(&self) -> bool {
        self.pointer == "/$rest"
    }
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

/// All open leaves, in the order of their ids; those of outputs and variables only where the rules say
/// the word by which they are seen.
pub fn leaves(graph: &Graph, is_said: &dyn Fn(&str) -> bool) -> Vec<Leaf> {
    let mut found = Found::default();
    for (address, resource) in &graph.resources {
        for node in [&resource.values, &resource.lifecycle, &resource.before] {
            found.visit(address, node, &mut String::new(), false);
        }
        match &resource.presence {
            Presence::Always => {}
            Presence::When(conditions) => {
                for (id, branch) in conditions {
                    found.insert(id, Choice::Branch((branch + 1).max(2)), address, "", false);
                }
            }
            Presence::Among(id, branches) => {
                let most = branches.iter().copied().max().unwrap_or(0);
                found.insert(id, Choice::Branch((most + 1).max(2)), address, "", false);
            }
            Presence::Undecided(unknown) => {
                found.insert(&unknown.id, Choice::Instances, address, "", false);
            }
        }
    }
    for (word, named) in [("outputs", &graph.outputs), ("variables", &graph.variables)] {
        let open = named.values().any(|node| !node.is_plain());
        if open && (is_said(word) || is_said("walk")) {
            for (name, node) in named {
                let mut pointer = format!("/{word}");
                append_token(&mut pointer, name);
                found.visit(&Text::from(""), node, &mut pointer, false);
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
    fn visit(&mut self, address: &Text, node: &Node, pointer: &mut String, inside: bool) {
        let length = pointer.len();
        match node {
            Node::Unknown(unknown) if unknown.id.starts_with("pseudo:") => {}
            Node::Unknown(unknown) => {
                let choice = Choice::Value(unknown.clone());
                self.insert(&unknown.id, choice, address, pointer, inside);
            }
            Node::Rest(unknown) => {
                let choice = Choice::Rest(unknown.clone());
                self.insert(&unknown.id, choice, address, pointer, inside);
            }
            Node::OneOf(choice) => {
                let branches = Choice::Branch(choice.values.len().max(2));
                self.insert(&choice.condition, branches, address, pointer, inside);
                for value in &choice.values {
                    self.visit(address, value, pointer, inside);
                }
            }
            Node::Text(text) => self.note_literals(text),
            Node::List(items) => {
                let objects = items.iter().any(|item| item.as_object().is_some());
                for (index, item) in items.iter().enumerate() {
                    append_index(pointer, index);
                    self.visit(address, item, pointer, inside);
                    if let Node::Rest(unknown) = item
                        && let Some(leaf) = self.leaves.get_mut(&unknown.id)
                    {
                        leaf.beside_objects |= objects;
                    }
                    pointer.truncate(length);
                }
            }
            Node::Object(members) => {
                let inside = inside || iam::is_policy(node);
                for (key, value) in members {
                    append_token(pointer, key);
                    self.visit(address, value, pointer, inside);
                    if let Node::Rest(unknown) = value
                        && let Some(leaf) = self.leaves.get_mut(&unknown.id)
                    {
                        leaf.in_object = true;
                    }
                    pointer.truncate(length);
                }
            }
            Node::Json(inner) => self.visit(address, inner, pointer, true),
            Node::Join(parts) => {
                for part in parts {
                    self.visit(address, part, pointer, inside);
                    if let Node::Unknown(unknown) = part
                        && let Some(leaf) = self.leaves.get_mut(&unknown.id)
                        && !leaf.joins.contains(parts)
                    {
                        leaf.joins.push(parts.clone());
                    }
                }
            }
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Ref(_) => {}
        }
    }

    fn insert(
        &mut self,
        id: &Text,
        choice: Choice,
        address: &Text,
        pointer: &str,
        in_document: bool,
    ) {
        let more = match choice {
            Choice::Branch(branches) => branches,
            _ => 0,
        };
        let is_value = matches!(choice, Choice::Value(_));
        let leaf = self.leaves.entry(id.clone()).or_insert_with(|| Leaf {
            id: id.clone(),
            choice: choice.clone(),
            places: Vec::new(),
            joins: Vec::new(),
            in_object: false,
            beside_objects: false,
        });
        // A list that is also the rest of another is tried as a value: its members are the rest.
        if is_value && matches!(leaf.choice, Choice::Rest(_)) {
            leaf.choice = choice;
        }
        if let Choice::Branch(known) = &mut leaf.choice {
            *known = (*known).max(more);
        }
        leaf.places.push(Place {
            address: address.clone(),
            pointer: pointer.to_owned(),
            in_document,
        });
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
                    joins: Vec::new(),
                    in_object: false,
                    beside_objects: false,
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
            leaves(
                &graph(Node::object([
                    ("a", Node::reference("R", "Arn")),
                    ("b", literal.into())
                ])),
                &|_| false
            )
            .is_empty()
        );
    }

    #[test]
    fn one_unknown_in_two_places_is_one_leaf() {
        let unknown = Node::Unknown(Arc::new(Unknown {
            id: "parameter:P".into(),
            ..Unknown::default()
        }));
        let found = leaves(
            &graph(Node::object([
                ("a", unknown.clone()),
                ("b", Node::List(vec![unknown])),
            ])),
            &|_| false,
        );
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0]
                .places
                .iter()
                .map(|place| place.pointer.as_str())
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
            let found = leaves(&graph(Node::object([("a", literal.into())])), &|_| false);
            assert!(
                matches!(&found[0].choice, Choice::Environment(pairs) if pairs.len() == accounts * regions),
                "{literal}: {found:?}"
            );
        }
        for literal in ["arn:aws:s3:::bucket", "arn:aws:ssm:*:*:x", "1234567890123"] {
            assert!(
                leaves(&graph(Node::object([("a", literal.into())])), &|_| false).is_empty(),
                "{literal}"
            );
        }
    }

    #[test]
    fn a_literal_account_is_a_choice_when_the_target_account_is_not_stated() {
        let values = Node::object([("a", "arn:aws:ssm:us-east-1:123456789012:parameter/x".into())]);
        let mut graph = graph(values);
        assert!(
            matches!(&leaves(&graph, &|_| false)[0].choice, Choice::Environment(pairs) if pairs.len() >= 2)
        );
        graph.environment.account = Some("123456789012".into());
        graph.environment.region = Some("us-east-1".into());
        assert!(leaves(&graph, &|_| false).is_empty());
    }
}
