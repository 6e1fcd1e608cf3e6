//! Tests of each function, written in YAML with short tags and in JSON.

use super::*;

/// Both spellings give `expected`, in its encoded form.
fn both(yaml: &str, long: &str, expected: &str) {
    let from_yaml = value(yaml);
    let text = format!(
        r#"{{"Resources": {{"Q": {{"Type": "AWS::SQS::Queue"}}, "R": {{"Type": "X::Y::Z", "Properties": {{"a": {long}}}}}}}}}"#
    );
    let from_json = property(&graph(&text), "R", "/a");
    assert_eq!(from_yaml, from_json, "{yaml}");
    assert_eq!(json(&shown(&from_yaml)), json(expected), "{yaml}");
}

#[test]
fn references_name_the_resource_and_the_attribute() {
    both(
        "!Ref Q",
        r#"{"Ref": "Q"}"#,
        r#"{"$ref": "Q", "attr": "Ref"}"#,
    );
    both(
        "!GetAtt Q.Arn",
        r#"{"Fn::GetAtt": ["Q", "Arn"]}"#,
        r#"{"$ref": "Q", "attr": "Arn"}"#,
    );
    both(
        "!GetAtt Q.A.B",
        r#"{"Fn::GetAtt": "Q.A.B"}"#,
        r#"{"$ref": "Q", "attr": "A.B"}"#,
    );
    both(
        "!GetAtt [Q, A, B]",
        r#"{"Fn::GetAtt": ["Q", "A.B"]}"#,
        r#"{"$ref": "Q", "attr": "A.B"}"#,
    );
}

#[test]
fn substitution_and_join_give_the_same_parts() {
    let expected = r#"{"$join": ["arn:", {"$ref": "Q", "attr": "Arn"}, "/*"]}"#;
    both(
        "!Sub 'arn:${Q.Arn}/*'",
        r#"{"Fn::Sub": "arn:${Q.Arn}/*"}"#,
        expected,
    );
    both(
        "!Sub ['arn:${X}/*', {X: !GetAtt Q.Arn}]",
        r#"{"Fn::Sub": ["arn:${X}/*", {"X": {"Fn::GetAtt": "Q.Arn"}}]}"#,
        expected,
    );
    both(
        "!Join ['', ['arn:', !GetAtt Q.Arn, '/*']]",
        r#"{"Fn::Join": ["", ["arn:", {"Fn::GetAtt": ["Q", "Arn"]}, "/*"]]}"#,
        expected,
    );
}

#[test]
fn a_known_substitution_is_a_text() {
    both(
        "!Sub ['${A}-${B}', {A: 1, B: x}]",
        r#"{"Fn::Sub": ["${A}-${B}", {"A": 1, "B": "x"}]}"#,
        r#""1-x""#,
    );
    both(
        "!Sub 'a${!Literal}b$c'",
        r#"{"Fn::Sub": "a${!Literal}b$c"}"#,
        r#""a${Literal}b$c""#,
    );
    both(
        "!Join ['/', [a, b]]",
        r#"{"Fn::Join": ["/", ["a", "b"]]}"#,
        r#""a/b""#,
    );
}

#[test]
fn select_and_split_work_on_what_is_known() {
    both(
        "!Select [1, [a, !Ref Q]]",
        r#"{"Fn::Select": ["1", ["a", {"Ref": "Q"}]]}"#,
        r#"{"$ref": "Q", "attr": "Ref"}"#,
    );
    both(
        "!Split [',', 'a,b,']",
        r#"{"Fn::Split": [",", "a,b,"]}"#,
        r#"["a", "b", ""]"#,
    );
    both(
        "!Select [2, !Split ['/', 'a/b/c']]",
        r#"{"Fn::Select": [2, {"Fn::Split": ["/", "a/b/c"]}]}"#,
        r#""c""#,
    );
}

#[test]
fn a_part_of_an_unknown_text_mentions_what_it_came_from() {
    let part = value("!Select [5, !Split [':', !GetAtt Q.Arn]]");
    let Node::Unknown(unknown) = &part else {
        panic!("{part:?}")
    };
    assert_eq!(&*unknown.reason, "function");
    assert_eq!(
        unknown
            .mentions
            .iter()
            .map(|it| (&*it.address, &*it.attribute))
            .collect::<Vec<_>>(),
        [("Q", "Arn")]
    );
    assert_eq!(
        value("!Select [5, !Split [':', !GetAtt Q.Arn]]"),
        part,
        "equal expressions are equal unknowns"
    );
    assert_ne!(value("!Select [4, !Split [':', !GetAtt Q.Arn]]"), part);
}

#[test]
fn a_split_passes_by_account_and_region() {
    let node =
        value("!Select [4, !Split [':', !Sub 'arn:aws:sqs:${AWS::Region}:${AWS::AccountId}:q']]");
    assert_eq!(
        unknown_of(&node),
        ("pseudo parameter", "pseudo:AWS::AccountId")
    );
}

#[test]
fn base64_length_and_cidr_are_computed() {
    both("!Base64 abc", r#"{"Fn::Base64": "abc"}"#, r#""YWJj""#);
    both("!Length [a, b]", r#"{"Fn::Length": ["a", "b"]}"#, "2");
    both(
        "!Cidr ['10.0.0.0/16', 2, 8]",
        r#"{"Fn::Cidr": ["10.0.0.0/16", "2", "8"]}"#,
        r#"["10.0.0.0/24", "10.0.1.0/24"]"#,
    );
    let Node::Unknown(unknown) = value("!Base64 {'Fn::Sub': 'x${Q}'}") else {
        panic!("not unknown")
    };
    assert_eq!(&*unknown.mentions[0].address, "Q");
}

#[test]
fn a_json_string_is_an_encoded_document() {
    let node = value("!ToJsonString {a: !GetAtt Q.Arn, b: [1]}");
    let Node::Json(inner) = &node else {
        panic!("{node:?}")
    };
    assert_eq!(inner.get("a"), Some(&Node::reference("Q", "Arn")));
}

#[test]
fn zones_imports_and_transforms_are_set_but_unknown() {
    assert_eq!(unknown_of(&value("!GetAZs ''")).0, "availability zones");
    assert_eq!(
        unknown_of(&value("!ImportValue shared-key")),
        ("import", "import:shared-key")
    );
    assert_eq!(unknown_of(&value("!Transform {Name: M}")).0, "transform");
    assert_eq!(value("!GetAZs ''"), value("!GetAZs {Ref: 'AWS::Region'}"));
}

#[test]
fn dynamic_references_are_set_but_unknown() {
    let whole = value("'{{resolve:ssm:/a/b}}'");
    assert_eq!(
        unknown_of(&whole),
        ("dynamic reference", "dynamic:{{resolve:ssm:/a/b")
    );
    let Node::Join(parts) = value("'x-{{resolve:secretsmanager:s:SecretString:p}}-y'") else {
        panic!("no join")
    };
    assert_eq!(
        (&parts[0], &parts[2]),
        (&Node::text("x-"), &Node::text("-y"))
    );
    assert_eq!(unknown_of(&parts[1]).0, "dynamic reference");
    let inside = value("!Sub '{{resolve:secretsmanager:${Q}:SecretString}}'");
    let Node::Unknown(unknown) = &inside else {
        panic!("{inside:?}")
    };
    assert_eq!(&*unknown.mentions[0].address, "Q");
    assert_eq!(
        value("'{{resolve:ssm:never closed'"),
        Node::text("{{resolve:ssm:never closed")
    );
}

#[test]
fn pseudo_parameters_have_ids_of_their_own() {
    for name in [
        "AccountId",
        "Region",
        "Partition",
        "URLSuffix",
        "StackName",
        "StackId",
        "NotificationARNs",
    ] {
        let node = value(&format!("!Ref AWS::{name}"));
        assert_eq!(
            unknown_of(&node),
            ("pseudo parameter", format!("pseudo:AWS::{name}").as_str())
        );
    }
}

#[test]
fn no_value_removes_members_and_items() {
    assert_eq!(value("{b: !Ref 'AWS::NoValue', c: 1}"), json(r#"{"c": 1}"#));
    assert_eq!(value("[!Ref 'AWS::NoValue', x]"), json(r#"["x"]"#));
    assert_eq!(
        value("!Join [',', [a, !Ref 'AWS::NoValue', b]]"),
        Node::text("a,b")
    );
    assert_eq!(value("{b: null}"), json("{}"));
}

#[test]
fn mappings_are_looked_up_where_the_keys_are_known() {
    let sections = "Mappings:\n  M:\n    eu: {x: 1, y: same}\n    us: {x: 2, y: same}";
    assert_eq!(value_in(sections, "!FindInMap [M, eu, x]"), json("1"));
    assert_eq!(
        value_in(sections, "{'Fn::FindInMap': [M, no, x, {DefaultValue: d}]}"),
        Node::text("d")
    );
    let row = |values: &str| {
        json(&format!(
            r#"{{"$oneof": {{"condition": "M[pseudo:AWS::Region]", "values": {values}}}}}"#
        ))
    };
    assert_eq!(
        json(&shown(&value_in(
            sections,
            "!FindInMap [M, !Ref 'AWS::Region', x]"
        ))),
        row("[1, 2]")
    );
    assert_eq!(
        json(&shown(&value_in(
            sections,
            "{'Fn::FindInMap': [M, !Ref 'AWS::Region', x, {DefaultValue: 3}]}"
        ))),
        row("[1, 2, 3]"),
        "the rows stand in the same places with and without a default"
    );
    assert_eq!(
        value_in(sections, "!FindInMap [M, !Ref 'AWS::Region', y]"),
        Node::text("same"),
        "all entries agree"
    );
}

#[test]
fn loops_over_known_collections_become_what_they_stand_for() {
    let text = r#"
Transform: AWS::LanguageExtensions
Parameters: {Names: {Type: CommaDelimitedList, Default: "a-1,b"}}
Resources:
  Fn::ForEach::Topics:
    - Name
    - !Ref Names
    - Topic&{Name}:
        Type: AWS::SNS::Topic
        Properties:
          TopicName: !Sub "${Name}-topic"
          DisplayName: !Ref Name
          Fn::ForEach::Attributes: [Key, [FifoTopic], {"${Key}": "true"}]
Outputs:
  Fn::ForEach::Out: [Name, [b], {"${Name}Arn": {Value: !GetAtt ["Topic${Name}", TopicArn]}}]
"#;
    let graph = graph(text);
    assert_eq!(
        graph.resources.keys().map(|key| &**key).collect::<Vec<_>>(),
        ["Topica1", "Topicb"]
    );
    let expected = r#"{"TopicName": "a-1-topic", "DisplayName": "a-1", "FifoTopic": true}"#;
    assert_eq!(graph.resources["Topica1"].values, json(expected));
    assert_eq!(graph.outputs["bArn"], Node::reference("Topicb", "TopicArn"));
    assert!(
        graph.transforms.is_empty() && graph.notes.is_empty(),
        "{:?}",
        graph.notes
    );
    assert_eq!(
        graph.resources["Topicb"]
            .source
            .as_ref()
            .map(|source| source.line),
        Some(5)
    );
}

#[test]
fn a_loop_over_an_unknown_collection_stands_for_any_number() {
    let text = r#"
Parameters: {Names: {Type: CommaDelimitedList}}
Resources:
  Fn::ForEach::Topics:
    - Name
    - !Ref Names
    - "Topic${Name}": {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref Name, DisplayName: !Sub "x${Name}"}}
"#;
    let graph = graph(text);
    let topic = &graph.resources["Topic${Name}"];
    assert!(
        matches!(topic.presence, crate::graph::Presence::Undecided(_)),
        "{topic:?}"
    );
    assert_eq!(
        unknown_of(topic.values.get("TopicName").expect("set")).0,
        "loop"
    );
    assert_eq!(graph.notes[0].code, "not-expanded");
}

#[test]
fn an_unknown_function_is_noted_and_unknown() {
    let text = "Resources:\n  R:\n    Type: X::Y::Z\n    Properties: {a: {'Fn::Future': [x]}}\n";
    let graph = graph(text);
    assert_eq!(unknown_of(&property(&graph, "R", "/a")).0, "function");
    assert_eq!(
        graph.notes[0].message,
        "`Fn::Future` is no function known here"
    );
}
