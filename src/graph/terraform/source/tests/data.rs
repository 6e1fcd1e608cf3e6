//! What data sources answer, and what a provider puts in.

use super::*;

#[test]
fn an_argument_called_enabled_is_an_argument() {
    let graph = graph("resource \"aws_cloudfront_distribution\" \"d\" {\n enabled = false\n}\n");
    let values = values(&graph, "aws_cloudfront_distribution.d");
    assert_eq!(values.get("enabled"), Some(&Node::Bool(false)));
}

#[test]
fn a_configuration_alone_shows_the_defaults_of_its_provider_and_beside_a_plan_it_does_not() {
    let text = "resource \"aws_s3_bucket\" \"b\" {}\n";
    let alone = graph(text);
    assert_eq!(
        values(&alone, "aws_s3_bucket.b").get("force_destroy"),
        Some(&Node::Bool(false))
    );
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.tf"), text).expect("written");
    let configuration = Configuration::read(folder.path(), &Limits::default()).expect("read");
    let plan = Graph::new(crate::graph::Kind::Plan);
    let beside = from_sources(&configuration, &Options::default(), &plan).expect("a graph");
    assert_eq!(
        values(&beside, "aws_s3_bucket.b").get("force_destroy"),
        None
    );
}

#[test]
fn statements_that_hang_on_a_condition_make_a_choice_of_documents() {
    let graph = graph(
        r#"
variable "open" { type = bool }
data "aws_iam_policy_document" "d" {
  statement {
    actions = ["a:b"]
  }
  dynamic "statement" {
    for_each = var.open ? ["x"] : []
    content {
      actions = ["*"]
    }
  }
}
resource "aws_sns_topic_policy" "p" {
  arn    = "arn"
  policy = data.aws_iam_policy_document.d.json
}
"#,
    );
    let policy = values(&graph, "aws_sns_topic_policy.p").get("policy");
    let Some(Node::OneOf(choice)) = policy else {
        panic!("{policy:?}")
    };
    let wide: Vec<bool> = choice
        .values
        .iter()
        .map(|text| text.as_text().expect("a text").contains("\"*\""))
        .collect();
    assert_eq!(wide, [true, false]);
}

#[test]
fn arguments_that_hang_on_a_condition_keep_both_values() {
    let graph = graph(
        r#"
variable "open" { type = bool }
data "aws_iam_policy_document" "d" {
  statement {
    actions   = var.open ? ["*"] : ["a:b", "c:d"]
    resources = var.open ? ["*"] : []
  }
}
output "x" { value = data.aws_iam_policy_document.d.json }
"#,
    );
    let Some(Node::Json(document)) = graph.outputs.get("x") else {
        panic!("a document")
    };
    let branches = |name: &str| match document.at(&format!("/Statement/0/{name}")) {
        Some(Node::OneOf(choice)) => choice.values.clone(),
        other => panic!("{other:?}"),
    };
    let texts = Node::List(vec![Node::text("c:d"), Node::text("a:b")]);
    assert_eq!(branches("Action"), [Node::text("*"), texts]);
    assert_eq!(branches("Resource"), [Node::text("*"), Node::Null]);
}

#[test]
fn data_sources_of_other_providers_that_are_configuration_are_answered() {
    let files = [
        (
            "main.tf",
            r#"
data "template_file" "t" {
  template = "$${greeting}, ${upper("b")}"
  vars     = { greeting = "hello" }
}
data "null_data_source" "n" {
  inputs = { a = "b" }
}
data "local_file" "f" {
  filename = "note.txt"
}
data "google_iam_policy" "g" {
  binding {
    role    = "roles/viewer"
    members = ["user:a@example.com"]
  }
}
output "x" {
  value = [data.template_file.t.rendered, data.null_data_source.n.outputs.a, data.local_file.f.content]
}
output "google" { value = jsondecode(data.google_iam_policy.g.policy_data).bindings[0].role }
"#,
        ),
        ("note.txt", "noted"),
    ];
    let graph = try_graph(&files, &[]).expect("a graph");
    let expected = ["hello, B", "b", "noted"].map(Node::text).to_vec();
    assert_eq!(graph.outputs.get("x"), Some(&Node::List(expected)));
    assert_eq!(
        graph.outputs.get("google"),
        Some(&Node::text("roles/viewer"))
    );
}

#[test]
fn what_only_a_provider_can_tell_is_a_named_unknown() {
    let graph = graph(
        r#"
data "aws_region" "r" {}
data "aws_partition" "p" {}
data "aws_caller_identity" "c" {}
data "terraform_remote_state" "s" {
  backend = "local"
}
output "x" {
  value = [
    data.aws_region.r.name, data.aws_partition.p.partition, data.aws_caller_identity.c.account_id,
    data.terraform_remote_state.s.outputs.vpc, data.aws_caller_identity.c.arn,
  ]
}
"#,
    );
    let ids: Vec<&str> = graph.outputs["x"]
        .as_list()
        .expect("a list")
        .iter()
        .map(|value| match value {
            Node::Unknown(unknown) => &*unknown.id,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        ids,
        [
            "pseudo:AWS::Region",
            "pseudo:AWS::Partition",
            "pseudo:AWS::AccountId",
            "data.terraform_remote_state.s.outputs.vpc",
            "data.aws_caller_identity.c.arn",
        ]
    );
}
