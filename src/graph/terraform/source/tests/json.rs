//! Terraform JSON gives the graph that the same configuration gives in HCL.

use super::super::EvaluationError;
use super::*;

const HCL: &str = r#"
provider "aws" {
  region = "us-east-1"
  default_tags {
    tags = { team = "a" }
  }
}
variable "n" {
  type    = number
  default = 3
}
variable "open" {}
locals {
  arn = aws_s3_bucket.b.arn
}
resource "aws_s3_bucket" "b" {
  bucket        = "b-${var.n}"
  force_destroy = true
  versioning {
    enabled = true
  }
  dynamic "grant" {
    for_each = ["a", "b"]
    iterator = it
    content {
      id          = it.value
      permissions = ["READ"]
      type        = "Group"
    }
  }
  timeouts {
    create = "1m"
  }
  lifecycle {
    prevent_destroy = true
    ignore_changes  = [tags, versioning[0].enabled]
  }
  depends_on = [aws_sqs_queue.q]
}
resource "aws_sqs_queue" "q" {
  count                      = 2
  name                       = "q-${count.index}-${var.open}"
  visibility_timeout_seconds = 30
}
resource "aws_iam_role_policy" "p" {
  role   = "r"
  policy = data.aws_iam_policy_document.d.json
}
data "aws_iam_policy_document" "d" {
  statement {
    actions   = ["s3:GetObject"]
    resources = ["${local.arn}/*"]
  }
}
output "o" {
  value = data.aws_iam_policy_document.d.json
}
"#;

const JSON: &str = r#"{
  "//": {"metadata": {"stackName": "s"}},
  "provider": {"aws": [{"region": "us-east-1", "default_tags": [{"tags": {"team": "a"}}]}]},
  "variable": {"n": {"type": "number", "default": 3}, "open": {}},
  "locals": {"arn": "${aws_s3_bucket.b.arn}"},
  "resource": {
    "aws_s3_bucket": {"b": {
      "//": {"metadata": {"path": "s/b"}},
      "bucket": "b-${var.n}", "force_destroy": "true", "versioning": {"enabled": true}, "timeouts": {"create": "1m"},
      "lifecycle": {"prevent_destroy": true, "ignore_changes": ["tags", "versioning[0].enabled"]},
      "depends_on": ["aws_sqs_queue.q"],
      "dynamic": {"grant": {"for_each": ["a", "b"], "iterator": "it",
        "content": {"id": "${it.value}", "permissions": ["READ"], "type": "Group"}}}}},
    "aws_sqs_queue": {"q": {"count": 2, "name": "q-${count.index}-${var.open}", "visibility_timeout_seconds": "30"}},
    "aws_iam_role_policy": {"p": {"role": "r", "policy": "${data.aws_iam_policy_document.d.json}"}}
  },
  "data": {"aws_iam_policy_document": {"d": {"statement": [{"actions": ["s3:GetObject"], "resources": ["${local.arn}/*"]}]}}},
  "output": {"o": {"value": "${data.aws_iam_policy_document.d.json}"}}
}"#;

#[test]
fn both_syntaxes_give_one_graph() {
    let graph_of = |file: &str, text: &str| {
        let mut graph = try_graph(&[(file, text)], &[]).expect("a graph");
        for resource in graph.resources.values_mut() {
            resource.source = None;
        }
        crate::graph::symbolic(&graph)
    };
    let (hcl, json) = (graph_of("main.tf", HCL), graph_of("main.tf.json", JSON));
    assert_eq!(shown(&hcl), shown(&json));
}

#[test]
fn a_resource_of_a_json_file_stands_at_its_name() {
    let graph = try_graph(&[("main.tf.json", JSON)], &[]).expect("a graph");
    let place = graph.resources["aws_sqs_queue.q[1]"].source.clone();
    assert_eq!(place.map(|place| place.line), Some(14));
}

#[test]
fn a_cycle_in_a_json_file_is_underlined_there() {
    let text = r#"{"output": {"o": {"value": "${local.a}"}}, "locals": {"a": "${local.b}", "b": "x${local.a}"}}"#;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.tf.json"), text).expect("written");
    let configuration = Configuration::read(folder.path(), &Limits::default()).expect("read");
    let error = from_configuration(&configuration, &Options::default()).expect_err("a circle");
    let EvaluationError::Cycle { span, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(
        &text[span.offset()..span.offset() + span.len()],
        "\"${local.b}\""
    );
}

#[test]
fn an_argument_stands_on_its_own_line_in_both_syntaxes_and_an_override_in_its_own_file() {
    let hcl = "resource \"t\" \"n\" {\n  a = 1\n\n  b {\n    c = 2\n  }\n  dynamic \"d\" {\n    for_each = []\n    content {}\n  }\n}\n";
    let json = "{\"resource\": {\"aws_s3_bucket\": {\"n\": {\n\"bucket\": \"x\",\n\"versioning\": {\n\"enabled\": true}}}}}";
    let graph = try_graph(
        &[
            ("main.tf", hcl),
            ("x_override.tf", "\nresource \"t\" \"n\" {\n\n  a = 2\n}\n"),
            ("more.tf.json", json),
        ],
        &[],
    )
    .expect("a graph");
    let place = |address: &str, pointer: &str| {
        let place = graph.resources[address].place_of(pointer).expect("a place");
        format!("{}:{}", place.file, place.line)
    };
    assert_eq!(place("t.n", "/a"), "x_override.tf:4");
    assert_eq!(place("t.n", "/b/0/c"), "main.tf:4");
    assert_eq!(place("t.n", "/d/1"), "main.tf:7");
    assert_eq!(place("t.n", "/other"), "main.tf:1");
    assert_eq!(
        place("aws_s3_bucket.n", "/versioning/0/enabled"),
        "more.tf.json:3"
    );
}
