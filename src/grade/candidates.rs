//! What an open leaf may turn out to be: its domain where that is finite, else the values most likely to change a verdict.

use std::collections::BTreeMap;

use crate::graph::{Completion, Family, Graph, Mode, default_value, roles, token};
use crate::value::{Node, Reference, Text, Unknown};

use super::leaves::{Choice, Leaf};

/// Documents seen at an attribute in the scenario's own fixtures, by attribute name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentPool {
    /// Attribute name (`policy`, `PolicyDocument`) → documents, their references by type and attribute.
    pub by_attribute: BTreeMap<Text, Vec<PooledDocument>>,
}

/// A document of a fixture, with what it refers to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PooledDocument {
    /// The document; references name addresses of the fixture.
    pub document: Node,
    /// The type of each address the document refers to.
    pub types: BTreeMap<Text, Text>,
}

/// The candidates of one leaf.
#[derive(Debug, Clone)]
pub struct Candidates {
    /// The leaf's id.
    pub id: Text,
    /// What can be chosen.
    pub options: Vec<Pick>,
    /// Whether the options are all there is.
    pub finite: bool,
    /// The option of each joint strategy, by index into `options`.
    pub by_strategy: BTreeMap<Strategy, usize>,
}

/// One choice for one leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pick {
    /// A value, or absence.
    Value(Option<Node>),
    /// A branch.
    Branch(usize),
    /// A number of instances.
    Instances(usize),
    /// Account and region.
    Environment(Text, Text),
}

/// A way to fill all open leaves at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strategy {
    /// Every leaf is exactly what it mentions; where no attribute is stated, the identity of this number.
    Mentions(usize),
    /// Every leaf is what it mentions with a wildcard behind.
    Suffixed,
    /// Every document leaf is the document of this number in the pool.
    Document(usize),
    /// Every leaf is absent.
    Absent,
    /// Every leaf is a fresh value.
    Fresh,
    /// Every text is a lone wildcard.
    Wildcard,
}

impl Pick {
    /// Chooses this for the leaf `id`.
    pub fn apply(&self, id: &Text, completion: &mut Completion) {
        match self {
            Self::Value(value) => {
                completion.values.insert(id.clone(), value.clone());
            }
            Self::Branch(branch) => {
                completion.branches.insert(id.clone(), *branch);
            }
            Self::Instances(count) => {
                completion.instances.insert(id.clone(), *count);
            }
            Self::Environment(account, region) => {
                completion.environment = Some((account.clone(), region.clone()));
            }
        }
    }
}

/// Resources that an open value without mentions is tried as; bounds the candidates in a large graph.
const MOST_NAMED: usize = 16;

/// The candidates of `leaf` in `graph`.
pub fn candidates(
    leaf: &Leaf,
    graph: &Graph,
    pool: &DocumentPool,
    constants: &[Node],
) -> Candidates {
    let finite = |options: Vec<Pick>| Candidates {
        id: leaf.id.clone(),
        options,
        finite: true,
        by_strategy: BTreeMap::new(),
    };
    match &leaf.choice {
        Choice::Branch(branches) => finite((0..*branches).map(Pick::Branch).collect()),
        Choice::Instances => finite(vec![
            Pick::Instances(1),
            Pick::Instances(0),
            Pick::Instances(2),
        ]),
        Choice::Environment(pairs) => finite(
            pairs
                .iter()
                .map(|(account, region)| Pick::Environment(account.clone(), region.clone()))
                .collect(),
        ),
        Choice::Value(unknown) if !unknown.domain.is_empty() => finite(
            unknown
                .domain
                .iter()
                .map(|value| Pick::Value(Some(value.clone())))
                .collect(),
        ),
        Choice::Value(unknown) if unknown.kind.as_deref() == Some("bool") => finite(
            [Some(Node::Bool(true)), Some(Node::Bool(false)), None]
                .map(Pick::Value)
                .to_vec(),
        ),
        Choice::Value(unknown) => open(leaf, unknown, graph, pool, constants, false),
        Choice::Rest(unknown) => open(leaf, unknown, graph, pool, constants, true),
    }
}

fn open(
    leaf: &Leaf,
    unknown: &Unknown,
    graph: &Graph,
    pool: &DocumentPool,
    constants: &[Node],
    rest: bool,
) -> Candidates {
    let mut found = Candidates {
        id: leaf.id.clone(),
        options: Vec::new(),
        finite: false,
        by_strategy: BTreeMap::new(),
    };
    let kind = unknown.kind.as_deref();
    let text = matches!(kind, None | Some("string"));
    let listed = |node: Node| {
        if kind == Some("list") && !rest {
            Node::List(vec![node])
        } else {
            node
        }
    };
    for mention in &unknown.mentions {
        for (number, meant) in meant(leaf, mention, graph).into_iter().enumerate() {
            let exact = listed(Node::Ref(meant.clone()));
            found.add(Strategy::Mentions(number), Some(exact));
            let suffixed = listed(Node::join([Node::Ref(meant), Node::text("*")]));
            found.add(Strategy::Suffixed, Some(suffixed));
        }
    }
    if !rest {
        for (index, document) in documents(leaf, unknown, graph, pool)
            .into_iter()
            .enumerate()
        {
            found.add(Strategy::Document(index), Some(document));
        }
    }
    found.add(Strategy::Absent, None);
    found.add(
        Strategy::Fresh,
        Some(if rest {
            Node::text(token(&leaf.id, "fresh"))
        } else {
            default_value(unknown)
        }),
    );
    if text || kind == Some("list") {
        found.add(Strategy::Wildcard, Some(listed(Node::text("*"))));
    }
    let probes = [
        Node::from(0),
        Node::from(1),
        Node::from(i64::from(i32::MAX)),
        Node::text(""),
    ];
    let ranges = whole_ranges(leaf).map(Node::text);
    for probe in probes
        .into_iter()
        .chain(ranges)
        .chain(constants.iter().cloned())
    {
        let fits = matches!(
            (&probe, kind),
            (Node::Number(_), Some("number") | None)
                | (Node::Text(_), Some("string" | "list") | None)
                | (Node::Bool(_), None)
        );
        let probe = Pick::Value(Some(listed(probe)));
        if fits && !found.options.contains(&probe) {
            found.options.push(probe);
        }
    }
    if unknown.mentions.is_empty() && (text || kind == Some("list")) {
        let identities = identities(graph).map(|node| Pick::Value(Some(listed(node))));
        found.options.extend(identities);
    }
    found
}

/// What a mention can mean: the attribute it states, else each identity of the resource. First comes the one that the
/// leaf's own name ends with (`topic_arn`), else the id.
fn meant(leaf: &Leaf, mention: &Reference, graph: &Graph) -> Vec<Reference> {
    if !mention.attribute.is_empty() {
        return vec![mention.clone()];
    }
    let resource = graph.resources.get(&mention.address);
    let kind = resource.map_or("", |resource| &resource.resource_type);
    let mut roles = roles(kind, graph.kind.family());
    let name = attribute_name(leaf)
        .unwrap_or_default()
        .to_ascii_lowercase();
    roles.sort_by_key(|(role, _)| (!name.ends_with(&**role), &**role != "id"));
    let mut found: Vec<Reference> = Vec::new();
    for (_, attribute) in roles {
        let reference = Reference {
            address: mention.address.clone(),
            attribute,
        };
        if !found.contains(&reference) {
            found.push(reference);
        }
    }
    found
}

/// The attribute a leaf is, or is an item of.
fn attribute_name(leaf: &Leaf) -> Option<&str> {
    leaf.places.first().and_then(|(_, pointer)| named(pointer))
}

/// The last token of a pointer that is no index.
fn named(pointer: &str) -> Option<&str> {
    pointer
        .rsplit('/')
        .find(|token| token.parse::<usize>().is_err())
}

/// The range of all addresses, where a name says that the leaf holds a range: `cidr_blocks`, `CidrIpv6`.
fn whole_ranges(leaf: &Leaf) -> impl Iterator<Item = &'static str> {
    let names: Vec<String> = leaf
        .places
        .iter()
        .filter_map(|(_, pointer)| Some(named(pointer)?.to_ascii_lowercase()))
        .filter(|name| name.contains("cidr"))
        .collect();
    let texts = [("0.0.0.0/0", false), ("::/0", true)];
    texts.into_iter().filter_map(move |(text, is_new)| {
        let fits = names.iter().any(|name| name.contains("v6") == is_new);
        fits.then_some(text)
    })
}

/// What a value that mentions nothing may still name: a parameter or a variable can hold the ARN of a resource here.
fn identities(graph: &Graph) -> impl Iterator<Item = Node> + '_ {
    let attributes = match graph.kind.family() {
        Family::Terraform => ["arn", "id"],
        Family::Cloudformation => ["Arn", "Ref"],
    };
    let managed = graph
        .resources
        .values()
        .filter(|resource| resource.mode == Mode::Managed);
    managed.take(MOST_NAMED).flat_map(move |resource| {
        attributes.map(|attribute| Node::reference(resource.address.clone(), attribute))
    })
}

impl Candidates {
    fn add(&mut self, strategy: Strategy, value: Option<Node>) {
        let pick = Pick::Value(value);
        let index = self
            .options
            .iter()
            .position(|option| *option == pick)
            .unwrap_or_else(|| {
                self.options.push(pick);
                self.options.len() - 1
            });
        self.by_strategy.entry(strategy).or_insert(index);
    }
}

/// The pooled documents for the attribute a leaf is, rebound to this graph.
fn documents(leaf: &Leaf, unknown: &Unknown, graph: &Graph, pool: &DocumentPool) -> Vec<Node> {
    let Some(documents) =
        attribute_name(leaf).and_then(|attribute| pool.by_attribute.get(attribute))
    else {
        return Vec::new();
    };
    let mut rebound: Vec<Node> = Vec::new();
    for pooled in documents {
        let document = rebind(&pooled.document, &pooled.types, &unknown.mentions, graph);
        let document = match graph.kind.family() {
            Family::Terraform => Node::Json(Box::new(document)),
            Family::Cloudformation => document,
        };
        if !rebound.contains(&document) {
            rebound.push(document);
        }
    }
    rebound
}

/// The document with its references bent to resources of the same type here: first those the leaf mentions.
fn rebind(
    node: &Node,
    types: &BTreeMap<Text, Text>,
    mentions: &[Reference],
    graph: &Graph,
) -> Node {
    let rebind_all = |nodes: &[Node]| {
        nodes
            .iter()
            .map(|node| rebind(node, types, mentions, graph))
            .collect()
    };
    match node {
        Node::Ref(reference) => {
            let wanted = types.get(&reference.address);
            let has_type = |address: &Text| {
                graph
                    .resources
                    .get(address)
                    .is_some_and(|resource| Some(&resource.resource_type) == wanted)
            };
            let address = mentions
                .iter()
                .map(|mention| &mention.address)
                .find(|address| has_type(address))
                .or_else(|| graph.resources.keys().find(|address| has_type(address)));
            Node::reference(
                address.unwrap_or(&reference.address).clone(),
                reference.attribute.clone(),
            )
        }
        Node::List(items) => Node::List(rebind_all(items)),
        Node::Join(parts) => Node::Join(rebind_all(parts)),
        Node::Object(members) => Node::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), rebind(value, types, mentions, graph)))
                .collect(),
        ),
        Node::Json(inner) => Node::Json(Box::new(rebind(inner, types, mentions, graph))),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::graph::{Kind, Resource};

    /// The texts and references tried for an unknown at `places` of a resource beside a queue and something unheard of.
    fn tried(places: &[&str], unknown: Unknown) -> Vec<String> {
        let mut graph = Graph::new(Kind::Plan);
        for (address, kind) in [("aws_sqs_queue.q", "aws_sqs_queue"), ("x_y.z", "x_y")] {
            let resource = Resource::new(address, kind, "q");
            graph.resources.insert(address.into(), resource);
        }
        let leaf = Leaf {
            id: "leaf".into(),
            choice: Choice::Value(Arc::new(unknown)),
            places: places
                .iter()
                .map(|pointer| ("a.a".into(), (*pointer).to_owned()))
                .collect(),
        };
        let found = candidates(&leaf, &graph, &DocumentPool::default(), &[]);
        let shown = found.options.iter().filter_map(|option| match option {
            Pick::Value(Some(Node::Text(text))) => Some(text.to_string()),
            Pick::Value(Some(Node::Ref(to))) => Some(format!("{}.{}", to.address, to.attribute)),
            Pick::Value(Some(Node::List(items))) => {
                Some(format!("{:?}", items.first()?.as_text()?))
            }
            _ => None,
        });
        shown.collect()
    }

    fn mentioning(address: &str, attribute: &str) -> Unknown {
        let mention = Reference {
            address: address.into(),
            attribute: attribute.into(),
        };
        Unknown {
            mentions: vec![mention],
            ..Unknown::default()
        }
    }

    #[test]
    fn only_an_attribute_named_for_a_range_is_tried_as_all_addresses() {
        let ranges = |places: &[&str], kind: Option<&str>| -> Vec<String> {
            let unknown = Unknown {
                kind: kind.map(Text::from),
                ..Unknown::default()
            };
            let tried = tried(places, unknown).into_iter();
            tried.filter(|text| text.contains("/0")).collect()
        };
        let (old, new) = ("0.0.0.0/0", "::/0");
        assert_eq!(ranges(&["/cidr_ipv4"], Some("string")), [old]);
        assert_eq!(ranges(&["/ingress/0/cidr_blocks/0"], None), [old]);
        assert_eq!(
            ranges(&["/cidr_blocks"], Some("list")),
            [format!("{old:?}")]
        );
        assert_eq!(ranges(&["/SecurityGroupIngress/1/CidrIp"], None), [old]);
        assert_eq!(ranges(&["/SecurityGroupIngress/1/CidrIpv6"], None), [new]);
        assert_eq!(ranges(&["/ingress/0/ipv6_cidr_blocks/2"], None), [new]);
        assert_eq!(ranges(&["/name", "/CidrIp", "/CidrIpv6"], None), [old, new]);
        for other in ["/name", "/ip_address", "/cidr/name", "/policy"] {
            assert!(ranges(&[other], None).is_empty(), "{other}");
        }
        assert!(ranges(&["/cidr_count"], Some("number")).is_empty());
    }

    #[test]
    fn a_mention_without_an_attribute_is_tried_as_each_identity_and_first_as_the_one_that_fits_the_name()
     {
        let references = |place: &str, unknown: Unknown| -> String {
            let tried = tried(&[place], unknown).into_iter();
            let attributes = tried.filter_map(|text| {
                let attribute = text.strip_prefix("aws_sqs_queue.q.");
                let attribute = attribute.or_else(|| text.strip_prefix("x_y.z."));
                attribute.map(str::to_owned)
            });
            attributes.collect::<Vec<_>>().join(" ")
        };
        let queue = mentioning("aws_sqs_queue.q", "");
        assert_eq!(references("/target_arn", queue.clone()), "arn id name url");
        assert_eq!(references("/queue_url", queue.clone()), "url id arn name");
        assert_eq!(references("/owner", queue), "id arn name url");
        assert_eq!(references("/owner", mentioning("x_y.z", "")), "id arn");
        assert_eq!(references("/owner", mentioning("x_y.z", "key")), "key");
    }
}
