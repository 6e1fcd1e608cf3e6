//! Tests of parameters and conditions: decided where they can be, else one choice wherever they are used.

use super::*;
use crate::graph::Presence;

const OPEN: &str = r"
Parameters:
  Stage: {Type: String}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
  IsNotProd: !Not [!Condition IsProd]
  Also: !Equals [prod, !Ref Stage]
";

#[test]
fn a_condition_over_defaults_is_decided_and_a_given_parameter_wins() {
    let text = r"
Parameters: {Stage: {Type: String, Default: dev}}
Conditions: {IsProd: !Equals [!Ref Stage, prod]}
Resources:
  A: {Type: X::Y::Z, Properties: {v: !If [IsProd, 1, 2]}}
  B: {Type: X::Y::Z, Condition: IsProd}
Outputs:
  O: {Condition: IsProd, Value: !Ref B}
";
    let by_default = graph(text);
    assert_eq!(property(&by_default, "A", "/v"), Node::from(2));
    assert!(!by_default.resources.contains_key("B") && by_default.outputs.is_empty());
    assert!(by_default.notes.is_empty(), "{:?}", by_default.notes);
    let given = graph_with(text, &[("Stage", "prod")]);
    assert_eq!(property(&given, "A", "/v"), Node::from(1));
    assert_eq!(given.resources["B"].presence, Presence::Always);
    assert_eq!(given.variables["Stage"], Node::text("prod"));
}

#[test]
fn an_open_condition_is_one_choice_wherever_it_is_used() {
    let text = format!(
        "{OPEN}
Resources:
  A: {{Type: X::Y::Z, Properties: {{v: !If [IsProd, 1, 2], w: !If [IsNotProd, 3, 4], x: !If [Also, 5, 6]}}}}
  B: {{Type: X::Y::Z, Condition: IsNotProd, Properties: {{v: !If [IsProd, 1, 2]}}}}
"
    );
    let graph = graph(&text);
    let choice = |values: &str| {
        json(&format!(
            r#"{{"$oneof": {{"condition": "Also", "values": {values}}}}}"#
        ))
    };
    assert_eq!(json(&shown(&property(&graph, "A", "/v"))), choice("[1, 2]"));
    assert_eq!(json(&shown(&property(&graph, "A", "/w"))), choice("[4, 3]"));
    assert_eq!(json(&shown(&property(&graph, "A", "/x"))), choice("[5, 6]"));
    assert_eq!(
        graph.resources["B"].presence,
        Presence::When(vec![("Also".into(), 1)])
    );
    assert_eq!(
        property(&graph, "B", "/v"),
        Node::from(2),
        "inside the resource its condition is decided"
    );
}

#[test]
fn a_branch_without_value_can_be_removed() {
    let text = format!(
        "{OPEN}
Resources:
  A:
    Type: X::Y::Z
    Properties:
      member: !If [IsProd, 1, !Ref 'AWS::NoValue']
      list: [a, !If [IsProd, b, !Ref 'AWS::NoValue']]
      text: !Join [',', [a, !If [IsProd, b, !Ref 'AWS::NoValue'], c]]
      nested: !If [IsProd, !If [IsProd, x, y], z]
      same: !If [IsProd, q, q]
"
    );
    let graph = graph(&text);
    let one_of = |values: &str| {
        json(&format!(
            r#"{{"$oneof": {{"condition": "Also", "values": {values}}}}}"#
        ))
    };
    let values = |pointer: &str| json(&shown(&property(&graph, "A", pointer)));
    assert_eq!(values("/member"), one_of("[1, null]"));
    assert_eq!(values("/list/1"), one_of(r#"["b", null]"#));
    assert_eq!(values("/text"), one_of(r#"["a,b,c", "a,c"]"#));
    assert_eq!(values("/nested"), one_of(r#"["x", "z"]"#));
    assert_eq!(values("/same"), json(r#""q""#));
}

#[test]
fn conjunctions_and_disjunctions_keep_their_parts() {
    let text = r"
Parameters: {A: {Type: String}, B: {Type: String}}
Conditions:
  CA: !Equals [!Ref A, x]
  CB: !Equals [!Ref B, x]
  Both: !And [!Condition CA, !Condition CB]
  Either: !Or [!Condition CA, !Condition CB]
  Neither: !Not [!Or [!Condition CA, !Condition CB]]
  Never: !And [!Condition CA, !Not [!Condition CA]]
Resources:
  R: {Type: X::Y::Z, Properties: {both: !If [Both, 1, 2], either: !If [Either, 1, 2], never: !If [Never, 1, 2]}}
  S: {Type: X::Y::Z, Condition: Both}
  T: {Type: X::Y::Z, Condition: Neither}
";
    let graph = graph(text);
    let shown = |pointer: &str| json(&shown(&property(&graph, "R", pointer)));
    let one_of = |name: &str, values: &str| {
        format!(r#"{{"$oneof": {{"condition": "{name}", "values": {values}}}}}"#)
    };
    assert_eq!(
        shown("/both"),
        json(&one_of("CA", &format!("[{}, 2]", one_of("CB", "[1, 2]"))))
    );
    assert_eq!(
        shown("/either"),
        json(&one_of("CA", &format!("[1, {}]", one_of("CB", "[1, 2]"))))
    );
    assert_eq!(shown("/never"), json("2"));
    assert_eq!(
        graph.resources["S"].presence,
        Presence::When(vec![("CA".into(), 0), ("CB".into(), 0)])
    );
    assert_eq!(
        graph.resources["T"].presence,
        Presence::When(vec![("CA".into(), 1), ("CB".into(), 1)])
    );
}

#[test]
fn a_guard_that_is_no_conjunction_is_one_choice_of_its_own() {
    let text = r"
Parameters: {A: {Type: String}, B: {Type: String}}
Conditions: {Either: !Or [!Equals [!Ref A, x], !Equals [!Ref B, x]]}
Resources:
  R: {Type: X::Y::Z, Condition: Either}
  S: {Type: X::Y::Z, Properties: {v: !If [Either, 1, 2]}}
";
    let graph = graph(text);
    assert_eq!(
        graph.resources["R"].presence,
        Presence::When(vec![("Either".into(), 0)])
    );
    let expected = r#"{"$oneof": {"condition": "Either", "values": [1, 2]}}"#;
    assert_eq!(json(&shown(&property(&graph, "S", "/v"))), json(expected));
}

#[test]
fn an_open_parameter_is_a_choice_of_its_allowed_values_each_as_its_place_takes_it() {
    let text = r#"
Parameters: {Days: {Type: Number, AllowedValues: [7, 14]}, One: {Type: String, AllowedValues: [x]}, Rotate: {Type: String, AllowedValues: ["true", "false"]}}
Resources:
  R: {Type: X::Y::Z, Properties: {a: !Ref Days, b: !Ref One}}
  K: {Type: AWS::KMS::Key, Properties: {EnableKeyRotation: !Ref Rotate, Description: !Ref Rotate, PendingWindowInDays: !Sub "${Days}"}}
"#;
    let graph = graph(text);
    let one_of = |name: &str, values: &str| {
        json(&format!(
            r#"{{"$oneof": {{"condition": "parameter:{name}", "values": {values}}}}}"#
        ))
    };
    let is = |address: &str, pointer: &str, expected: Node| {
        assert_eq!(json(&shown(&property(&graph, address, pointer))), expected);
    };
    is("R", "/a", one_of("Days", "[7, 14]"));
    is("R", "/b", Node::text("x"));
    is("K", "/EnableKeyRotation", one_of("Rotate", "[true, false]"));
    is(
        "K",
        "/Description",
        one_of("Rotate", r#"["true", "false"]"#),
    );
    is("K", "/PendingWindowInDays", one_of("Days", "[7, 14]"));
}

#[test]
fn a_resource_of_several_branches_of_one_choice_exists_in_each_of_them() {
    let text = r"
Parameters: {Stage: {Type: String, AllowedValues: [dev, test, prod]}}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
  IsNotProd: !Not [!Condition IsProd]
Resources:
  R: {Type: X::Y::Z, Condition: IsNotProd, Properties: {v: !If [IsProd, 1, 2], stage: !Ref Stage}}
";
    let graph = graph(text);
    let resource = &graph.resources["R"];
    assert_eq!(
        resource.presence,
        Presence::Among("parameter:Stage".into(), vec![0, 1])
    );
    assert_eq!(property(&graph, "R", "/v"), Node::from(2));
    for (branch, instances) in [1, 1, 0].into_iter().enumerate() {
        let completion = crate::graph::Completion {
            branches: [("parameter:Stage".into(), branch)].into(),
            ..crate::graph::Completion::default()
        };
        assert_eq!(completion.instances_of(&resource.presence), instances);
    }
    let shown = shown(&crate::graph::symbolic(&graph));
    assert!(
        shown.contains(r#""condition":[{"branches":[0,1],"condition":"parameter:Stage"}]"#),
        "{shown}"
    );
}

#[test]
fn a_default_is_in_force_whatever_else_is_allowed() {
    let text = "Parameters: {Days: {Type: Number, Default: 7, AllowedValues: [7, 14]}}
Resources: {R: {Type: X::Y::Z, Properties: {a: !Ref Days}}}";
    assert_eq!(property(&graph(text), "R", "/a"), Node::from(7));
    let given = graph_with(text, &[("Days", "14")]);
    assert_eq!(property(&given, "R", "/a"), Node::from(14));
}

#[test]
fn a_value_that_equals_one_text_does_not_equal_another() {
    let text = r#"
Parameters: {Stage: {Type: String}, Name: {Type: "AWS::SSM::Parameter::Value<String>"}}
Conditions:
  IsDev: !Equals [!Ref Stage, dev]
  IsProd: !Equals [prod, !Ref Stage]
  Both: !And [!Condition IsDev, !Condition IsProd]
  Store: !And [!Equals [!Ref Name, a], !Equals [!Ref Name, b]]
Resources:
  A: {Type: X::Y::Z, Properties: {both: !If [Both, 1, 2], store: !If [Store, 1, 2]}}
  D: {Type: X::Y::Z, Condition: IsDev, Properties: {v: !If [IsProd, 1, 2]}}
  P: {Type: X::Y::Z, Condition: IsProd, Properties: {v: !If [IsDev, 1, 2]}}
"#;
    let graph = graph(text);
    for (address, pointer) in [("A", "/both"), ("A", "/store"), ("D", "/v"), ("P", "/v")] {
        assert_eq!(
            property(&graph, address, pointer),
            Node::from(2),
            "{address}{pointer}"
        );
    }
    assert_eq!(
        graph.resources["P"].presence,
        Presence::When(vec![("IsDev".into(), 1), ("IsProd".into(), 0)])
    );
}

#[test]
fn a_comparison_looks_into_a_text_with_a_choice() {
    let text = r#"
Parameters: {Stage: {Type: String, AllowedValues: [dev, prod]}, Open: {Type: String}}
Conditions:
  IsProd: !Equals [!Sub "x-${Stage}", x-prod]
  Never: !Equals [!Join ["-", [!Ref Stage, y]], prod-x]
  Empty: !Equals [!Join ["", [!Ref Open]], ""]
  AlsoEmpty: !Equals [!Ref Open, ""]
Resources:
  R: {Type: X::Y::Z, Properties: {v: !If [IsProd, 1, 2], w: !If [Never, 1, 2], x: [!If [Empty, 1, 2], !If [AlsoEmpty, 1, 2]]}}
"#;
    let graph = graph(text);
    let expected = r#"{"$oneof": {"condition": "parameter:Stage", "values": [2, 1]}}"#;
    assert_eq!(json(&shown(&property(&graph, "R", "/v"))), json(expected));
    assert_eq!(property(&graph, "R", "/w"), Node::from(2));
    assert!(matches!(property(&graph, "R", "/x/0"), Node::OneOf(_)));
}

#[test]
fn a_conjunction_of_nothing_is_not_decided() {
    for odd in ["{'Fn::And': []}", "{'Fn::Or': x}", "{'Fn::Equals': [1]}"] {
        let text = format!(
            "Conditions: {{C: {odd}}}\nResources: {{R: {{Type: X::Y::Z, Properties: {{v: !If [C, 1, 2]}}}}}}"
        );
        assert!(
            matches!(property(&graph(&text), "R", "/v"), Node::OneOf(_)),
            "{odd}"
        );
    }
}

#[test]
fn a_condition_over_allowed_values_agrees_with_the_parameter_itself() {
    let text = r"
Parameters: {Stage: {Type: String, AllowedValues: [dev, test, prod]}}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
  IsKnown: !Or [!Equals [!Ref Stage, dev], !Equals [!Ref Stage, test], !Condition IsProd]
Mappings: {M: {dev: {n: 1}, test: {n: 2}, prod: {n: 3}}}
Resources:
  R:
    Type: X::Y::Z
    Properties:
      stage: !Ref Stage
      v: !If [IsProd, yes, no]
      known: !If [IsKnown, 1, 2]
      looked: !FindInMap [M, !Ref Stage, n]
      inside: !If [IsProd, !Ref Stage, other]
  S: {Type: X::Y::Z, Condition: IsProd}
";
    let graph = graph(text);
    let one_of = |values: &str| {
        json(&format!(
            r#"{{"$oneof": {{"condition": "parameter:Stage", "values": {values}}}}}"#
        ))
    };
    let shown = |pointer: &str| json(&shown(&property(&graph, "R", pointer)));
    assert_eq!(shown("/stage"), one_of(r#"["dev", "test", "prod"]"#));
    assert_eq!(shown("/v"), one_of(r#"["no", "no", "yes"]"#));
    assert_eq!(shown("/known"), json("1"));
    assert_eq!(shown("/looked"), one_of("[1, 2, 3]"));
    assert_eq!(shown("/inside"), one_of(r#"["other", "other", "prod"]"#));
    assert_eq!(
        graph.resources["S"].presence,
        Presence::When(vec![("parameter:Stage".into(), 2)])
    );
}

#[test]
fn a_mapping_looked_up_by_an_open_parameter_agrees_with_it() {
    let text = "Parameters: {Stage: {Type: String, AllowedValues: [dev, prod]}}
Mappings: {M: {dev: {n: 1}, prod: {n: 2}, other: {n: 3}}}
Resources: {R: {Type: X::Y::Z, Properties: {a: !Ref Stage, b: !FindInMap [M, !Ref Stage, n]}}}";
    let graph = graph(text);
    let one_of = |values: &str| {
        json(&format!(
            r#"{{"$oneof": {{"condition": "parameter:Stage", "values": {values}}}}}"#
        ))
    };
    assert_eq!(
        json(&shown(&property(&graph, "R", "/a"))),
        one_of(r#"["dev", "prod"]"#)
    );
    assert_eq!(json(&shown(&property(&graph, "R", "/b"))), one_of("[1, 2]"));
}

#[test]
fn a_list_parameter_is_not_limited_to_lists_of_one_allowed_value() {
    let text = "Parameters: {P: {Type: CommaDelimitedList, AllowedValues: [a, b]}}
Resources: {R: {Type: X::Y::Z, Properties: {a: !Ref P}}}";
    assert!(
        matches!(property(&graph(text), "R", "/a"), Node::Unknown(unknown) if unknown.domain.is_empty())
    );
}

#[test]
fn parameters_are_typed() {
    let text = r#"
Parameters:
  N: {Type: Number, Default: "5"}
  L: {Type: CommaDelimitedList, Default: "a, b"}
  I: {Type: "List<Number>", Default: "1,2"}
  S: {Type: String, Default: true}
  V: {Type: String, Default: "1.10"}
  P: {Type: "AWS::SSM::Parameter::Value<String>", Default: /name}
  Q: {Type: "AWS::SSM::Parameter::Value<List<String>>", Default: /name}
Resources:
  R: {Type: X::Y::Z, Properties: {n: !Ref N, l: !Ref L, i: !Ref I, s: !Ref S, v: !Ref V, p: !Ref P, q: !Ref Q}}
"#;
    let graph = graph(text);
    let is = |pointer: &str, expected: &str| {
        assert_eq!(property(&graph, "R", pointer), json(expected), "{pointer}");
    };
    is("/n", "5");
    is("/l", r#"["a", "b"]"#);
    is("/i", "[1, 2]");
    is("/s", r#""true""#);
    is("/v", r#""1.10""#);
    assert_eq!(
        unknown_of(&property(&graph, "R", "/p")),
        ("parameter", "parameter:P")
    );
    assert!(
        matches!(property(&graph, "R", "/q"), Node::Unknown(unknown) if unknown.kind.as_deref() == Some("list"))
    );
}

#[test]
fn a_parameter_that_is_not_declared_or_not_allowed_is_refused() {
    let text =
        "Parameters: {Stage: {Type: String, AllowedValues: [dev]}}\nResources: {R: {Type: T}}";
    let refused = |name: &str, value: &str| {
        let options = Options {
            parameters: [(name.to_owned(), value.to_owned())].into(),
            ..Options::default()
        };
        from_templates(&[template(text)], &options)
            .expect_err("refused")
            .to_string()
    };
    assert_eq!(refused("Stag", "dev"), "no template has a parameter `Stag`");
    assert_eq!(
        refused("Stage", "prod"),
        "`prod` is no allowed value of parameter `Stage`"
    );
}

#[test]
fn a_masked_parameter_marks_the_places_it_reaches() {
    let text = r#"
Parameters: {Secret: {Type: String, NoEcho: true, Default: hunter2}}
Resources:
  R: {Type: X::Y::Z, Properties: {a: !Ref Secret, b: [x, !Sub "p-${Secret}"], c: plain}}
"#;
    let graph = graph(text);
    assert_eq!(graph.resources["R"].sensitive, ["/a", "/b/1"]);
    assert!(!shown(&graph.variables["Secret"]).contains("hunter2"));
}

#[test]
fn conditions_that_refer_to_each_other_end() {
    let text = "Conditions: {A: !Not [!Condition B], B: !Not [!Condition A]}
Resources: {R: {Type: X::Y::Z, Properties: {v: !If [A, 1, 2]}}}";
    assert!(matches!(property(&graph(text), "R", "/v"), Node::OneOf(_)));
}
