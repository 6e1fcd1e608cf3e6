//! Tests of the candidates.

use std::sync::Arc;

use super::super::leaves::{Place, leaves};
use super::*;
use crate::graph::{Kind, Resource};
use crate::value::{Number, Object, Reference, Unknown};

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
            .map(|pointer| Place {
                address: "a.a".into(),
                pointer: (*pointer).to_owned(),
                in_document: true,
            })
            .collect(),
        joins: Vec::new(),
        in_object: false,
        beside_objects: false,
    };
    let sources = Sources {
        graph: &graph,
        pool: &Pool::default(),
        vocabulary: &Vocabulary::default(),
    };
    let found = candidates(&leaf, sources);
    let shown = found.options.iter().filter_map(|option| match option {
        Pick::Value(Some(Node::Text(text))) => Some(text.to_string()),
        Pick::Value(Some(Node::Ref(to))) => Some(format!("{}.{}", to.address, to.attribute)),
        Pick::Value(Some(Node::List(items))) => Some(format!("{:?}", items.first()?.as_text()?)),
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

/// A graph of these resources: address, type, attributes.
fn graph(resources: &[(&str, &str, Node)]) -> Graph {
    let mut graph = Graph::new(Kind::Configuration);
    for (address, kind, values) in resources {
        let mut resource = Resource::new(*address, *kind, "x");
        resource.values = values.clone();
        graph.resources.insert((*address).into(), resource);
    }
    graph
}

fn unknown(kind: Option<&str>) -> Unknown {
    Unknown {
        id: "var.x".into(),
        kind: kind.map(Text::from),
        ..Unknown::default()
    }
}

fn open(kind: Option<&str>) -> Node {
    Node::Unknown(Arc::new(unknown(kind)))
}

fn rest() -> Node {
    Node::Rest(Arc::new(unknown(None)))
}

/// The candidates of the only leaf of a graph, under rules that say these words and constants.
fn found(graph: &Graph, pool: &Pool, words: &[&str], constants: &[&str]) -> Candidates {
    let number = |text: &str| Number::parse(text).map(Node::Number);
    let constants = constants
        .iter()
        .map(|text| number(text).unwrap_or_else(|| Node::text(*text)));
    let leaves = leaves(graph, &|_| false);
    let [leaf] = leaves.as_slice() else {
        panic!("one leaf: {leaves:?}")
    };
    let sources = Sources {
        graph,
        pool,
        vocabulary: &Vocabulary::of_words(words, constants.collect()),
    };
    candidates(leaf, sources)
}

fn has(found: &Candidates, value: Node) -> bool {
    found.options.contains(&Pick::Value(Some(value)))
}

fn pool_of(graph: &Graph) -> Pool {
    let mut pool = Pool::default();
    pool.collect(graph);
    pool
}

fn text(text: &str) -> Node {
    Node::text(text)
}

#[test]
fn a_number_is_tried_as_each_constant_and_as_its_neighbours() {
    let graph = graph(&[("a.a", "a", Node::object([("days", open(Some("number")))]))]);
    let found = found(&graph, &Pool::default(), &["days"], &["14", "text"]);
    for number in [13, 14, 15, 0, 1, i64::from(i32::MAX)] {
        assert!(has(&found, number.into()), "{number}");
    }
    assert!(!has(&found, text("text")));
    assert!(found.options.contains(&Pick::Value(None)));
}

#[test]
fn a_text_is_tried_as_each_constant_and_as_what_begins_or_ends_with_it() {
    let graph = graph(&[("a.a", "a", Node::object([("kind", open(Some("string")))]))]);
    let found = found(&graph, &Pool::default(), &["kind"], &["prod", "14"]);
    let texts: Vec<&str> = found
        .options
        .iter()
        .filter_map(|option| match option {
            Pick::Value(Some(Node::Text(text))) => Some(&**text),
            _ => None,
        })
        .collect();
    assert!(texts.contains(&"prod") && texts.contains(&"14"));
    let longer = |text: &&&str| text.len() > 4;
    assert!(
        texts
            .iter()
            .filter(longer)
            .any(|text| text.starts_with("prod"))
    );
    assert!(
        texts
            .iter()
            .filter(longer)
            .any(|text| text.ends_with("prod"))
    );
    assert!(!has(&found, 14.into()));
}

#[test]
fn a_part_of_a_text_is_tried_as_what_makes_the_whole_a_known_text() {
    let name = Node::Join(vec!["/billing/".into(), open(None), "-point".into()]);
    let graph = graph(&[
        ("a.a", "a", Node::object([("kind", name)])),
        (
            "aws_sqs_queue.q",
            "aws_sqs_queue",
            Node::object([("name", text("/billing/q-point"))]),
        ),
    ]);
    let found = found(
        &graph,
        &Pool::default(),
        &["kind"],
        &["/billing/api-end-point", "/other/x-point"],
    );
    assert!(has(&found, text("api-end")), "of a constant");
    assert!(has(&found, text("q")), "of a name");
    assert!(!has(&found, text("x")));
}

#[test]
fn a_null_is_tried_among_members_alone() {
    let listed = Node::object([("kind", Node::List(vec![open(None)]))]);
    let list = graph(&[("a.a", "a", listed)]);
    let members = graph(&[("a.a", "a", Node::object([("kind", open(None))]))]);
    assert!(has(
        &found(&list, &Pool::default(), &["kind"], &[]),
        Node::Null
    ));
    assert!(!has(
        &found(&members, &Pool::default(), &["kind"], &[]),
        Node::Null
    ));
}

#[test]
fn a_value_is_tried_as_what_fixtures_hold_under_the_same_name() {
    let statement = Node::object([
        ("Effect", text("Deny")),
        ("Resource", Node::reference("q.q", "arn")),
    ]);
    let policy = Node::object([("Statement", Node::List(vec![statement.clone()]))]);
    let fixture = graph(&[
        ("q.q", "q", Node::Object(Object::new())),
        (
            "a.a",
            "a",
            Node::object([
                ("policy", Node::Json(Box::new(policy.clone()))),
                ("status", text("Suspended")),
                ("days", 30.into()),
                ("types", Node::List(vec![text("one"), text("two")])),
            ]),
        ),
    ]);
    let pool = pool_of(&fixture);
    let of = |name: &str, node: Node| {
        let values = Node::object([(name, node)]);
        let queue = ("q.other", "q", Node::Object(Object::new()));
        found(&graph(&[("b.b", "b", values), queue]), &pool, &[name], &[])
    };
    assert!(has(&of("status", open(Some("string"))), text("Suspended")));
    let days = of("days", open(Some("number")));
    assert!(
        [29, 30, 31]
            .into_iter()
            .all(|number| has(&days, number.into()))
    );
    let types = of("types", open(Some("list")));
    assert!(has(&types, Node::List(vec![text("one"), text("two")])));
    assert!(has(&types, Node::List(vec![text("two")])));
    let rebound = |resource: &str| {
        let statement = Node::object([
            ("Effect", text("Deny")),
            ("Resource", Node::reference(resource, "arn")),
        ]);
        (
            statement.clone(),
            Node::object([("Statement", Node::List(vec![statement]))]),
        )
    };
    let (statement, policy) = rebound("q.other");
    assert!(has(&of("policy", open(None)), Node::Json(Box::new(policy))));
    let effect = Node::Json(Box::new(Node::object([("Effect", open(None))])));
    assert!(has(&of("policy", effect), text("Deny")));
    let more = Node::List(vec![rest()]);
    let document = Node::Json(Box::new(Node::object([("Statement", more)])));
    let more = of("policy", document);
    assert!(has(&more, statement) && more.options.contains(&Pick::Value(None)));
}

#[test]
fn a_reference_of_a_fixture_is_bent_to_the_resource_of_the_same_name() {
    let queue = |name: &str| Node::object([("name", text(name))]);
    let target = |to: &str| Node::object([("target", Node::reference(to, "arn"))]);
    let fixture = graph(&[
        ("aws_sqs_queue.a", "aws_sqs_queue", queue("first")),
        ("aws_sqs_queue.b", "aws_sqs_queue", queue("second")),
        ("c.c", "c", target("aws_sqs_queue.b")),
    ]);
    let graded = graph(&[
        ("aws_sqs_queue.x", "aws_sqs_queue", queue("other")),
        ("aws_sqs_queue.y", "aws_sqs_queue", queue("second")),
        ("c.c", "c", Node::object([("target", open(Some("object")))])),
    ]);
    let pooled = Pooled {
        value: Node::object([("to", Node::reference("aws_sqs_queue.b", "arn"))]),
        referents: pool_of(&fixture).values["target"][0].referents.clone(),
    };
    let bent = pooled.rebound(&[], &graded);
    assert_eq!(
        bent.at("/to"),
        Some(&Node::reference("aws_sqs_queue.y", "arn"))
    );
    let mention = Reference {
        address: "aws_sqs_queue.x".into(),
        attribute: "arn".into(),
    };
    let bent = pooled.rebound(&[mention], &graded);
    assert_eq!(
        bent.at("/to"),
        Some(&Node::reference("aws_sqs_queue.x", "arn"))
    );
}

#[test]
fn more_members_are_none_one_or_two_and_objects_where_the_others_are() {
    let fixture = graph(&[(
        "a.a",
        "a",
        Node::object([(
            "rule",
            Node::List(vec![
                Node::object([("id", 1.into())]),
                Node::object([("id", 2.into())]),
            ]),
        )]),
    )]);
    let pool = pool_of(&fixture);
    let known = Node::object([("id", 3.into())]);
    let values = Node::object([("rule", Node::List(vec![known, rest()]))]);
    let found = found(&graph(&[("a.a", "a", values)]), &pool, &["rule"], &["text"]);
    assert!(found.options.contains(&Pick::Value(None)));
    let rule = |id: i64| Node::object([("id", id.into())]);
    assert!(has(&found, rule(2)));
    assert!(has(&found, Node::List(vec![rule(1), rule(2)])));
    assert!(!has(&found, text("text")) && !has(&found, text("*")));
    let texts = Node::object([("rule", Node::List(vec![text("a"), rest()]))]);
    let texts = super::tests::found(
        &graph(&[("a.a", "a", texts)]),
        &Pool::default(),
        &["rule"],
        &["text"],
    );
    assert!(has(&texts, text("text")) && has(&texts, text("*")));
    let two =
        |option: &Pick| matches!(option, Pick::Value(Some(Node::List(items))) if items.len() == 2);
    assert!(texts.options.iter().any(two));
}

#[test]
fn more_members_of_an_object_are_those_of_fixtures_and_others() {
    let tags = |key: &str| Node::object([(key, text("confidential"))]);
    let fixture = graph(&[("a.a", "a", Node::object([("tags", tags("class"))]))]);
    let open = Node::object([("owner", text("x")), ("$rest", rest())]);
    let graph = graph(&[("b.b", "b", Node::object([("tags", open)]))]);
    let found = found(&graph, &pool_of(&fixture), &["tags"], &[]);
    assert!(has(&found, tags("class")));
    assert!(found.options.contains(&Pick::Value(None)) && found.options.len() >= 3);
}

#[test]
fn of_a_group_that_was_cut_short_every_resource_is_tried() {
    let addresses: Vec<String> = (0..40).map(|at| format!("aws_a.a[{at}]")).collect();
    let mut resources: Vec<(&str, &str, Node)> = addresses
        .iter()
        .map(|address| (address.as_str(), "aws_a", Node::Object(Object::new())))
        .collect();
    let mentions = addresses.iter().take(16).map(|address| Reference {
        address: address.as_str().into(),
        attribute: "arn".into(),
    });
    let unknown = Unknown {
        mentions: mentions.collect(),
        ..unknown(None)
    };
    resources.push((
        "b.b",
        "b",
        Node::object([("target", Node::Unknown(Arc::new(unknown)))]),
    ));
    let found = found(&graph(&resources), &Pool::default(), &["target"], &[]);
    assert!(has(&found, Node::reference("aws_a.a[39]", "arn")));
}

#[test]
fn a_variable_is_tried_as_every_resource_of_a_type_that_the_rules_name() {
    let addresses: Vec<String> = (0..40).map(|at| format!("aws_a.a[{at}]")).collect();
    let mut resources: Vec<(&str, &str, Node)> = addresses
        .iter()
        .map(|address| (address.as_str(), "aws_a", Node::Object(Object::new())))
        .collect();
    resources.push(("b.b", "b", Node::object([("target", open(Some("string")))])));
    let graph = graph(&resources);
    let last = || Node::reference("aws_a.a[39]", "arn");
    assert!(has(
        &found(&graph, &Pool::default(), &["target", "aws_a"], &[]),
        last()
    ));
    assert!(!has(
        &found(&graph, &Pool::default(), &["target"], &[]),
        last()
    ));
}

#[test]
fn a_name_is_never_tried_as_the_name_of_another_resource_of_the_type() {
    let queue = |name: Node| Node::object([("name", name)]);
    let of = |kind: &str| {
        let values = queue(open(Some("string")));
        let other = ("aws_sqs_queue.b", "aws_sqs_queue", queue(text("orders")));
        found(
            &graph(&[("a.a", kind, values), other]),
            &Pool::default(),
            &["name", "aws_sqs_queue"],
            &["orders"],
        )
    };
    assert!(!has(&of("aws_sqs_queue"), text("orders")) && !has(&of("aws_sqs_queue"), text("")));
    assert!(!has(
        &of("aws_sqs_queue"),
        Node::reference("aws_sqs_queue.b", "id")
    ));
    assert!(has(&of("aws_sns_topic"), text("orders")));
}

#[test]
fn what_no_rule_names_is_tried_jointly_and_with_little_else() {
    let of = |words: &[&str]| {
        let graph = graph(&[(
            "a.a",
            "a",
            Node::object([("comment", open(Some("string")))]),
        )]);
        found(&graph, &Pool::default(), words, &["one", "two", "three"])
    };
    let (named, other) = (of(&["comment"]), of(&["kind"]));
    assert!(named.relevant && !other.relevant);
    assert!(
        named.options.len() > 10 && other.options.len() == 3,
        "{other:?}"
    );
}

#[test]
fn a_value_is_tried_as_what_the_facts_that_say_its_name_compare_with() {
    let of = |name: &str| {
        let graph = graph(&[("a.a", "a", Node::object([(name, open(Some("string")))]))]);
        let facts =
            "_kinds := {\"key\": {\"Sample\", \"aws_type\", \"/pointer\"}}\nvalues.kind != 7\n";
        let vocabulary = Vocabulary::of_words(&["kind", "other"], Vec::new()).with_facts(facts);
        let leaves = leaves(&graph, &|_| false);
        let sources = Sources {
            graph: &graph,
            pool: &Pool::default(),
            vocabulary: &vocabulary,
        };
        candidates(leaves.first().expect("a leaf"), sources)
    };
    let kind = of("kind");
    assert!(has(&kind, text("Sample")) && has(&kind, text("7")));
    for no_value in ["key", "aws_type", "/pointer"] {
        assert!(!has(&kind, text(no_value)), "{no_value}");
    }
    assert!(!has(&of("other"), text("Sample")));
}

#[test]
fn two_values_that_decide_together_are_tried_as_what_fixtures_hold_at_both() {
    let values = |effect: Node, principal: Node| {
        Node::object([("Effect", effect), ("Principal", principal)])
    };
    let mut pool = Pool::default();
    for (effect, principal) in [("Allow", "partner"), ("Deny", "everyone")] {
        pool.collect(&graph(&[(
            "a.a",
            "a",
            values(text(effect), text(principal)),
        )]));
    }
    let unknown = |id: &str| {
        let kind = Some("string".into());
        Node::Unknown(Arc::new(Unknown {
            id: id.into(),
            kind,
            ..Unknown::default()
        }))
    };
    let graph = graph(&[("a.a", "a", values(unknown("effect"), unknown("principal")))]);
    let vocabulary = Vocabulary::of_words(&["Effect", "Principal"], Vec::new());
    let sources = Sources {
        graph: &graph,
        pool: &pool,
        vocabulary: &vocabulary,
    };
    let found: Vec<Candidates> = leaves(&graph, &|_| false)
        .iter()
        .map(|leaf| candidates(leaf, sources))
        .collect();
    let judge = |completion: &Completion| -> super::super::search::Judgement {
        let is = |id: &str, value: &str| completion.values.get(id) == Some(&Some(text(value)));
        let passes = is("effect", "Deny") && is("principal", "partner");
        let violation = super::super::search::Violation {
            rule: "R001".to_owned(),
            tier: "1".to_owned(),
            resource: String::new(),
            path: String::new(),
            message: String::new(),
        };
        Ok((!passes).then_some(violation).into_iter().collect())
    };
    let outcome = super::super::search::search(&found, 4096, judge);
    assert!(outcome.passed > 0 && outcome.failed > 0, "{outcome:?}");
    assert_eq!(outcome.deciding.len(), 2, "{outcome:?}");
}
