//! Each respelling on small graphs, with all that comes of it.

use super::*;
use crate::graph::{Mention, Mode, Resource};
use crate::value::{Node, Reference, from_encoded, parse_json};

fn named(name: &str) -> &'static Respelling {
    let found = RESPELLINGS.iter().find(|known| known.name == name);
    found.unwrap_or_else(|| panic!("no respelling `{name}`"))
}

fn node(text: &str) -> Node {
    let parsed = parse_json(text).unwrap_or_else(|error| panic!("{error:?}: {text}"));
    from_encoded(&parsed).expect("well-formed")
}

/// A graph from an object of addresses, each with its values; the type and the name follow from the address, or from `//`.
pub(super) fn graph(kind: Kind, resources: &str) -> Graph {
    let mut graph = Graph::new(kind);
    let node = node(resources);
    for (address, values) in node.as_object().expect("an object") {
        let mut values = values.clone();
        let Node::Object(members) = &mut values else {
            panic!("{address}: values")
        };
        let (resource_type, name) = if let Some(Node::Text(resource_type)) = members.remove("//") {
            (resource_type, address.clone())
        } else {
            let local = address.strip_prefix("data.").unwrap_or(address);
            let (resource_type, name) = local.split_once('.').expect("a type and a name");
            (resource_type.into(), name.into())
        };
        let mut resource = Resource::new(address.clone(), resource_type, name);
        if address.starts_with("data.") {
            resource.mode = Mode::Data;
        }
        resource.values = values;
        graph.resources.insert(address.clone(), resource);
    }
    graph
}

/// The values of each resource by address, as JSON.
pub(super) fn shown(graph: &Graph) -> Node {
    let entries = graph.resources.iter().map(|(address, resource)| {
        assert_eq!(*address, resource.address);
        let text = serde_json::to_string(&resource.values).expect("encoded");
        (address.clone(), parse_json(&text).expect("json"))
    });
    Node::Object(entries.collect())
}

/// What a respelling makes of a graph, all places together and then each alone.
pub(super) fn made(name: &str, graph: &Graph) -> Vec<Graph> {
    let subject = Subject {
        graph,
        written: None,
    };
    let mut made = Vec::new();
    named(name).apply(&subject, &mut |respelled| {
        made.push(respelled.graph);
        false
    });
    made
}

/// The same where it is one graph, or the first of several.
pub(super) fn first(name: &str, graph: &Graph) -> Graph {
    made(name, graph)
        .into_iter()
        .next()
        .unwrap_or_else(|| panic!("`{name}` made nothing"))
}

pub(super) fn assert_shown(graph: &Graph, expected: &str) {
    let expected = parse_json(expected).unwrap_or_else(|error| panic!("{error:?}: {expected}"));
    let spelled = |node: &Node| serde_json::to_string_pretty(node).expect("json");
    assert_eq!(spelled(&shown(graph)), spelled(&expected));
}

pub(super) fn mention(path: &str, address: &str) -> Mention {
    Mention {
        path: path.to_owned(),
        to: Reference {
            address: address.into(),
            attribute: "arn".into(),
        },
        via: Vec::new(),
        exact: false,
    }
}

pub(super) fn paths(graph: &Graph, address: &str) -> Vec<String> {
    let resource = &graph.resources[address];
    let mentions = resource.mentions.iter();
    mentions
        .map(|mention| format!("{} {}", mention.path, mention.to.address))
        .collect()
}

const QUEUES: &str = r#"{
    "aws_sqs_queue.a": {"name": "a", "kms": {"$unknown": "computed", "id": "aws_sqs_queue.b#/kms", "mentions": [{"$ref": "aws_sqs_queue.b", "attr": "arn"}]}},
    "aws_sqs_queue.b": {"name": "b"},
    "aws_sns_topic_subscription.s": {"endpoint": {"$ref": "aws_sqs_queue.a", "attr": "arn"}}
}"#;

fn queues() -> Graph {
    let mut graph = graph(Kind::Plan, QUEUES);
    let subscription = graph
        .resources
        .get_mut("aws_sns_topic_subscription.s")
        .expect("there");
    subscription
        .mentions
        .push(mention("/topic_arn", "aws_sqs_queue.b"));
    subscription.depends_on.push("aws_sqs_queue.b".into());
    graph
        .outputs
        .insert("o".into(), Node::reference("aws_sqs_queue.a", "id"));
    graph
}

#[test]
fn every_respelling_has_a_name_of_its_own_and_a_kind() {
    let mut names: Vec<&str> = RESPELLINGS.iter().map(|known| known.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RESPELLINGS.len());
    assert!(
        RESPELLINGS
            .iter()
            .all(|known| !known.kinds.is_empty() && !known.title.is_empty())
    );
}

#[test]
fn other_names_turn_the_order_round_and_references_follow() {
    let renamed = first("renamed", &queues());
    assert_shown(
        &renamed,
        r#"{
            "aws_sns_topic_subscription.r0001": {"endpoint": {"$ref": "aws_sqs_queue.r0003", "attr": "arn"}},
            "aws_sqs_queue.r0002": {"name": "b"},
            "aws_sqs_queue.r0003": {"name": "a", "kms": {"$unknown": "computed", "id": "aws_sqs_queue.r0002#/kms", "mentions": [{"$ref": "aws_sqs_queue.r0002", "attr": "arn"}]}}
        }"#,
    );
    let subscription = "aws_sns_topic_subscription.r0001";
    assert_eq!(
        paths(&renamed, subscription),
        ["/topic_arn aws_sqs_queue.r0002"]
    );
    let depends_on = &renamed.resources[subscription].depends_on;
    assert_eq!(depends_on.as_slice(), ["aws_sqs_queue.r0002".into()]);
    assert_eq!(
        renamed.outputs["o"],
        Node::reference("aws_sqs_queue.r0003", "id")
    );
}

#[test]
fn instances_of_one_block_and_steps_of_module_paths_keep_a_name_together() {
    let mut graph = Graph::new(Kind::Configuration);
    for (module, key) in [
        (r#"module.a["x.y"].module.b"#, "k"),
        ("module.a[\"z\"].module.b", "l"),
    ] {
        let address = format!("{module}.aws_sqs_queue.q[\"{key}\"]");
        let mut queue = Resource::new(address.as_str(), "aws_sqs_queue", "q");
        queue.module = module.into();
        queue.index = Node::text(key);
        graph.resources.insert(address.into(), queue);
    }
    let renamed = first("renamed", &graph);
    let addresses: Vec<&str> = renamed.resources.keys().map(|address| &**address).collect();
    let expected = [
        r#"module.m0002["x.y"].module.m0001.aws_sqs_queue.r0001["k"]"#,
        r#"module.m0002["z"].module.m0001.aws_sqs_queue.r0001["l"]"#,
    ];
    assert_eq!(addresses, expected);
    assert_eq!(
        &*renamed.resources[expected[0]].module,
        r#"module.m0002["x.y"].module.m0001"#
    );
}

#[test]
fn logical_ids_are_renamed_behind_the_stack() {
    let mut graph = graph(
        Kind::Template,
        r#"{"One/A": {"//": "AWS::SQS::Queue"}, "Two/B": {"//": "AWS::SNS::Topic", "DisplayName": {"$ref": "One/A", "attr": "Arn"}}}"#,
    );
    for (address, name) in [("One/A", "A"), ("Two/B", "B")] {
        graph.resources.get_mut(address).expect("there").name = name.into();
    }
    assert_shown(
        &first("renamed", &graph),
        r#"{"One/R0002": {}, "Two/R0001": {"DisplayName": {"$ref": "One/R0002", "attr": "Arn"}}}"#,
    );
}

#[test]
fn a_module_stands_before_every_address() {
    let wrapped = first("module", &queues());
    let queue = &wrapped.resources["module.wrapped.aws_sqs_queue.a"];
    assert_eq!((&*queue.module, &*queue.name), ("module.wrapped", "a"));
    assert_eq!(
        wrapped.outputs["o"],
        Node::reference("module.wrapped.aws_sqs_queue.a", "id")
    );
    let twice = first("module-for-each", &wrapped);
    let address = r#"module.wrapped["eu.main/1"].module.wrapped.aws_sqs_queue.a"#;
    assert!(
        twice.resources.contains_key(address),
        "{:?}",
        twice.resources.keys()
    );
}

#[test]
fn a_key_of_any_characters_stands_behind_every_address() {
    for (name, key) in [
        ("count", "[0]"),
        ("for-each", r#"["main"]"#),
        ("for-each-odd-key", r#"["a.b/c[\"0\"]"]"#),
    ] {
        let keyed = first(name, &queues());
        let address = format!("aws_sqs_queue.a{key}");
        assert!(keyed.resources.contains_key(address.as_str()), "{name}");
        assert_eq!(keyed.outputs["o"], Node::reference(address, "id"));
        assert!(made(name, &keyed).is_empty(), "a key has no key");
    }
}

const POLICY: &str = r#"{"Statement":[{"Action":["a","b"],"Effect":"Allow"},{"Action":"c","Effect":"Deny","Resource":["x"]}]}"#;

#[test]
fn statements_and_actions_change_places_and_mentions_follow() {
    let policy = serde_json::to_string(POLICY).expect("json");
    let mut graph = graph(
        Kind::Plan,
        &format!(r#"{{"aws_iam_policy.p": {{"policy": {policy}}}}}"#),
    );
    let resource = graph.resources.get_mut("aws_iam_policy.p").expect("there");
    resource
        .mentions
        .push(mention("/policy/Statement/1/Resource/0", "x.y"));
    resource.mentions.push(mention("/policy", "x.z"));
    let reversed = first("reversed", &graph);
    let expected = r#"{"Statement":[{"Action":"c","Effect":"Deny","Resource":["x"]},{"Action":["b","a"],"Effect":"Allow"}]}"#;
    let found = &reversed.resources["aws_iam_policy.p"];
    let expected = Node::Json(Box::new(parse_json(expected).expect("json")));
    assert_eq!(found.values.get("policy"), Some(&expected));
    let mut found = paths(&reversed, "aws_iam_policy.p");
    found.sort();
    assert_eq!(found, ["/policy x.z", "/policy/Statement/0/Resource/0 x.y"]);
    assert_eq!(
        made("reversed", &graph).len(),
        3,
        "together, and two lists alone"
    );
}

#[test]
fn sets_of_the_schema_change_places_and_lists_do_not() {
    let graph = graph(
        Kind::Plan,
        r#"{"aws_cloudwatch_metric_alarm.a": {"alarm_actions": ["x", "y"]}, "aws_security_group.g": {"ingress": [{"cidr_blocks": ["1", "2"]}, {"cidr_blocks": []}]}}"#,
    );
    assert_shown(
        &first("reversed", &graph),
        r#"{"aws_cloudwatch_metric_alarm.a": {"alarm_actions": ["y", "x"]}, "aws_security_group.g": {"ingress": [{"cidr_blocks": []}, {"cidr_blocks": ["1", "2"]}]}}"#,
    );
}

#[test]
fn a_single_string_becomes_a_list_of_one_and_the_other_way_round() {
    let single = r#"{"R": {"//": "AWS::IAM::Policy", "PolicyDocument": {"Statement": {"Action": "a", "Effect": "Allow", "Resource": {"$ref": "B", "attr": "Arn"}, "Principal": {"AWS": "p"}, "Condition": {"Bool": {"k": "true"}}}}}}"#;
    let listed = r#"{"R": {"PolicyDocument": {"Statement": [{"Action": ["a"], "Effect": "Allow", "Resource": [{"$ref": "B", "attr": "Arn"}], "Principal": {"AWS": ["p"]}, "Condition": {"Bool": {"k": ["true"]}}}]}}}"#;
    let mut graph = graph(Kind::Template, single);
    let path = "/PolicyDocument/Statement/Resource";
    graph
        .resources
        .get_mut("R")
        .expect("there")
        .mentions
        .push(mention(path, "B"));
    let list = first("list", &graph);
    assert_shown(&list, listed);
    assert_eq!(
        paths(&list, "R"),
        ["/PolicyDocument/Statement/0/Resource/0 B"]
    );
    let back = first("single", &list);
    assert_eq!(shown(&back), shown(&graph));
    assert_eq!(paths(&back, "R"), [format!("{path} B")]);
    assert!(made("list", &list).is_empty() && made("single", &graph).is_empty());
}

#[test]
fn an_open_value_is_not_taken_for_a_single_string() {
    let open = r#"{"R": {"//": "AWS::IAM::Policy", "PolicyDocument": {"Statement": [{"Action": {"$unknown": "parameter", "id": "p"}, "Effect": "Allow"}, {"Effect": "Deny"}]}}}"#;
    assert!(made("list", &graph(Kind::Template, open)).is_empty());
}

#[test]
fn a_policy_is_made_by_a_data_source_in_the_form_that_it_gives() {
    let document = r#"{"Statement":[{"Action":["a"],"Condition":{"Bool":{"k":["true"]}},"Effect":"Allow","Principal":{"AWS":"*"},"Resource":["y","x"]}],"Version":"2012-10-17"}"#;
    let policy = serde_json::to_string(document).expect("json");
    let mut graph = graph(
        Kind::Plan,
        &format!(r#"{{"aws_iam_policy.p": {{"policy": {policy}}}}}"#),
    );
    graph
        .resources
        .get_mut("aws_iam_policy.p")
        .expect("there")
        .module = "module.m".into();
    let made = first("policy-document", &graph);
    let data = &made.resources["module.m.data.aws_iam_policy_document.aws_iam_policy_p_policy"];
    assert_eq!(
        (data.mode, data.actions.as_slice()),
        (Mode::Data, ["read".into()].as_slice())
    );
    let statement = r#"[{"actions": ["a"], "condition": [{"test": "Bool", "values": ["true"], "variable": "k"}], "effect": "Allow", "not_principals": [], "principals": [{"identifiers": ["*"], "type": "AWS"}], "resources": ["x", "y"]}]"#;
    assert_eq!(data.values.get("statement"), Some(&node(statement)));
    let text = made.resources["aws_iam_policy.p"]
        .values
        .get("policy")
        .and_then(Node::as_text);
    assert_eq!(text, data.values.get("json").and_then(Node::as_text));
    let canonical = r#"{"Statement": [{"Action": "a", "Condition": {"Bool": {"k": "true"}}, "Effect": "Allow", "Principal": {"AWS": "*"}, "Resource": ["y", "x"]}], "Version": "2012-10-17"}"#;
    let parsed = parse_json(text.expect("a text")).expect("json");
    assert_eq!(parsed, parse_json(canonical).expect("json"));
    let back = first("jsonencode", &made);
    assert_eq!(
        back.resources.keys().collect::<Vec<_>>(),
        graph.resources.keys().collect::<Vec<_>>()
    );
}

#[test]
fn a_document_that_the_data_source_cannot_make_stays_as_it_is() {
    for document in [
        r#"{"Statement": [{"Effect": "Allow", "Sid": "a"}, {"Effect": "Deny", "Sid": "a"}]}"#,
        r#"{"Statement": [{"Action": {"$unknown": "computed", "id": "u"}, "Effect": "Allow"}]}"#,
        r#"{"Statement": [], "Other": 1}"#,
    ] {
        let graph = graph(
            Kind::Configuration,
            &format!(r#"{{"aws_iam_policy.p": {{"policy": {document}}}}}"#),
        );
        assert!(made("policy-document", &graph).is_empty(), "{document}");
    }
}

#[test]
fn a_data_source_that_something_refers_to_is_kept() {
    let graph = graph(
        Kind::Configuration,
        r#"{"data.aws_iam_policy_document.d": {}, "x.y": {"policy": {"$ref": "data.aws_iam_policy_document.d", "attr": "json"}}}"#,
    );
    assert!(made("jsonencode", &graph).is_empty());
}

#[test]
fn unrelated_resources_are_created_or_exist_already() {
    let graph = queues();
    for (name, label, action) in [
        ("unrelated", "unrelated_turbine", "create"),
        ("no-op", "existing_turbine", "no-op"),
    ] {
        let beside = first(name, &graph);
        assert!(beside.resources.len() > graph.resources.len() + 6, "{name}");
        let queue = &beside.resources[format!("aws_sqs_queue.{label}").as_str()];
        assert_eq!(queue.actions.as_slice(), [action.into()]);
        assert_eq!(queue.before.is_null(), name == "unrelated");
        for resource in beside.resources.values() {
            let mentioned = resource.mentions.iter().map(|mention| mention.to.clone());
            let mut references = resource.values.references().into_iter().chain(mentioned);
            assert!(
                references.all(|to| beside.resources.contains_key(&to.address)),
                "{name}"
            );
        }
        assert!(made(name, &beside).is_empty(), "they are there once");
    }
    assert_eq!(made("unrelated", &Graph::new(Kind::Template)).len(), 1);
    assert!(made("no-op", &Graph::new(Kind::Configuration)).is_empty());
}

#[test]
fn defaults_are_written_where_nothing_is() {
    let graph = graph(
        Kind::Template,
        r#"{"Q": {"//": "AWS::SQS::Queue", "DelaySeconds": 5}, "T": {"//": "AWS::SNS::Topic", "FifoTopic": true}}"#,
    );
    assert_shown(
        &first("defaults", &graph),
        r#"{
            "Q": {"DelaySeconds": 5, "MessageRetentionPeriod": 345600, "ReceiveMessageWaitTimeSeconds": 0, "SqsManagedSseEnabled": true, "VisibilityTimeout": 30},
            "T": {"ContentBasedDeduplication": false, "FifoTopic": true}
        }"#,
    );
}

fn rewritten(change: fn(&mut Node) -> bool, text: &str) -> Option<Node> {
    let mut node = parse_json(text).expect("json");
    change(&mut node).then_some(node)
}

#[test]
fn a_join_of_texts_and_attributes_is_a_substitution_and_the_other_way_round() {
    for (join, substitution) in [
        (
            r#"{"Fn::Join": ["", ["arn:", {"Ref": "AWS::Partition"}, ":", {"Fn::GetAtt": ["B", "Arn"]}, "/*"]]}"#,
            r#"{"Fn::Sub": "arn:${AWS::Partition}:${B.Arn}/*"}"#,
        ),
        (
            r#"{"Fn::Join": ["", ["a/${aws:username}/", {"Ref": "X"}]]}"#,
            r#"{"Fn::Sub": "a/${!aws:username}/${X}"}"#,
        ),
    ] {
        let expected = parse_json(substitution).expect("json");
        assert_eq!(rewritten(substituted::substituted, join), Some(expected));
        let expected = parse_json(join).expect("json");
        assert_eq!(rewritten(joined::joined, substitution), Some(expected));
    }
    let variables = r#"{"Fn::Sub": ["${A}-${B.C}", {"A": {"Fn::ImportValue": "x"}}]}"#;
    let expected =
        r#"{"Fn::Join": ["", [{"Fn::ImportValue": "x"}, "-", {"Fn::GetAtt": ["B", "C"]}]]}"#;
    assert_eq!(
        rewritten(joined::joined, variables),
        Some(parse_json(expected).expect("json"))
    );
    for other in [
        r#"{"Fn::Join": [",", ["a", {"Ref": "X"}]]}"#,
        r#"{"Fn::Join": ["", ["a", {"Fn::ImportValue": "x"}]]}"#,
        r#"{"Fn::Join": ["", ["$", {"Ref": "X"}]]}"#,
        r#"{"Fn::Join": ["", ["a"]]}"#,
    ] {
        assert_eq!(rewritten(substituted::substituted, other), None, "{other}");
    }
}

#[test]
fn references_ask_for_another_attribute_that_is_the_same_text() {
    let graph = graph(
        Kind::Configuration,
        r#"{"aws_sqs_queue.q": {"name": "q"}, "x.y": {"a": {"$ref": "aws_sqs_queue.q", "attr": "id"}, "b": {"$ref": "aws_sqs_queue.q", "attr": "arn"}}}"#,
    );
    assert_shown(
        &first("attribute", &graph),
        r#"{"aws_sqs_queue.q": {"name": "q"}, "x.y": {"a": {"$ref": "aws_sqs_queue.q", "attr": "url"}, "b": {"$ref": "aws_sqs_queue.q", "attr": "arn"}}}"#,
    );
    let template = r#"{"T": {"//": "AWS::SNS::Topic"}, "R": {"//": "AWS::IAM::Role"}, "X": {"//": "X", "a": {"$ref": "T", "attr": "Ref"}, "b": {"$ref": "R", "attr": "Ref"}}}"#;
    let made = first("attribute", &self::graph(Kind::Template, template));
    let expected = r#"{"T": {}, "R": {}, "X": {"a": {"$ref": "T", "attr": "TopicArn"}, "b": {"$ref": "R", "attr": "Ref"}}}"#;
    assert_shown(&made, expected);
}

#[test]
fn a_name_that_is_known_is_written_out() {
    let mut graph = graph(
        Kind::Configuration,
        r#"{
            "aws_s3_bucket.b": {"bucket": "reports"},
            "aws_s3_bucket.open": {},
            "aws_iam_role.r": {"name": "r", "path": "/service/"},
            "x.y": {
                "a": {"$join": [{"$ref": "aws_s3_bucket.b", "attr": "arn"}, "/*"]},
                "b": {"$ref": "aws_s3_bucket.open", "attr": "id"},
                "c": "reports",
                "d": {"$ref": "aws_iam_role.r", "attr": "arn"}
            }
        }"#,
    );
    let mut known = mention("/c", "aws_s3_bucket.b");
    (known.to.attribute, known.exact) = ("bucket".into(), true);
    graph
        .resources
        .get_mut("x.y")
        .expect("there")
        .mentions
        .push(known);
    let spelled = first("spelled-out", &graph);
    let expected = node(
        r#"{"a": "arn:aws:s3:::reports/*", "b": {"$ref": "aws_s3_bucket.open", "attr": "id"}, "c": "reports", "d": {"$ref": "aws_iam_role.r", "attr": "arn"}}"#,
    );
    assert_eq!(spelled.resources["x.y"].values, expected);
    assert!(paths(&spelled, "x.y").is_empty());
}

/// A queue's policy with these statements.
fn with_statements(statements: &str) -> Graph {
    let text = format!(
        r#"{{"P": {{"//": "AWS::SQS::QueuePolicy", "PolicyDocument": {{"Statement": {statements}}}}}}}"#
    );
    graph(Kind::Template, &text)
}

fn assert_statements(name: &str, before: &str, after: &str) {
    let made = first(name, &with_statements(before));
    assert_eq!(shown(&made), shown(&with_statements(after)), "{name}");
}

#[test]
fn a_statement_is_taken_apart_by_actions_and_resources() {
    assert_statements(
        "statements",
        r#"[{"Sid": "s", "Action": ["a", "b"], "Effect": "Allow", "Resource": ["x", {"$ref": "Q", "attr": "Arn"}]}, {"Sid": "t", "Action": "c", "Effect": "Deny"}]"#,
        r#"[{"Action": "a", "Effect": "Allow", "Resource": "x"}, {"Action": "a", "Effect": "Allow", "Resource": {"$ref": "Q", "attr": "Arn"}},
            {"Action": "b", "Effect": "Allow", "Resource": "x"}, {"Action": "b", "Effect": "Allow", "Resource": {"$ref": "Q", "attr": "Arn"}},
            {"Sid": "t", "Action": "c", "Effect": "Deny"}]"#,
    );
    // What is not allowed is not allowed in any part: an exception holds for all of them together.
    let exception =
        with_statements(r#"[{"NotAction": ["a", "b"], "Effect": "Deny", "Resource": "*"}]"#);
    assert!(made("statements", &exception).is_empty());
}

#[test]
fn actions_and_condition_keys_have_no_letter_case_and_keys_of_tags_have() {
    assert_statements(
        "letter-case",
        r#"{"Action": ["s3:GetObject"], "NotAction": "s3:*", "Effect": "Allow", "Condition": {"Bool": {"aws:SecureTransport": "true"}, "StringEquals": {"aws:ResourceTag/Team": "T"}}}"#,
        r#"{"Action": ["S3:GETOBJECT"], "NotAction": "S3:*", "Effect": "Allow", "Condition": {"Bool": {"aws:securetransport": "true"}, "StringEquals": {"aws:ResourceTag/Team": "T"}}}"#,
    );
}

#[test]
fn everybody_has_two_spellings_but_for_who_may_assume_a_role() {
    let one = r#"[{"Effect": "Deny", "Principal": "*"}, {"Effect": "Deny", "Principal": {"AWS": ["*"]}}, {"Effect": "Deny", "Principal": {"Service": "*"}}]"#;
    let other = r#"[{"Effect": "Deny", "Principal": {"AWS": "*"}}, {"Effect": "Deny", "Principal": "*"}, {"Effect": "Deny", "Principal": {"Service": "*"}}]"#;
    assert_statements("everybody", one, other);
    let trust = r#"{"R": {"//": "AWS::IAM::Role", "AssumeRolePolicyDocument": {"Statement": {"Effect": "Allow", "Principal": "*"}}}}"#;
    assert!(made("everybody", &graph(Kind::Template, trust)).is_empty());
}

#[test]
fn a_known_document_is_laid_out_over_lines() {
    let before = r#"{"x.y": {"a": "{\"k\":[1,\"b\"],\"l\":{}}", "b": "text", "c": {"$join": ["{", {"$ref": "x.y", "attr": "b"}]}}}"#;
    let made = first("layout", &graph(Kind::Configuration, before));
    let text = made.resources["x.y"]
        .values
        .get("a")
        .and_then(Node::as_text)
        .expect("a text");
    assert_eq!(
        text,
        "{\n   \"l\" : {} ,\n   \"k\" : [\n      1 ,\n      \"b\" ] }\n"
    );
    let parsed = parse_json(text).expect("json");
    assert_eq!(
        parsed,
        parse_json(r#"{"k": [1, "b"], "l": {}}"#).expect("json")
    );
}
