//! Tests of functions over values that are partly known: what is certain is kept, the rest is named.

use super::*;

const OPEN: &str = r"
Parameters:
  P: {Type: String}
  N: {Type: Number}
  L: {Type: CommaDelimitedList}
  Stage: {Type: String, AllowedValues: [dev, prod]}
Conditions: {C: !Equals [!Ref P, x]}
Mappings:
  M: {dev: {a: 1, b: 2}, prod: {a: 3, b: 4}}";

fn open(expression: &str) -> Node {
    value_in(OPEN, expression)
}

fn is(expression: &str, expected: &str) {
    assert_eq!(
        json(&shown(&open(expression))),
        json(expected),
        "{expression}"
    );
}

fn c(values: &str) -> String {
    format!(r#"{{"$oneof": {{"condition": "C", "values": {values}}}}}"#)
}

#[test]
fn a_split_keeps_what_stands_before_the_unknown_part() {
    is("!Select [1, !Split ['/', !Sub 'a/b/${P}/c']]", r#""b""#);
    is("!Select [0, !Split ['::', !Sub 'a::b:${P}']]", r#""a""#);
    for open_end in [
        "!Select [2, !Split ['/', !Sub 'a/b/${P}/c']]",
        "!Select [1, !Split ['::', !Sub 'a::b:${P}']]",
        "!Select [0, !Split ['/', !Sub '${P}/c']]",
        "!Length {'Fn::Split': ['/', !Sub 'a/b/${P}/c']}",
        "!Select [0, !Split ['-', !Sub '${AWS::Region}-c']]",
    ] {
        assert_eq!(unknown_of(&open(open_end)).0, "function", "{open_end}");
    }
}

#[test]
fn a_split_passes_by_numbers_and_choices_without_the_delimiter() {
    is("!Select [2, !Split ['/', !Sub 'a/${N}/b']]", r#""b""#);
    is(
        "!Select [1, !Split ['/', !Sub 'a/${Stage}/b']]",
        r#"{"$oneof": {"condition": "parameter:Stage", "values": ["dev", "prod"]}}"#,
    );
    is(
        "!Select [1, !Split ['d', !Sub 'a${Stage}b']]",
        r#"{"$oneof": {"condition": "parameter:Stage", "values": ["evb", "b"]}}"#,
    );
    assert_eq!(
        unknown_of(&open("!Select [1, !Split ['7', !Sub 'a${N}b']]")).0,
        "function"
    );
}

#[test]
fn an_unknown_index_chooses_alike_in_every_list() {
    let index = "Fn::Select[parameter:N]";
    is(
        "[!Select [!Ref N, [a, b]], !Select [!Ref N, [c, d]]]",
        &format!(
            r#"[{{"$oneof": {{"condition": "{index}", "values": ["a", "b"]}}}}, {{"$oneof": {{"condition": "{index}", "values": ["c", "d"]}}}}]"#
        ),
    );
    is("!Select [!Ref N, [a, a]]", r#""a""#);
}

#[test]
fn an_item_that_may_be_missing_moves_those_behind_it() {
    is(
        "!Select [1, [a, !If [C, b, !Ref 'AWS::NoValue'], d]]",
        &c(r#"["b", "d"]"#),
    );
    is("!Length [a, !If [C, b, !Ref 'AWS::NoValue']]", &c("[2, 1]"));
    is(
        "!Join ['-', [a, !If [C, b, !Ref 'AWS::NoValue'], !Ref P]]",
        &c(
            r#"[{"$join": ["a-b-", {"$unknown": "parameter", "id": "parameter:P", "type": "string"}]},
               {"$join": ["a-", {"$unknown": "parameter", "id": "parameter:P", "type": "string"}]}]"#,
        ),
    );
}

#[test]
fn a_list_parameter_is_one_unknown_and_equal_functions_of_it_are_equal() {
    assert_eq!(unknown_of(&open("!Ref L")), ("parameter", "parameter:L"));
    for of in [
        "!Select [0, !Ref L]",
        "!Join [',', !Ref L]",
        "!Length {Ref: L}",
    ] {
        assert_eq!(unknown_of(&open(of)).0, "function", "{of}");
        assert_eq!(open(of), open(of));
    }
}

#[test]
fn a_list_with_a_default_is_known_in_every_function() {
    let sections = "Parameters: {L: {Type: CommaDelimitedList, Default: 'a, b,c'}}";
    for (expression, expected) in [
        ("!Select [1, !Ref L]", r#""b""#),
        ("!Join ['-', !Ref L]", r#""a-b-c""#),
        ("!Length {Ref: L}", "3"),
        ("!Sub ['${X}', {X: !Select ['2', !Ref L]}]", r#""c""#),
    ] {
        assert_eq!(
            value_in(sections, expression),
            json(expected),
            "{expression}"
        );
    }
}

#[test]
fn lookups_by_keys_that_are_not_known_agree_with_each_other() {
    let row = |values: &str| {
        format!(r#"{{"$oneof": {{"condition": "M[parameter:P]", "values": {values}}}}}"#)
    };
    is(
        "[!FindInMap [M, !Ref P, a], !FindInMap [M, !Ref P, b]]",
        &format!("[{}, {}]", row("[1, 3]"), row("[2, 4]")),
    );
    let Node::OneOf(column) = open("!FindInMap [M, dev, !Ref P]") else {
        panic!("known")
    };
    assert_eq!(column.values, [Node::from(1), Node::from(2)]);
    let Node::OneOf(both) = open("!FindInMap [M, !Ref P, !Ref N]") else {
        panic!("known")
    };
    assert!(matches!(&both.values[1], Node::OneOf(column) if column.values.len() == 2));
    assert_eq!(unknown_of(&open("!FindInMap [!Ref P, a, b]")).0, "function");
}

#[test]
fn a_reference_by_a_choice_of_names_is_a_choice_of_references() {
    let by_stage = |values: &str| {
        format!(r#"{{"$oneof": {{"condition": "parameter:Stage", "values": {values}}}}}"#)
    };
    let sections =
        format!("{OPEN}\n").replace("Mappings:", "Mappings:\n  K: {dev: {k: Q}, prod: {k: R2}}");
    let text = format!(
        "{sections}\nResources:\n  Q: {{Type: AWS::SQS::Queue}}\n  R2: {{Type: AWS::SQS::Queue}}\n  R:\n    Type: X::Y::Z\n    Properties:\n      a: !GetAtt [!FindInMap [K, !Ref Stage, k], Arn]\n      b: {{Ref: !FindInMap [K, !Ref Stage, k]}}\n"
    );
    let graph = graph(&text);
    assert_eq!(
        json(&shown(&property(&graph, "R", "/a"))),
        json(&by_stage(
            r#"[{"$ref": "Q", "attr": "Arn"}, {"$ref": "R2", "attr": "Arn"}]"#
        ))
    );
    assert_eq!(
        json(&shown(&property(&graph, "R", "/b"))),
        json(&by_stage(
            r#"[{"$ref": "Q", "attr": "Ref"}, {"$ref": "R2", "attr": "Ref"}]"#
        ))
    );
}

#[test]
fn blocks_of_an_unknown_network_are_so_many_unknown_blocks() {
    let second = open("!Select [1, !Cidr [!Ref P, 2, 8]]");
    assert_eq!(unknown_of(&second).0, "function");
    assert_ne!(second, open("!Select [0, !Cidr [!Ref P, 2, 8]]"));
    is("!Length {'Fn::Cidr': [!Ref P, 3, 8]}", "3");
    is(
        "!Select [1, !Cidr [!Select [0, !Cidr ['10.0.0.0/8', 1, 16]], 2, 8]]",
        r#""10.0.1.0/24""#,
    );
}

#[test]
fn a_json_string_keeps_what_is_known_beside_what_is_not() {
    let node =
        open("!ToJsonString {a: !Ref P, b: [!If [C, 1, !Ref 'AWS::NoValue']], c: !Sub 'x${P}'}");
    let Node::Json(inner) = node else {
        panic!("{node:?}")
    };
    assert_eq!(unknown_of(inner.get("a").expect("set")).1, "parameter:P");
    assert_eq!(
        json(&shown(inner.at("/b/0").expect("set"))),
        json(&c("[1, null]"))
    );
}

#[test]
fn whole_properties_may_be_a_choice() {
    let text = format!(
        "{OPEN}\nResources:\n  K:\n    Type: AWS::KMS::Key\n    Properties: !If [C, {{EnableKeyRotation: 'true', Description: x}}, {{EnableKeyRotation: 'false'}}]\n"
    );
    let graph = graph(&text);
    let is = |pointer: &str, expected: &str| {
        assert_eq!(
            json(&shown(&property(&graph, "K", pointer))),
            json(expected)
        );
    };
    is("/EnableKeyRotation", &c("[true, false]"));
    is("/Description", &c(r#"["x", null]"#));
}

#[test]
fn an_open_text_where_a_boolean_belongs_is_an_open_boolean() {
    let text = format!(
        "{OPEN}\nResources:\n  K: {{Type: AWS::KMS::Key, Properties: {{EnableKeyRotation: !Ref P, Description: !Ref P}}}}\n"
    );
    let graph = graph(&text);
    let Node::Unknown(rotation) = property(&graph, "K", "/EnableKeyRotation") else {
        panic!("known")
    };
    assert_eq!(
        (&*rotation.id, rotation.kind.as_deref()),
        ("parameter:P as bool", Some("bool"))
    );
    assert_eq!(
        unknown_of(&property(&graph, "K", "/Description")).1,
        "parameter:P"
    );
}

#[test]
fn two_open_loops_with_one_variable_stand_for_different_values() {
    let text = r#"
Parameters: {A: {Type: CommaDelimitedList}, B: {Type: CommaDelimitedList}}
Resources:
  Fn::ForEach::One: [X, !Ref A, {"One${X}": {Type: T, Properties: {a: !Ref X, b: !Sub "-${X}"}}}]
  Fn::ForEach::Two: [X, !Ref B, {"Two${X}": {Type: T, Properties: {a: !Ref X, b: !Sub "-${X}"}}}]
"#;
    let graph = graph(text);
    let values: Vec<&Node> = graph.resources.values().map(|it| &it.values).collect();
    assert_eq!(values.len(), 2);
    assert_eq!(unknown_of(values[0].at("/a").expect("set")).0, "loop");
    assert_eq!(unknown_of(values[1].at("/a").expect("set")).0, "loop");
    assert_ne!(values[0].at("/a"), values[1].at("/a"));
    assert_ne!(values[0].at("/b"), values[1].at("/b"));
    assert!(
        graph.notes.iter().all(|note| note.code == "not-expanded"),
        "{:?}",
        graph.notes
    );
}

#[test]
fn the_value_of_a_loop_variable_is_no_variable_itself() {
    let text = r#"
Resources:
  Fn::ForEach::One:
    - X
    - ["a${Y}"]
    - Fn::ForEach::Two:
        - Y
        - [b]
        - "R&{X}&{Y}": {Type: T, Properties: {a: !Join ["", [!Ref X, !Ref Y]], b: "${Y}-{Y}-${Z}"}}
"#;
    let graph = graph(text);
    let values = &graph.resources["RaYb"].values;
    assert_eq!(values, &json(r#"{"a": "a${Y}b", "b": "b-{Y}-${Z}"}"#));
}

#[test]
fn loops_stand_in_conditions_and_over_lists_of_parameters() {
    let text = r#"
Transform: AWS::LanguageExtensions
Parameters: {Names: {Type: CommaDelimitedList, Default: "a,b"}, Stage: {Type: String}}
Conditions:
  Fn::ForEach::Cs: [N, !Ref Names, {"Is${N}": !Equals [!Ref Stage, !Ref N]}]
Resources:
  Fn::ForEach::Rs: [N, !Ref Names, {"R${N}": {Type: T, Condition: !Sub "Is${N}", Properties: {v: !If ["Is${N}", 1, 2]}}}]
"#;
    let text = text.replace("!Sub \"Is${N}\"", "\"Is${N}\"");
    let graph = graph(&text);
    assert!(graph.notes.is_empty(), "{:?}", graph.notes);
    assert_eq!(property(&graph, "Ra", "/v"), Node::from(1));
    assert_eq!(
        graph.resources["Rb"].presence,
        crate::graph::Presence::When(vec![("Isa".into(), 1), ("Isb".into(), 0)])
    );
}

#[test]
fn a_key_made_of_a_choice_is_looked_up_in_each_branch() {
    let sections = "Parameters: {Env: {Type: String, AllowedValues: [dev, prod]}}\nMappings: {M: {x-dev: {k: 1}, x-prod: {k: 2}}}\nConditions: {C: !Equals [!FindInMap [M, !Sub 'x-${Env}', k], 2]}";
    let by_env = |values: &str| {
        json(&format!(
            r#"{{"$oneof": {{"condition": "parameter:Env", "values": {values}}}}}"#
        ))
    };
    for (expression, values) in [
        ("!FindInMap [M, !Sub 'x-${Env}', k]", "[1, 2]"),
        ("!If [C, p, q]", r#"["q", "p"]"#),
        (
            "!Base64 {'Fn::Sub': 'x${Env}'}",
            r#"["eGRldg==", "eHByb2Q="]"#,
        ),
        (
            "!GetAtt [Q, !Sub '${Env}Arn']",
            r#"[{"$ref": "Q", "attr": "devArn"}, {"$ref": "Q", "attr": "prodArn"}]"#,
        ),
        (
            "!Select [1, !Split ['-', !Sub 'a-${Env}']]",
            r#"["dev", "prod"]"#,
        ),
    ] {
        let value = value_in(sections, expression);
        assert_eq!(json(&shown(&value)), by_env(values), "{expression}");
    }
}

#[test]
fn a_function_beside_other_members_stands_for_more_members() {
    let text = "Resources: {R: {Type: X::Y::Z, Properties: {a: {'Fn::If': [C, 1, 2], b: 1}}}}";
    let graph = graph(text);
    assert_eq!(property(&graph, "R", "/a/b"), Node::from(1));
    assert!(matches!(property(&graph, "R", "/a/$rest"), Node::Rest(_)));
    assert!(
        graph
            .notes
            .iter()
            .any(|note| note.message == "`Fn::If` stands beside other members")
    );
}
