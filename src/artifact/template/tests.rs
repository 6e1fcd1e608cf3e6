//! Tests of the template reader: both syntaxes give one tree, and what is refused is refused where it stands.

use super::*;

fn yaml(text: &str) -> Template {
    Template::read(&SourceText::new("a.yaml", text))
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn refused(text: &str) -> (String, String) {
    let error = Template::read(&SourceText::new("a", text)).expect_err("refused");
    let span = error.span().expect("located");
    (
        error.to_string(),
        text[span.offset..span.offset + span.len].to_owned(),
    )
}

#[test]
fn every_short_tag_has_its_long_form() {
    let text = r#"
Resources:
  R:
    Type: T
    Properties:
      a: !Ref X
      b: !GetAtt A.B.C
      c: !GetAtt [A, !Ref B]
      d: !Sub "${X}"
      e: !If [C, !Ref Y, !Ref "AWS::NoValue"]
      f: !Join ["", [!Sub a, b]]
      g: !Select [0, !GetAZs ""]
      h: !Base64 x
      i: !Transform {Name: M, Parameters: {A: !Ref B}}
      j: !Condition C
      k: !FindInMap [M, !Ref "AWS::Region", x]
      l: !ToJsonString {a: !Ref X}
"#;
    let expected = r#"{
        "a": {"Ref": "X"}, "b": {"Fn::GetAtt": ["A", "B.C"]}, "c": {"Fn::GetAtt": ["A", {"Ref": "B"}]},
        "d": {"Fn::Sub": "${X}"}, "e": {"Fn::If": ["C", {"Ref": "Y"}, {"Ref": "AWS::NoValue"}]},
        "f": {"Fn::Join": ["", [{"Fn::Sub": "a"}, "b"]]}, "g": {"Fn::Select": [0, {"Fn::GetAZs": ""}]},
        "h": {"Fn::Base64": "x"}, "i": {"Fn::Transform": {"Name": "M", "Parameters": {"A": {"Ref": "B"}}}},
        "j": {"Condition": "C"}, "k": {"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "x"]},
        "l": {"Fn::ToJsonString": {"a": {"Ref": "X"}}}
    }"#;
    let found = yaml(text);
    assert_eq!(
        found.root().at("/Resources/R/Properties"),
        Some(&parse_json(expected).expect("json"))
    );
}

#[test]
fn a_policy_version_and_an_account_id_stay_text() {
    let found = yaml(
        "Resources: {R: {Type: T, Properties: {Version: 2012-10-17, Account: 012345678901, Port: 22:22}}}",
    );
    for (key, text) in [
        ("Version", "2012-10-17"),
        ("Account", "012345678901"),
        ("Port", "22:22"),
    ] {
        assert_eq!(
            found.root().at(&format!("/Resources/R/Properties/{key}")),
            Some(&Node::text(text))
        );
    }
}

#[test]
fn an_unknown_tag_is_refused_where_it_stands() {
    let (message, shown) = refused("Resources:\n  R:\n    Type: T\n    Properties: {a: !Reff X}\n");
    assert_eq!(
        (message.as_str(), shown.as_str()),
        ("unknown tag `!Reff`", "!Reff X")
    );
}

#[test]
fn what_is_no_template_is_refused_with_the_reason() {
    assert_eq!(
        refused("version: 0.0\nResources:\n  - a\n").0,
        "`Resources` must be a mapping"
    );
    assert_eq!(
        refused("Resources: {}\nversion: 0.0\n"),
        (
            "`version` is no section of a template".into(),
            "version".into()
        )
    );
    assert_eq!(refused("{\"a\": 1}").0, "this has no section of a template");
    assert_eq!(refused("- a\n").0, "a template is a mapping of sections");
    assert_eq!(refused("").0, "a template is a mapping of sections");
    assert_eq!(
        refused("Resources:\n  R: {Properties: {}}\n"),
        ("resource `R` has no `Type`".into(), "R".into())
    );
    assert_eq!(
        refused(r#"{"Resources": {"R": {"Properties": {}}}}"#),
        ("resource `R` has no `Type`".into(), "\"R\"".into())
    );
    assert_eq!(
        refused("Resources:\n  R:\n    Type: T\n  R:\n    Type: T\n").0,
        "duplicate key `R`"
    );
    assert_eq!(
        refused(r#"{"Resources": {"R": 1, "R": 2}}"#).0,
        "duplicate key `R`"
    );
}

#[test]
fn the_line_of_each_resource_is_known_in_both_syntaxes() {
    let template = yaml("# é\nResources:\n  A: {Type: T}\n\n  B:\n    Type: T\n");
    assert_eq!(
        template.resource_lines(),
        BTreeMap::from([("A".into(), 3), ("B".into(), 5)])
    );
    let template = yaml(
        "{\"Resources\": {\n\"A\": {\"Type\": \"T\", \"Properties\": {\"k\": [\"A\", {\"x\": 1}]}},\n\n\"B\": {\"Type\": \"T\"}}}",
    );
    assert_eq!(
        template.resource_lines(),
        BTreeMap::from([("A".into(), 2), ("B".into(), 4)])
    );
}

#[test]
fn a_stack_without_resources_is_a_template_all_the_same() {
    yaml(r#"{"Parameters": {"P": {"Type": "String"}}, "Rules": {}}"#);
}

#[test]
fn the_first_keys_tell_a_template() {
    for text in [
        "{\"Description\": \"Resources\", \"Resources\": {}}",
        " {\"AWSTemplateFormatVersion\"",
    ] {
        assert!(opens_as_template(text), "{text}");
    }
    for text in [
        "{\"x\": 1, \"Resources\": {}}",
        "{\"planned_values\": {\"Resources\": 1}}",
        "{\"Parameters\": {}}",
        "[{\"Resources\": {}}]",
        "{Resources: {}}",
        "",
    ] {
        assert!(!opens_as_template(text), "{text}");
    }
}

#[test]
fn a_synthesized_folder_gives_its_stacks_with_nested_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write(
        "manifest.json",
        r#"{"version": "1", "artifacts": {
            "Main": {"type": "aws:cloudformation:stack", "environment": "aws://012345678901/unknown-region",
                     "properties": {"templateFile": "Main.template.json", "stackName": "main-stack"}},
            "Escape": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "../x.template.json"}}}}"#,
    );
    write(
        "Main.template.json",
        r#"{"Resources": {"N": {"Type": "AWS::CloudFormation::Stack", "Metadata": {"aws:asset:path": "n.nested.template.json"}}}}"#,
    );
    write("n.nested.template.json", r#"{"Resources": {}}"#);
    let templates = read_cloud_assembly(folder.path()).expect("read");
    assert_eq!(templates.len(), 2);
    assert_eq!(templates[0].stack.as_deref(), Some("main-stack"));
    assert_eq!(
        (
            templates[0].account.as_deref(),
            templates[0].region.as_deref()
        ),
        (Some("012345678901"), None)
    );
    assert_eq!(
        templates[1].parent,
        Some(Parent {
            template: 0,
            logical_id: "N".into()
        })
    );
    std::fs::remove_file(folder.path().join("manifest.json")).expect("removed");
    let templates = read_cloud_assembly(folder.path()).expect("read");
    assert_eq!(templates.len(), 2);
    assert_eq!(templates[0].stack.as_deref(), Some("Main"));
}
