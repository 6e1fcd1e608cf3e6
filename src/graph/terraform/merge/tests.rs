//! Plans with the sources that they were planned from: what each says alone, and both together.

use std::path::{Path, PathBuf};

use super::*;
use crate::artifact::config::{Configuration, Limits};
use crate::artifact::{Recognised, recognise};
use crate::graph::{Options, from_plan, from_sources};
use crate::source::SourceText;

/// A plan's graph, its sources' graph, and their disagreements.
struct Pair {
    plan: Graph,
    sources: Graph,
}

fn pair(plan: &Path, sources: &Path) -> Result<Pair, String> {
    let bytes = std::fs::read(plan).map_err(|error| error.to_string())?;
    let text = SourceText::from_bytes("plan.json", bytes).map_err(|error| error.to_string())?;
    let Recognised::Plan(plan) = recognise(&text).map_err(|error| error.to_string())? else {
        return Err("not a plan".to_owned());
    };
    let options = Options::default();
    let configuration =
        Configuration::read(sources, &Limits::default()).map_err(|error| error.to_string())?;
    let plan = from_plan(&plan, &options);
    let sources =
        from_sources(&configuration, &options, &plan).map_err(|error| error.to_string())?;
    Ok(Pair { plan, sources })
}

/// Leaves that both sides know and of which they do not say the same.
fn disagreements(pair: &Pair) -> Vec<String> {
    let mut found = Vec::new();
    for (address, planned) in &pair.plan.resources {
        let Some(written) = pair.sources.resources.get(address) else {
            continue;
        };
        if planned.actions.iter().any(|action| &**action == "delete") && planned.actions.len() == 1
        {
            continue;
        }
        compare(
            &planned.values,
            &written.values,
            &mut format!("{address} "),
            &mut found,
        );
    }
    found
}

fn compare(planned: &Node, written: &Node, pointer: &mut String, found: &mut Vec<String>) {
    let length = pointer.len();
    match (planned, written) {
        (Node::Object(planned), Node::Object(written)) => {
            for (key, value) in written {
                append_token(pointer, key);
                match planned.get(key) {
                    Some(planned) => compare(planned, value, pointer, found),
                    None if value.is_plain()
                        && *value != Node::List(Vec::new())
                        && *value != Node::text("") =>
                    {
                        found.push(format!("{pointer}: not planned, written {value:?}"));
                    }
                    None => {}
                }
                pointer.truncate(length);
            }
        }
        (Node::Text(text), Node::Json(inner)) => match parse_json(text) {
            Ok(document) => compare(&document, inner, pointer, found),
            Err(_) => found.push(format!("{pointer}: {text} is no document")),
        },
        // A provider writes documents in a form of its own.
        (Node::Text(text), Node::Text(written))
            if parse_json(text).is_ok() && parse_json(text) == parse_json(written) => {}
        (Node::List(items), Node::List(others)) => {
            let partners = partners(items, others);
            for (index, (item, partner)) in items.iter().zip(partners).enumerate() {
                append_token(pointer, &index.to_string());
                match partner.and_then(|partner| others.get(partner)) {
                    Some(other) => compare(item, other, pointer, found),
                    None if others.iter().any(|other| matches!(other, Node::Rest(_))) => {}
                    None => found.push(format!("{pointer}: no partner for {item:?} in {others:?}")),
                }
                pointer.truncate(length);
            }
        }
        (planned, written) if likeness(planned, written).is_none() => {
            found.push(format!(
                "{pointer}: planned {planned:?}, written {written:?}"
            ));
        }
        _ => {}
    }
}

/// Assigned leaves of the merged graph that are still unknown.
fn unknown_leaves(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    for resource in graph.resources.values() {
        resource
            .values
            .walk(&mut String::new(), &mut |pointer, node| {
                if let Node::Unknown(unknown) | Node::Rest(unknown) = node {
                    found.push(format!(
                        "{} {pointer} {}: {}",
                        resource.address, unknown.reason, unknown.id
                    ));
                }
            });
    }
    found
}

/// The folders under `root` that hold a plan with its sources.
fn recorded(root: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
    let entries = walkdir::WalkDir::new(root)
        .into_iter()
        .filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = entries
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.join("plan.json").is_file() && path.join("src").is_dir())
        .collect();
    folders.sort();
    folders
}

#[test]
fn nothing_stays_unknown_in_a_recorded_fixture_whose_sources_are_at_hand() {
    let mut seen = 0;
    for folder in ["grading-proof", "negative-fixtures"]
        .into_iter()
        .flat_map(recorded)
    {
        let pair = pair(&folder.join("plan.json"), &folder.join("src")).expect("read");
        assert_eq!(
            disagreements(&pair),
            Vec::<String>::new(),
            "{}",
            folder.display()
        );
        let merged = merge_sources(pair.plan, &pair.sources);
        assert_eq!(
            unknown_leaves(&merged),
            Vec::<String>::new(),
            "{}",
            folder.display()
        );
        assert_eq!(merged.notes, Vec::new(), "{}", folder.display());
        seen += 1;
    }
    assert!(seen > 20, "{seen} fixtures");
}

fn graph(kind: crate::graph::Kind, address: &str, values: Node) -> Graph {
    let mut graph = Graph::new(kind);
    let mut resource = Resource::new(address, address.split('.').next().unwrap_or_default(), "x");
    resource.values = values;
    graph.resources.insert(address.into(), resource);
    graph
}

/// Merges one resource; gives back its values and what is mentioned exactly.
fn merged(planned: &str, written: Node) -> (Node, Vec<(String, String)>) {
    let planned = crate::value::from_encoded(&parse_json(planned).expect("json")).expect("nodes");
    let plan = graph(crate::graph::Kind::Plan, "a_b.x", planned);
    let source = graph(crate::graph::Kind::Configuration, "a_b.x", written);
    let merged = merge_sources(plan, &source);
    let resource = &merged.resources["a_b.x"];
    let exact = resource.mentions.iter().filter(|mention| mention.exact);
    let exact = exact
        .map(|mention| (mention.path.clone(), mention.to.address.to_string()))
        .collect();
    (resource.values.clone(), exact)
}

fn arn(name: &str) -> Node {
    Node::reference(format!("aws_sqs_queue.{name}"), "arn")
}

const UNKNOWN: &str = r#"{"$unknown": "computed", "id": "u"}"#;

#[test]
fn a_planned_value_wins_where_it_is_known_and_the_sources_where_it_is_not() {
    let planned = format!(r#"{{"name": "planned", "role": {UNKNOWN}, "other": {UNKNOWN}}}"#);
    let written = Node::object([
        ("name", Node::text("written")),
        ("role", arn("q")),
        ("unset", arn("q")),
    ]);
    let (values, _) = merged(&planned, written);
    assert_eq!(values.get("name"), Some(&Node::text("planned")));
    assert_eq!(values.get("role"), Some(&arn("q")));
    assert!(matches!(values.get("other"), Some(Node::Unknown(_))));
    assert_eq!(values.get("unset"), None, "the plan says that it is null");
}

#[test]
fn a_known_value_that_the_sources_refer_to_becomes_an_exact_reference() {
    let written = Node::object([
        ("queue", arn("q")),
        ("text", Node::Join(vec![arn("r"), Node::text("/*")])),
    ]);
    let (values, exact) = merged(r#"{"queue": "arn:q", "text": "arn:r/*"}"#, written);
    assert_eq!(values.get("queue"), Some(&Node::text("arn:q")));
    assert_eq!(exact, [("/queue".to_owned(), "aws_sqs_queue.q".to_owned())]);
}

#[test]
fn a_known_document_stays_and_gains_its_references() {
    let document = Node::object([("Resource", Node::List(vec![Node::text("*"), arn("q")]))]);
    let written = Node::object([("policy", Node::Json(Box::new(document)))]);
    let (values, exact) = merged(
        r#"{"policy": "{\"Resource\": [\"*\", \"arn:q\"]}"}"#,
        written,
    );
    assert!(values.get("policy").and_then(Node::as_text).is_some());
    assert_eq!(
        exact,
        [(
            "/policy/Resource/1".to_owned(),
            "aws_sqs_queue.q".to_owned()
        )]
    );
}

#[test]
fn an_element_of_a_reordered_list_refers_to_what_has_its_value() {
    let planned = parse_json(r#"{"groups": ["sg-1", "sg-2"]}"#).expect("json");
    let mut plan = graph(crate::graph::Kind::Plan, "a_b.x", planned);
    for (name, id) in [("one", "sg-1"), ("two", "sg-2")] {
        let mut target = Resource::new(format!("aws_sqs_queue.{name}"), "aws_sqs_queue", name);
        target.values = Node::object([("arn", Node::text(id))]);
        plan.resources.insert(target.address.clone(), target);
    }
    let written = Node::object([("groups", Node::List(vec![arn("two"), arn("one")]))]);
    let source = graph(crate::graph::Kind::Configuration, "a_b.x", written);
    let merged = merge_sources(plan, &source);
    let found: Vec<(&str, &str)> = merged.resources["a_b.x"]
        .mentions
        .iter()
        .map(|mention| (&*mention.path, &*mention.to.address))
        .collect();
    assert_eq!(
        found,
        [
            ("/groups/0", "aws_sqs_queue.one"),
            ("/groups/1", "aws_sqs_queue.two")
        ]
    );
}

#[test]
fn elements_of_a_set_are_paired_by_what_is_known_of_them() {
    let planned = format!(
        r#"{{"rule": [{{"port": 443, "to": {UNKNOWN}}}, {{"port": 80, "to": {UNKNOWN}}}], "set": ["z", {UNKNOWN}]}}"#
    );
    let rule =
        |port: i64, name: &str| Node::object([("port", Node::from(port)), ("to", arn(name))]);
    let written = Node::object([
        (
            "rule",
            Node::List(vec![rule(80, "eighty"), rule(443, "other")]),
        ),
        ("set", Node::List(vec![arn("q"), Node::text("z")])),
    ]);
    let (values, _) = merged(&planned, written);
    assert_eq!(values.at("/rule/0/to"), Some(&arn("other")));
    assert_eq!(values.at("/rule/1/to"), Some(&arn("eighty")));
    assert_eq!(values.at("/set/1"), Some(&arn("q")));
}

#[test]
fn what_the_plan_has_read_from_a_data_source_is_put_into_the_sources_value() {
    let unknown = crate::value::Unknown {
        reason: "data source".into(),
        id: "data.a.d.id".into(),
        mentions: vec![crate::value::Reference {
            address: "data.a.d".into(),
            attribute: "id".into(),
        }],
        ..crate::value::Unknown::default()
    };
    let join = Node::Join(vec![
        Node::Unknown(unknown.into()),
        Node::text("/"),
        arn("q"),
    ]);
    let planned = crate::value::from_encoded(
        &parse_json(&format!(r#"{{"text": {UNKNOWN}}}"#)).expect("json"),
    );
    let mut plan = graph(crate::graph::Kind::Plan, "a_b.x", planned.expect("nodes"));
    let mut data = Resource::new("data.a.d", "a", "d");
    data.mode = Mode::Data;
    data.values = Node::object([("id", Node::text("read"))]);
    plan.resources.insert("data.a.d".into(), data);
    let source = graph(
        crate::graph::Kind::Configuration,
        "a_b.x",
        Node::object([("text", join)]),
    );
    let merged = merge_sources(plan, &source);
    let expected = Node::Join(vec![Node::text("read/"), arn("q")]);
    assert_eq!(
        merged.resources["a_b.x"].values.get("text"),
        Some(&expected)
    );
}

#[test]
fn an_instance_on_one_side_only_is_noted() {
    let plan = graph(crate::graph::Kind::Plan, "a_b.x", Node::object::<&str>([]));
    let source = graph(
        crate::graph::Kind::Configuration,
        "a_b.y",
        Node::object::<&str>([]),
    );
    let notes: Vec<&str> = merge_sources(plan, &source)
        .notes
        .iter()
        .map(|note| note.code)
        .collect();
    assert_eq!(notes, ["other-sources", "only-in-plan", "only-in-sources"]);
}

#[test]
fn what_only_a_plan_cannot_tell_is_no_note_any_more_where_the_sources_tell_it() {
    let open = |name: &str| {
        Node::Unknown(
            crate::value::Unknown {
                reason: "computed".into(),
                id: format!("a_b.x#/{name}").into(),
                ..crate::value::Unknown::default()
            }
            .into(),
        )
    };
    let planned = Node::object(["told", "kept", "absent"].map(|name| (name, open(name))));
    let mut plan = graph(crate::graph::Kind::Plan, "a_b.x", planned);
    for (code, path) in [
        (UNRESOLVED_LOCAL, "/told"),
        (UNRESOLVED_LOCAL, "/kept"),
        (NO_INSTANCE, "/absent"),
        ("dangling-reference", "/told"),
    ] {
        plan.notes.push(Note {
            code,
            message: String::new(),
            address: Some("a_b.x".into()),
            path: Some(path.to_owned()),
            forbids_verdict: false,
        });
    }
    plan.notes.push(Note {
        code: MENTIONS_CUT_SHORT,
        message: String::new(),
        address: None,
        path: None,
        forbids_verdict: false,
    });
    let written = Node::object([("told", arn("q")), ("absent", Node::Null)]);
    let source = graph(crate::graph::Kind::Configuration, "a_b.x", written);
    let merged = merge_sources(plan, &source);
    let left: Vec<_> = merged
        .notes
        .iter()
        .map(|note| (note.code, note.path.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(
        left,
        [(UNRESOLVED_LOCAL, "/kept"), ("dangling-reference", "/told")]
    );
}

fn noted(planned: &str, written: Node) -> Vec<(&'static str, Option<String>)> {
    let planned = crate::value::from_encoded(&parse_json(planned).expect("json")).expect("nodes");
    let plan = graph(crate::graph::Kind::Plan, "a_b.x", planned);
    let source = graph(crate::graph::Kind::Configuration, "a_b.x", written);
    let notes = merge_sources(plan, &source).notes;
    notes
        .into_iter()
        .map(|note| (note.code, note.path))
        .collect()
}

#[test]
fn a_known_planned_value_that_contradicts_the_sources_is_noted_and_stays() {
    let written = Node::object([
        ("protocol", Node::text("TCP_UDP")),
        ("path", Node::Join(vec![arn("q"), Node::text("/*")])),
        (
            "rule",
            Node::List(vec![Node::object([("port", Node::from(80))])]),
        ),
        (
            "policy",
            Node::Json(Box::new(Node::object([(
                "Action",
                Node::List(vec![Node::text("*"), arn("q")]),
            )]))),
        ),
        ("gone", Node::text("x")),
    ]);
    let planned = r#"{"protocol": "TCP", "path": "arn/x", "rule": [{"port": 443}], "policy": "{\"Action\": \"a:b\"}"}"#;
    let paths: Vec<String> = noted(planned, written.clone())
        .into_iter()
        .map(|(code, path)| format!("{code} {}", path.unwrap_or_default()))
        .collect();
    assert_eq!(
        paths,
        ["/gone", "/path", "/policy", "/protocol", "/rule/0/port"]
            .map(|path| format!("sources-disagree {path}"))
    );
    let (values, _) = merged(planned, written);
    assert_eq!(values.get("protocol"), Some(&Node::text("TCP")));
}

#[test]
fn what_providers_write_in_another_way_is_no_disagreement() {
    let one = |name: &str, value: Node| Node::object([(name, value)]);
    let document = one(
        "Statement",
        Node::List(vec![Node::object([
            ("Effect", Node::text("Allow")),
            ("Action", Node::List(vec![Node::text("b"), Node::text("a")])),
            ("Resource", arn("q")),
        ])]),
    );
    for (planned, written) in [
        (
            r#"{"a": "westeurope"}"#,
            one("a", Node::text("West Europe")),
        ),
        (r#"{"a": "true"}"#, one("a", Node::Bool(true))),
        (r#"{"a": 80}"#, one("a", Node::text("80"))),
        (
            r#"{"a": "10.0.0.0/16"}"#,
            one("a", Node::text("10.0.3.4/16")),
        ),
        (
            r#"{"a": "example.com"}"#,
            one("a", Node::text("example.com.")),
        ),
        (
            r#"{"a": "{\"b\": [1]}"}"#,
            one("a", Node::text("{ \"b\" : [ 1 ] }\n")),
        ),
        (r#"{"protocol": "tcp"}"#, one("protocol", Node::text("6"))),
        (r#"{"protocol": "-1"}"#, one("protocol", Node::text("all"))),
        (
            r#"{"a": ["y", "x"]}"#,
            one("a", Node::List(["x", "y", "x"].map(Node::text).to_vec())),
        ),
        (r#"{"a": [{"b": 1}]}"#, one("a", one("b", Node::from(1)))),
        (
            r#"{"a": {"b": 1}}"#,
            one("a", Node::List(vec![one("b", Node::from(1))])),
        ),
        ("{}", one("a", Node::Bool(false))),
        ("{}", one("secret_wo", Node::text("x"))),
        ("{}", one("tags_all", one("a", Node::text("x")))),
        (
            r#"{"user_data": "2ea56f7d60a0ff6f0a3db8c3ce4f6c3ea6a02f2a"}"#,
            one("user_data", Node::text("#!/bin/sh")),
        ),
        (
            r#"{"a": "{\"Statement\": {\"Action\": [\"a\", \"b\"], \"Effect\": \"Allow\", \"Resource\": [\"arn\"], \"Sid\": \"\"}}"}"#,
            one("a", Node::Json(Box::new(document))),
        ),
    ] {
        assert_eq!(noted(planned, written.clone()), [], "{planned} {written:?}");
    }
}

#[test]
fn what_is_deleted_ignored_or_sensitive_is_no_disagreement() {
    let disagreeing = |change: fn(&mut Resource, &mut Resource)| {
        let mut plan = graph(
            crate::graph::Kind::Plan,
            "a_b.x",
            Node::object([("a", Node::text("1"))]),
        );
        let written = Node::object([("a", Node::text("2")), ("b", Node::text("2"))]);
        let mut source = graph(crate::graph::Kind::Configuration, "a_b.x", written);
        let planned = plan.resources.get_mut("a_b.x").expect("planned");
        change(planned, source.resources.get_mut("a_b.x").expect("written"));
        merge_sources(plan, &source).notes.len()
    };
    assert_eq!(disagreeing(|_, _| {}), 2);
    assert_eq!(
        disagreeing(|planned, _| planned.actions = vec!["delete".into()]),
        0
    );
    assert_eq!(
        disagreeing(|planned, _| planned.sensitive = vec!["/b".into()]),
        1
    );
    let ignoring = |names: Node| Node::object([("ignore_changes", names)]);
    assert_eq!(
        disagreeing(
            |_, written| written.lifecycle = Node::object([("ignore_changes", Node::text("all"))])
        ),
        0
    );
    let mut source = graph(
        crate::graph::Kind::Configuration,
        "a_b.x",
        Node::object([("a", Node::text("2"))]),
    );
    source
        .resources
        .get_mut("a_b.x")
        .expect("written")
        .lifecycle = ignoring(Node::List(vec![Node::text("a")]));
    let plan = graph(
        crate::graph::Kind::Plan,
        "a_b.x",
        Node::object([("a", Node::text("1"))]),
    );
    assert_eq!(merge_sources(plan, &source).notes, []);
}

#[test]
fn a_plan_of_other_sources_forbids_a_verdict_and_says_so() {
    let nothing = || Node::object::<&str>([]);
    let plan = graph(crate::graph::Kind::Plan, "a_b.x", nothing());
    let mut source = graph(crate::graph::Kind::Configuration, "a_b.y", nothing());
    let notes = merge_sources(plan.clone(), &source).notes;
    assert_eq!(notes[0].code, "other-sources");
    assert!(notes[0].forbids_verdict);
    let shared = Resource::new("a_b.x", "a_b", "x");
    source.resources.insert(shared.address.clone(), shared);
    assert!(
        merge_sources(plan, &source)
            .notes
            .iter()
            .all(|note| !note.forbids_verdict)
    );
}

#[test]
fn an_empty_list_does_not_settle_what_the_plan_leaves_to_the_provider() {
    let planned = format!(r#"{{"security_groups": {UNKNOWN}}}"#);
    let written = Node::object([("security_groups", Node::List(Vec::new()))]);
    let (values, _) = merged(&planned, written);
    assert!(matches!(
        values.get("security_groups"),
        Some(Node::Unknown(_))
    ));
}

#[test]
fn lists_within_lists_are_compared_in_bounded_time() {
    let nested = |last: &str| {
        let mut node = Node::text(last);
        for _ in 0..3 {
            node = Node::List(vec![node; 60]);
        }
        Node::object([("a", node)])
    };
    let plan = graph(crate::graph::Kind::Plan, "a_b.x", nested("1"));
    let source = graph(crate::graph::Kind::Configuration, "a_b.x", nested("2"));
    let judged = super::disagreement::notes(&plan.resources["a_b.x"], &source.resources["a_b.x"]);
    assert!(judged.len() <= 1);
}
