//! Tests of resources: what protects them, what they depend on, and what a template cannot say of them.

use super::*;

#[test]
fn a_policy_keeps_its_version_and_its_references() {
    let text = r#"
Resources:
  Table: {Type: AWS::DynamoDB::Table}
  Policy:
    Type: AWS::IAM::Policy
    Properties:
      PolicyName: p
      PolicyDocument:
        Version: 2012-10-17
        Statement:
          - Effect: Allow
            Action: dynamodb:GetItem
            Resource: [!GetAtt Table.Arn, !Sub "${Table.Arn}/index/*", "arn:aws:x::012345678901:y"]
"#;
    let graph = graph(text);
    let is =
        |pointer: &str, expected: Node| assert_eq!(property(&graph, "Policy", pointer), expected);
    is("/PolicyDocument/Version", Node::text("2012-10-17"));
    is(
        "/PolicyDocument/Statement/0/Resource/0",
        Node::reference("Table", "Arn"),
    );
    let expected = Node::Join(vec![
        Node::reference("Table", "Arn"),
        Node::text("/index/*"),
    ]);
    is("/PolicyDocument/Statement/0/Resource/1", expected);
}

#[test]
fn text_booleans_are_booleans_where_the_property_is_one_and_tags_stay_text() {
    let text = r#"{"Resources": {"K": {"Type": "AWS::KMS::Key", "Properties":
        {"EnableKeyRotation": "true", "Tags": [{"Key": "rotate", "Value": "false"}]}}}}"#;
    let graph = graph(text);
    assert_eq!(
        property(&graph, "K", "/EnableKeyRotation"),
        Node::Bool(true)
    );
    assert_eq!(property(&graph, "K", "/Tags/0/Value"), Node::text("false"));
}

#[test]
fn what_protects_a_resource_and_where_it_stands_are_kept() {
    let text = r#"
Parameters: {Keep: {Type: String, Default: Retain}}
Resources:
  B:
    Type: AWS::S3::Bucket
    DeletionPolicy: !Ref Keep
    UpdateReplacePolicy: Delete
    DependsOn: [C, D]
    Metadata: {"aws:cdk:path": Stack/B/Resource}
  C: {Type: AWS::S3::Bucket}
  D: {Type: AWS::S3::Bucket, DependsOn: C}
"#;
    let graph = graph(text);
    let bucket = &graph.resources["B"];
    assert_eq!(
        bucket.lifecycle,
        json(r#"{"DeletionPolicy": "Retain", "UpdateReplacePolicy": "Delete"}"#)
    );
    assert_eq!(
        bucket.depends_on.iter().map(|it| &**it).collect::<Vec<_>>(),
        ["C", "D"]
    );
    assert_eq!(bucket.values, json("{}"));
    assert_eq!(
        bucket
            .source
            .as_ref()
            .map(|source| (&*source.file, source.line)),
        Some(("t.yaml", 4))
    );
    assert!(graph.resources["C"].lifecycle.is_null());
}

#[test]
fn a_reference_to_nothing_forbids_a_verdict() {
    for wrong in [
        "!Ref Nope",
        "!GetAtt Nope.Arn",
        "!Sub '${Nope.Arn}'",
        "!Sub 'a${Nope}'",
        "!If [Nope, 1, 2]",
    ] {
        let text = format!("Resources:\n  R:\n    Type: X::Y::Z\n    Properties: {{a: {wrong}}}\n");
        let graph = graph(&text);
        assert_eq!(graph.notes.len(), 1, "{wrong}");
        assert!(
            graph.notes[0].code == "dangling-reference" && graph.notes[0].forbids_verdict,
            "{wrong}"
        );
    }
    let graph = graph("Resources: {R: {Type: T, DependsOn: Nope}}");
    assert_eq!(
        graph.notes[0].message,
        "`DependsOn` names `Nope`, which is not defined"
    );
    assert_eq!(graph.notes[0].address.as_deref(), Some("R"));
}

#[test]
fn a_circle_of_resources_is_refused_where_it_begins() {
    let text = "Resources:
  X: {Type: T, Properties: {a: !Ref B}}
  A: {Type: T, Properties: {a: !Sub '${B.Arn}'}}
  B: {Type: T, DependsOn: C}
  C: {Type: T, Properties: {a: [!GetAtt A.Arn]}}
";
    let error = from_templates(&[template(text)], &Options::default()).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "resources depend on each other in a circle: `A` → `B` → `C` → `A`"
    );
    let span = error.span().expect("located");
    assert_eq!(
        (span.offset, span.len),
        (text.find("A: ").expect("there"), 1)
    );
}

#[test]
fn a_circle_that_a_condition_may_open_is_none() {
    let text = "Parameters: {P: {Type: String}}
Conditions: {C: !Equals [!Ref P, x]}
Resources:
  A: {Type: T, Properties: {a: !If [C, !Ref B, z]}}
  B: {Type: T, Properties: {a: !If [C, z, !Ref A]}}
";
    assert!(graph(text).notes.is_empty());
}

#[test]
fn serverless_resources_are_listed_and_their_macro_forbids_a_verdict() {
    let text = "Transform: AWS::Serverless-2016-10-31
Resources:
  F: {Type: AWS::Serverless::Function, Properties: {Handler: x}}
  P: {Type: AWS::Lambda::Permission, Properties: {FunctionName: !Ref FAliaslive}}
";
    let graph = graph(text);
    assert_eq!(&*graph.transforms[0].name, "AWS::Serverless-2016-10-31");
    assert_eq!(graph.transforms[0].path, "/Transform");
    assert!(graph.resources.contains_key("F"));
    assert!(
        graph
            .notes
            .iter()
            .any(|note| note.forbids_verdict && note.path.as_deref() == Some("/Transform"))
    );
    assert!(
        graph.notes.iter().all(|note| note.code == "not-expanded"),
        "a macro may define what is missing"
    );
}

#[test]
fn a_serverless_macro_without_serverless_resources_changes_nothing() {
    let graph =
        graph("Transform: [AWS::Serverless-2016-10-31]\nResources: {B: {Type: AWS::S3::Bucket}}");
    assert_eq!(graph.transforms[0].path, "/Transform/0");
    assert!(graph.notes.iter().all(|note| !note.forbids_verdict));
}

#[test]
fn an_include_among_members_stands_for_more_members() {
    let text = r#"{"Resources": {"B": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "b",
        "Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": "s3://x"}}}}}}"#;
    let graph = graph(text);
    assert!(matches!(property(&graph, "B", "/$rest"), Node::Rest(_)));
    assert_eq!(property(&graph, "B", "/BucketName"), Node::text("b"));
    assert_eq!(&*graph.transforms[0].name, "AWS::Include");
    assert!(!graph.notes[0].forbids_verdict);
}

#[test]
fn properties_made_by_a_macro_are_not_known() {
    let text = "Resources: {B: {Type: AWS::S3::Bucket, Properties: {'Fn::Transform': {Name: M}}}}";
    assert!(matches!(
        property(&graph(text), "B", "/$rest"),
        Node::Rest(_)
    ));
}

#[test]
fn a_module_forbids_a_verdict_and_a_nested_stack_is_noted() {
    let graph = graph(
        "Resources:\n  M: {Type: 'My::S3::Bucket::MODULE'}\n  N: {Type: AWS::CloudFormation::Stack}\n  R: {Type: T, Properties: {a: !GetAtt N.Outputs.X}}\n",
    );
    let notes: Vec<_> = graph
        .notes
        .iter()
        .map(|note| (note.address.as_deref(), note.forbids_verdict))
        .collect();
    assert_eq!(notes, [(Some("M"), true), (Some("N"), false)]);
    assert_eq!(
        unknown_of(&property(&graph, "R", "/a")),
        ("nested stack", "nested stack:N.Outputs.X")
    );
}
