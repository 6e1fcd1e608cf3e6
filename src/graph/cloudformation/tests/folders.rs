//! Tests of several stacks in one graph.

use super::*;
use crate::artifact::template::Parent;

fn stack(name: &str, text: &str) -> Template {
    let mut template = template(text);
    template.stack = Some(name.into());
    template
}

fn both(first: Template, second: Template) -> Graph {
    from_templates(&[first, second], &Options::default()).expect("a graph")
}

#[test]
fn an_import_of_an_export_in_the_folder_is_what_is_exported() {
    let producer = r#"{"Resources": {"K": {"Type": "AWS::KMS::Key"}}, "Outputs":
        {"O": {"Value": {"Fn::GetAtt": ["K", "Arn"]}, "Export": {"Name": {"Fn::Sub": "${AWS::StackName}:key"}}}}}"#;
    let consumer = r#"{"Resources": {"R": {"Type": "X::Y::Z", "Properties":
        {"a": {"Fn::ImportValue": "Keys:key"}, "b": {"Fn::ImportValue": "other"}, "c": {"Fn::ImportValue":
        {"Fn::Join": [":", ["Keys", "key"]]}}}}}}"#;
    let graph = both(stack("Keys", producer), stack("App", consumer));
    assert_eq!(
        graph.resources.keys().map(|key| &**key).collect::<Vec<_>>(),
        ["App/R", "Keys/K"]
    );
    assert_eq!(
        property(&graph, "App/R", "/a"),
        Node::reference("Keys/K", "Arn")
    );
    assert_eq!(
        property(&graph, "App/R", "/c"),
        Node::reference("Keys/K", "Arn")
    );
    assert_eq!(
        unknown_of(&property(&graph, "App/R", "/b")),
        ("import", "import:other")
    );
    assert_eq!(graph.outputs["Keys/O"], Node::reference("Keys/K", "Arn"));
    assert_eq!(&*graph.resources["App/R"].name, "R");
}

#[test]
fn a_nested_stack_takes_its_parameters_and_gives_its_outputs() {
    let parent = r#"{"Resources": {
        "Q": {"Type": "AWS::SQS::Queue"},
        "N": {"Type": "AWS::CloudFormation::Stack", "Properties": {"Parameters": {"QueueArn": {"Fn::GetAtt": ["Q", "Arn"]}}}},
        "R": {"Type": "X::Y::Z", "Properties": {"a": {"Fn::GetAtt": ["N", "Outputs.Topic"]}}}}}"#;
    let nested = r#"{"Parameters": {"QueueArn": {"Type": "String"}}, "Resources": {
        "T": {"Type": "AWS::SNS::Topic"}, "S": {"Type": "X::Y::Z", "Properties": {"q": {"Ref": "QueueArn"}}}},
        "Outputs": {"Topic": {"Value": {"Ref": "T"}}}}"#;
    let mut nested = template(nested);
    nested.parent = Some(Parent {
        template: 0,
        logical_id: "N".into(),
    });
    let graph = both(stack("Main", parent), nested);
    assert_eq!(
        property(&graph, "Main/N/S", "/q"),
        Node::reference("Main/Q", "Arn")
    );
    assert_eq!(
        property(&graph, "Main/R", "/a"),
        Node::reference("Main/N/T", "Ref")
    );
    assert!(graph.notes.is_empty(), "{:?}", graph.notes);
}

#[test]
fn account_and_region_of_the_folder_are_known() {
    let text = "Resources: {R: {Type: X::Y::Z, Properties: {a: !Sub '${AWS::Partition}:${AWS::Region}:${AWS::AccountId}:${AWS::StackName}'}}}";
    let mut placed = stack("S", text);
    (placed.region, placed.account) = (Some("cn-north-1".into()), Some("012345678901".into()));
    let graph = from_templates(&[placed], &Options::default()).expect("a graph");
    assert_eq!(
        property(&graph, "R", "/a"),
        Node::text("aws-cn:cn-north-1:012345678901:S")
    );
    assert_eq!(graph.environment.partition.as_deref(), Some("aws-cn"));
}

#[test]
fn equal_names_in_two_stacks_are_told_apart() {
    let text = "Parameters: {P: {Type: String}}\nConditions: {C: !Equals [!Ref P, x]}\nResources: {R: {Type: X::Y::Z, Properties: {a: !Ref P, b: !If [C, 1, 2]}}}";
    let graph = both(stack("A", text), stack("B", text));
    assert_eq!(
        unknown_of(&property(&graph, "A/R", "/a")).1,
        "parameter:A/P"
    );
    assert_ne!(property(&graph, "A/R", "/b"), property(&graph, "B/R", "/b"));
}

#[test]
fn stacks_that_import_from_each_other_end() {
    let text = |mine: &str, theirs: &str| {
        format!(
            r#"{{"Resources": {{}}, "Outputs": {{"O": {{"Value": {{"Fn::ImportValue": "{theirs}"}}, "Export": {{"Name": "{mine}"}}}}}}}}"#
        )
    };
    let graph = both(stack("A", &text("a", "b")), stack("B", &text("b", "a")));
    assert_eq!(unknown_of(&graph.outputs["A/O"]).0, "circle");
}
