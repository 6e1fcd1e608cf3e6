//! Tests of templates that make much of little: they end, in bounded memory, with what is not evaluated as unknown.

use super::*;

/// Whether some value was not evaluated.
fn is_bounded(graph: &Graph) -> bool {
    graph.notes.iter().any(|note| note.code == "too-large")
}

#[test]
fn conditions_that_double_are_bounded() {
    let mut text = "Parameters: {P: {Type: String}, Q: {Type: String}}\nConditions:\n  C100: !Or [!And [!Equals [!Ref P, a], !Equals [!Ref Q, a]], !And [!Equals [!Ref P, b], !Equals [!Ref Q, b]]]\n".to_owned();
    for number in 101..160 {
        let last = number - 1;
        text += &format!(
            "  C{number}: !And [!Or [!Condition C{last}, !Equals [!Ref P, x{number}]], !Or [!Condition C{last}, !Equals [!Ref Q, y{number}]]]\n"
        );
    }
    text += "Resources: {R: {Type: X::Y::Z, Properties: {v: !If [C159, 1, 2]}}}";
    let value = property(&graph(&text), "R", "/v");
    assert!(matches!(value, Node::OneOf(_) | Node::Unknown(_)));
}

#[test]
fn conditions_that_lead_to_conditions_without_end_are_choices_of_their_own() {
    let mut text = "Conditions:\n".to_owned();
    for number in 10_000..30_000 {
        text += &format!("  C{number}: !Not [!Condition C{}]\n", number + 1);
    }
    text += "  C30000: !Equals [a, a]\nResources: {R: {Type: X::Y::Z, Properties: {v: !If [C10000, 1, 2], w: !If [C29999, 1, 2]}}}";
    let graph = graph(&text);
    assert!(matches!(property(&graph, "R", "/v"), Node::OneOf(_)));
    assert_eq!(property(&graph, "R", "/w"), Node::from(2));
}

#[test]
fn choices_inside_choices_are_bounded() {
    let mut text = "Parameters:\n".to_owned();
    let values: Vec<String> = (0..200).map(|value| format!("v{value}")).collect();
    for number in 0..8 {
        text += &format!(
            "  P{number}: {{Type: String, AllowedValues: [{}]}}\n",
            values.join(", ")
        );
    }
    text += "Conditions:\n";
    for number in 0..8 {
        text += &format!("  C{number}: !Equals [!Ref P{number}, v1]\n");
    }
    let nested = (0..8).fold("x".to_owned(), |inside, number| {
        format!("!If [C{number}, y{number}, {inside}]")
    });
    text += &format!("Resources: {{R: {{Type: X::Y::Z, Properties: {{a: {nested}}}}}}}");
    let mut nodes = 0;
    property(&graph(&text), "R", "/a").walk(&mut String::new(), &mut |_, _| nodes += 1);
    assert!((2..1_000_000).contains(&nodes), "{nodes}");
}

#[test]
fn references_to_a_large_value_are_bounded() {
    let items = vec!["x"; 2_000].join(",");
    let references = vec!["!Ref L"; 2_000].join(", ");
    let text = format!(
        "Parameters: {{L: {{Type: CommaDelimitedList, Default: '{items}'}}}}\nResources: {{R: {{Type: X::Y::Z, Properties: {{a: [{references}]}}}}}}"
    );
    let graph = graph(&text);
    assert!(is_bounded(&graph));
    assert_eq!(
        property(&graph, "R", "/a/0").as_list().map(<[Node]>::len),
        Some(2_000)
    );
    assert_eq!(unknown_of(&property(&graph, "R", "/a/1999")).0, "too large");
    assert_ne!(
        property(&graph, "R", "/a/1998"),
        property(&graph, "R", "/a/1999")
    );
}

#[test]
fn loops_in_loops_are_bounded_by_what_they_copy() {
    let names: Vec<String> = (0..150).map(|name| format!("n{name}")).collect();
    let names = names.join(", ");
    let body: Vec<String> = (0..200).map(|key| format!("k{key}: v")).collect();
    let text = format!(
        "Resources:\n  Fn::ForEach::A:\n    - A\n    - [{names}]\n    - Fn::ForEach::B:\n      - B\n      - [{names}]\n      - \"R${{A}}${{B}}\": {{Type: T, Properties: {{{}}}}}\n",
        body.join(", ")
    );
    let graph = graph(&text);
    assert!(graph.resources.len() < 20_000, "{}", graph.resources.len());
    let too_large = "loop `Fn::ForEach::B` grows too large to be expanded";
    assert!(
        graph.notes.iter().any(|note| note.message == too_large),
        "{:?}",
        graph.notes
    );
}

#[test]
fn encodings_inside_encodings_are_bounded() {
    let nested = (0..40).fold("{a: '\"'}".to_owned(), |inside, _| {
        format!("{{'Fn::ToJsonString': {inside}}}")
    });
    let graph = graph(&format!(
        "Resources: {{R: {{Type: X::Y::Z, Properties: {{a: {nested}}}}}}}"
    ));
    let shown = serde_json::to_string(&crate::graph::symbolic(&graph)).expect("shown");
    assert!(shown.len() < 10_000, "{}", shown.len());
}

#[test]
fn a_join_over_many_items_that_may_be_missing_is_bounded() {
    let mut text = "Parameters:\n".to_owned();
    for number in 0..20 {
        text += &format!("  P{number}: {{Type: String}}\n");
    }
    text += "Conditions:\n";
    for number in 0..20 {
        text += &format!("  C{number}: !Equals [!Ref P{number}, x]\n");
    }
    let items: Vec<String> = (0..20)
        .map(|number| format!("!If [C{number}, a{number}, !Ref 'AWS::NoValue']"))
        .collect();
    text += &format!(
        "Resources: {{R: {{Type: X::Y::Z, Properties: {{a: !Join [',', [{}]]}}}}}}",
        items.join(", ")
    );
    let mut leaves = 0;
    property(&graph(&text), "R", "/a").walk(&mut String::new(), &mut |_, node| {
        leaves += 1;
        assert!(!node.as_text().is_some_and(|text| text.contains(",,")));
    });
    assert!(leaves < 1_000, "{leaves}");
}

#[test]
fn an_alias_bomb_is_refused_where_it_stands() {
    let mut text = "Metadata:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for number in 1..12 {
        let last = vec![format!("*a{}", number - 1); 10].join(", ");
        text += &format!("  a{number}: &a{number} [{last}]\n");
    }
    text += "Resources: {R: {Type: T}}";
    let error = Template::read(&SourceText::new("t.yaml", text)).expect_err("refused");
    assert!(error.span().is_some(), "{error}");
}

#[test]
fn deep_nesting_is_refused_where_it_stands_in_both_syntaxes() {
    for (name, text) in [
        (
            "t.json",
            format!(
                "{{\"Resources\": {}{}}}",
                "[".repeat(100_000),
                "]".repeat(100_000)
            ),
        ),
        (
            "t.yaml",
            format!("Resources: {}{}", "[".repeat(100_000), "]".repeat(100_000)),
        ),
        (
            "t.yaml",
            format!(
                "Resources:\n  R: {{Type: T, Properties: {{a: {}x}}}}",
                "!Sub ".repeat(50_000)
            ),
        ),
        (
            "t.yaml",
            (0..20_000).fold(String::from("Resources:\n"), |text, depth: usize| {
                text + &" ".repeat(depth % 400) + "- "
            }),
        ),
    ] {
        let error = Template::read(&SourceText::new(name, text)).expect_err("refused");
        assert!(error.span().is_some(), "{error}");
    }
}

#[test]
fn a_long_chain_of_resources_is_no_circle_and_a_long_circle_is_one() {
    let chain = |last: &str| {
        let mut text = "Resources:\n".to_owned();
        for number in 10_000..30_000 {
            text += &format!("  R{number}: {{Type: T, DependsOn: R{}}}\n", number + 1);
        }
        text + &format!("  R30000: {{Type: T, DependsOn: {last}}}\n  Z: {{Type: T}}\n")
    };
    assert_eq!(graph(&chain("Z")).resources.len(), 20_002);
    let error = from_templates(&[template(&chain("R10000"))], &Options::default());
    assert!(error.is_err());
}

#[test]
fn thousands_of_references_to_nothing_are_noted_once_each() {
    let mut text = "Resources:\n".to_owned();
    for number in 0..20_000 {
        text += &format!(
            "  R{number}: {{Type: T, Properties: {{a: !Ref N{number}, b: !Ref N{number}}}}}\n"
        );
    }
    assert_eq!(graph(&text).notes.len(), 20_000);
}

#[test]
fn a_long_list_of_regions_is_one_choice_after_another() {
    let regions: Vec<String> = (0..30)
        .map(|number| format!("!Equals [!Ref 'AWS::Region', r{number}]"))
        .collect();
    let any = |from: usize, to: usize| format!("!Or [{}]", regions[from..to].join(", "));
    let text = format!(
        "Conditions:\n  All: !Or [{}, {}, {}]\n  Late: {}\nResources:\n  R: {{Type: X::Y::Z, Properties: {{v: !If [All, 1, 2], w: !If [Late, 1, 2]}}}}\nOutputs:\n  O: {{Condition: All, Value: x}}\n",
        any(0, 10),
        any(10, 20),
        any(20, 30),
        any(5, 15),
    );
    let graph = graph(&text);
    let leaves = |node: &Node| {
        let mut count = 0;
        node.walk(&mut String::new(), &mut |_, node| {
            count += usize::from(!matches!(node, Node::OneOf(_)));
        });
        count
    };
    for (node, least) in [
        (property(&graph, "R", "/v"), 31),
        (graph.outputs["O"].clone(), 31),
        (property(&graph, "R", "/w"), 11),
    ] {
        assert!((least..=64).contains(&leaves(&node)), "{}", leaves(&node));
    }
    assert!(graph.notes.is_empty(), "{:?}", graph.notes);
}
