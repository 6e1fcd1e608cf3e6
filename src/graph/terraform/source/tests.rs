//! Small inputs for every idiom.

mod data;
mod json;
mod principal;
mod providers;

mod bounds;
mod conditions;
mod functions;
mod instances;

use std::path::Path;

use super::*;
use crate::artifact::config::Limits;
use crate::value::{Node, Text};

/// The graph of sources given as pairs of file name and text.
fn try_graph(files: &[(&str, &str)], variables: &[(&str, &str)]) -> Result<Graph, String> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("created");
        std::fs::write(path, text).expect("written");
    }
    let configuration = Configuration::read(folder.path(), &Limits::default())
        .map_err(|error| error.to_string())?;
    let variables = variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let options = Options {
        variables,
        ..Options::default()
    };
    from_configuration(&configuration, &options).map_err(|error| error.to_string())
}

fn graph(text: &str) -> Graph {
    try_graph(&[("main.tf", text)], &[]).expect("a graph")
}

fn values<'g>(graph: &'g Graph, address: &str) -> &'g Node {
    let known: Vec<_> = graph.resources.keys().collect();
    &graph
        .resources
        .get(address)
        .unwrap_or_else(|| panic!("{address} is not among {known:?}"))
        .values
}

fn shown(node: &Node) -> String {
    serde_json::to_string(node).expect("serialised")
}

/// The value of `local.x` as an output shows it.
fn output(locals: &str) -> Node {
    let graph = graph(&format!(
        "locals {{\n{locals}\n}}\noutput \"x\" {{\n value = local.x\n}}\nresource \"aws_kms_key\" \"k\" {{}}\n variable \"v\" {{}}\n"
    ));
    graph.outputs["x"].clone()
}

#[test]
fn literals_and_operators_are_computed() {
    assert_eq!(
        shown(&output(
            "x = [1 + 2 * 3, \"a${1}b\", !true, 7 % 4, -3, 1 < 2 && \"a\" != \"b\", 0.1 + 0.2]"
        )),
        "[7,\"a1b\",false,3,-3,true,0.3]"
    );
}

#[test]
fn an_attribute_of_a_resource_is_a_reference_wherever_it_passes() {
    let reference = Node::reference("aws_kms_key.k", "arn");
    assert_eq!(output("x = aws_kms_key.k.arn"), reference);
    assert_eq!(
        output("x = local.y\ny = \"${aws_kms_key.k.arn}\""),
        reference
    );
    assert_eq!(
        output("x = [for k in [aws_kms_key.k] : k.arn][0]"),
        reference
    );
    assert_eq!(
        output("x = try(local.none, local.y.a[\"b\"])\ny = { a = { b = aws_kms_key.k.arn } }"),
        reference
    );
    assert_eq!(
        output("x = lookup({ a = aws_kms_key.k.arn }, \"a\", \"z\")"),
        reference
    );
    assert_eq!(output("x = one(aws_kms_key.k[*].arn)"), reference);
    assert_eq!(
        output("x = coalesce(null, \"\", aws_kms_key.k.arn)"),
        reference
    );
    assert_eq!(
        output("x = element(concat([], [aws_kms_key.k.arn]), 0)"),
        reference
    );
}

#[test]
fn a_string_around_a_reference_is_a_join() {
    let part = || Node::reference("aws_kms_key.k", "arn");
    let join = Node::Join(vec![part(), Node::text("/*")]);
    assert_eq!(output("x = \"${aws_kms_key.k.arn}/*\""), join);
    assert_eq!(
        output("x = format(\"%s/%s\", aws_kms_key.k.arn, \"*\")"),
        join
    );
    assert_eq!(output("x = join(\"/\", [aws_kms_key.k.arn, \"*\"])"), join);
    assert_eq!(
        output("x = trimsuffix(\"${aws_kms_key.k.arn}/*!\", \"!\")"),
        join
    );
}

#[test]
fn documents_keep_their_references_however_they_are_written() {
    let expected = r#"{"a":{"$ref":"aws_kms_key.k","attr":"arn"},"b":[1,{"$join":[{"$ref":"aws_kms_key.k","attr":"arn"},"/*"]}]}"#;
    for spelled in [
        "x = jsonencode({ a = aws_kms_key.k.arn, b = [1, \"${aws_kms_key.k.arn}/*\"] })",
        "x = <<-J\n  {\"a\": \"${aws_kms_key.k.arn}\",\n   \"b\": [1, \"${aws_kms_key.k.arn}/*\"]}\n  J",
        "x = \"{\\\"a\\\": \\\"${aws_kms_key.k.arn}\\\", \\\"b\\\": ${jsonencode([1, \"${aws_kms_key.k.arn}/*\"])}}\"",
    ] {
        let Node::Json(inner) = output(spelled) else {
            panic!("no document: {spelled}")
        };
        assert_eq!(shown(&inner), expected, "{spelled}");
    }
    assert_eq!(
        output("x = jsondecode(jsonencode({ a = aws_kms_key.k.arn })).a"),
        Node::reference("aws_kms_key.k", "arn")
    );
}

#[test]
fn a_heredoc_loses_its_common_indentation() {
    assert_eq!(
        output("x = <<-T\n    a\n      b\n  T"),
        Node::text("a\n  b\n")
    );
    assert_eq!(output("x = <<T\n  a\nT"), Node::text("  a\n"));
}

#[test]
fn template_directives_that_are_decided_are_rendered() {
    assert_eq!(
        output("x = \"%{ for i, n in [\"a\", \"b\"] }${i}${n};%{ endfor }\""),
        Node::text("0a;1b;")
    );
    assert_eq!(
        output("x = \"<%{ if 1 < 2 ~} yes %{~ else } no %{ endif }>\""),
        Node::text("<yes>")
    );
}

#[test]
fn collections_are_computed_as_terraform_computes_them() {
    for (expression, expected) in [
        (
            "[for k, v in { b = 1, a = 2 } : \"${k}${v}\" if v > 1]",
            r#"["a2"]"#,
        ),
        (
            "{ for s in [\"x\", \"y\"] : s => upper(s) }",
            r#"{"x":"X","y":"Y"}"#,
        ),
        (
            "{ for p in [[\"a\", 1], [\"a\", 2]] : p[0] => p[1]... }",
            r#"{"a":[1,2]}"#,
        ),
        (
            "merge({ a = 1, b = 2 }, { b = 3 }, null)",
            r#"{"a":1,"b":3}"#,
        ),
        ("toset([\"b\", \"a\", \"b\"])", r#"["a","b"]"#),
        ("flatten([[1, [2]], [], 3])", "[1,2,3]"),
        ("compact([\"a\", \"\", null])", r#"["a"]"#),
        ("distinct([1, 2, 1])", "[1,2]"),
        ("keys({ b = 1, a = 2 })", r#"["a","b"]"#),
        ("values({ b = 1, a = 2 })", "[2,1]"),
        ("zipmap([\"a\"], [1])", r#"{"a":1}"#),
        ("slice([1, 2, 3], 1, 3)", "[2,3]"),
        ("setproduct([\"a\"], [1, 2])", r#"[["a",1],["a",2]]"#),
        ("length([1, 2]) + length({ a = 1 }) + length(\"äb\")", "5"),
        (
            "contains([\"a\"], \"a\") && !contains([\"a\"], \"b\")",
            "true",
        ),
        (
            "[can(tonumber(\"x\")), try(tonumber(\"x\"), 7)]",
            "[false,7]",
        ),
        (
            "[max(1, 5.5), min(3, 2), floor(-1.5), ceil(1.2), abs(-2)]",
            "[5.5,2,-2,2,2]",
        ),
        ("range(3)", "[0,1,2]"),
        ("chunklist([1, 2, 3], 2)", "[[1,2],[3]]"),
        ("{ (format(\"%03d\", 7)) = true }", r#"{"007":true}"#),
        ("[{ a = { b = [1] } }][*].a.b[0]", "[1]"),
        ("{ a = [1, 2] }.a[1]", "2"),
    ] {
        assert_eq!(
            shown(&output(&format!("x = {expression}"))),
            expected,
            "{expression}"
        );
    }
}

#[test]
fn strings_are_computed_as_terraform_computes_them() {
    for (expression, expected) in [
        ("split(\",\", \"a,b\")", r#"["a","b"]"#),
        ("replace(\"a.b.c\", \".\", \"-\")", r#""a-b-c""#),
        ("replace(\"hello\", \"/l+/\", \"L\")", r#""heLo""#),
        (
            "regex(\"^([a-z]+)-(\\\\d+)$\", \"ab-12\")",
            r#"["ab","12"]"#,
        ),
        ("title(\"hello world\")", r#""Hello World""#),
        ("trim(\"?a!?\", \"!?\")", r#""a""#),
        ("substr(\"hello\", -3, -1)", r#""llo""#),
        (
            "[startswith(\"abc\", \"ab\"), endswith(\"abc\", \"bc\"), strcontains(\"abc\", \"z\")]",
            "[true,true,false]",
        ),
        (
            "formatlist(\"%s-%d\", [\"a\", \"b\"], 1)",
            r#"["a-1","b-1"]"#,
        ),
        ("base64decode(base64encode(\"hé\"))", r#""hé""#),
        (
            "sha256(\"\")",
            r#""e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855""#,
        ),
        ("\"$${literal} %%{too}\"", r#""${literal} %{too}""#),
        ("tostring(1) == \"1\"", "true"),
        ("cidrsubnet(\"10.0.0.0/16\", 8, 3)", r#""10.0.3.0/24""#),
    ] {
        assert_eq!(
            shown(&output(&format!("x = {expression}"))),
            expected,
            "{expression}"
        );
    }
}

#[test]
fn count_and_for_each_make_instances_with_their_own_values() {
    let graph = graph(
        r#"
locals { names = { a = "first", "b.c" = "second" } }
resource "aws_sqs_queue" "q" {
  for_each = local.names
  name     = "${each.key}-${each.value}"
}
resource "aws_sqs_queue" "n" {
  count = length(local.names)
  name  = "n${count.index}"
}
resource "aws_sns_topic_subscription" "s" {
  for_each = aws_sqs_queue.q
  endpoint = each.value.arn
}
output "all" { value = [aws_sqs_queue.n[*].arn, aws_sqs_queue.n.1.id, aws_sqs_queue.q["b.c"].url, values(aws_sqs_queue.q)[*].arn] }
"#,
    );
    assert_eq!(
        values(&graph, "aws_sqs_queue.q[\"b.c\"]").get("name"),
        Some(&Node::text("b.c-second"))
    );
    assert_eq!(
        values(&graph, "aws_sqs_queue.n[1]").get("name"),
        Some(&Node::text("n1"))
    );
    assert_eq!(
        values(&graph, "aws_sns_topic_subscription.s[\"a\"]").get("endpoint"),
        Some(&Node::reference("aws_sqs_queue.q[\"a\"]", "arn"))
    );
    let all = &graph.outputs["all"];
    assert_eq!(
        all.at("/0/1"),
        Some(&Node::reference("aws_sqs_queue.n[1]", "arn"))
    );
    assert_eq!(
        all.at("/1"),
        Some(&Node::reference("aws_sqs_queue.n[1]", "id"))
    );
    assert_eq!(
        all.at("/2"),
        Some(&Node::reference("aws_sqs_queue.q[\"b.c\"]", "url"))
    );
    assert_eq!(
        all.at("/3/0"),
        Some(&Node::reference("aws_sqs_queue.q[\"a\"]", "arn"))
    );
}

#[test]
fn modules_are_flattened_with_their_inputs_and_outputs() {
    let files = [
        (
            "main.tf",
            r#"
resource "aws_kms_key" "k" {}
module "app" {
  source   = "./modules/app"
  for_each = toset(["x"])
  key      = aws_kms_key.k.arn
  name     = each.key
}
resource "aws_ssm_parameter" "p" {
  name   = "p"
  value  = module.app["x"].queue
}
"#,
        ),
        (
            "modules/app/main.tf",
            r#"
variable "key" { type = string }
variable "name" {}
module "inner" {
  source = "../inner"
  name   = "${var.name}-${path.module}"
}
resource "aws_sqs_queue" "q" {
  name              = module.inner.name
  kms_master_key_id = var.key
}
output "queue" { value = aws_sqs_queue.q.url }
"#,
        ),
        (
            "modules/inner/main.tf",
            "variable \"name\" {}\noutput \"name\" { value = upper(var.name) }\n",
        ),
    ];
    let graph = try_graph(&files, &[]).expect("a graph");
    let queue = &graph.resources["module.app[\"x\"].aws_sqs_queue.q"];
    assert_eq!(queue.values.get("name"), Some(&Node::text("X-MODULES/APP")));
    assert_eq!(
        queue.values.get("kms_master_key_id"),
        Some(&Node::reference("aws_kms_key.k", "arn"))
    );
    assert_eq!(queue.via["/kms_master_key_id"], [Text::from("var.key")]);
    assert_eq!(&*queue.module, "module.app[\"x\"]");
    let source = queue.source.as_ref().expect("a place");
    assert_eq!((&*source.file, source.line), ("modules/app/main.tf", 8));
    let parameter = &graph.resources["aws_ssm_parameter.p"];
    assert_eq!(
        parameter.values.get("value"),
        Some(&Node::reference("module.app[\"x\"].aws_sqs_queue.q", "url"))
    );
    assert_eq!(parameter.via["/value"], [Text::from("module.app")]);
}

#[test]
fn a_policy_document_appears_where_it_is_used() {
    let graph = graph(
        r#"
resource "aws_sqs_queue" "q" {}
data "aws_caller_identity" "me" {}
data "aws_iam_policy_document" "d" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.q.arn, "arn:aws:sns:us-east-1:${data.aws_caller_identity.me.account_id}:t"]
  }
  dynamic "statement" {
    for_each = { a = "x" }
    content {
      sid     = statement.key
      actions = [statement.value]
    }
  }
}
resource "aws_sqs_queue_policy" "p" {
  queue_url = aws_sqs_queue.q.id
  policy    = data.aws_iam_policy_document.d.json
}
"#,
    );
    let policy = values(&graph, "aws_sqs_queue_policy.p")
        .get("policy")
        .expect("a policy");
    assert_eq!(
        policy.at("/Statement/0/Resource/0"),
        Some(&Node::reference("aws_sqs_queue.q", "arn"))
    );
    assert_eq!(policy.at("/Statement/1/Sid"), Some(&Node::text("a")));
    assert!(
        shown(policy).contains("pseudo:AWS::AccountId"),
        "{}",
        shown(policy)
    );
}

#[test]
fn variables_come_from_the_caller_then_the_files_then_their_defaults() {
    let text = "variable \"a\" { default = 1 }\nvariable \"b\" {\n type = number\n default = 1\n}\nvariable \"c\" {}\noutput \"x\" { value = [var.a, var.b, var.c] }\n";
    let files = [
        ("main.tf", text),
        ("terraform.tfvars", "a = 2\nb = \"2\"\n"),
        ("z.auto.tfvars", "a = 3"),
    ];
    let graph = try_graph(&files, &[("b", "5")]).expect("a graph");
    assert_eq!(
        shown(&graph.outputs["x"]),
        r#"[3,5,{"$unknown":"variable","id":"var.c"}]"#
    );
}

#[test]
fn types_convert_and_fill_in_what_is_optional() {
    let text = "variable \"a\" {\n type = list(object({ n = string, p = optional(number, 5), q = optional(string) }))\n default = [{ n = 7, extra = 1 }]\n}\noutput \"x\" { value = var.a }\n";
    assert_eq!(
        shown(&graph(text).outputs["x"]),
        r#"[{"n":"7","p":5,"q":null}]"#
    );
}

#[test]
fn an_open_condition_is_a_choice_that_is_the_same_everywhere() {
    let graph = graph(
        r#"
variable "prod" { type = bool }
resource "aws_db_instance" "d" {
  deletion_protection = var.prod
  multi_az            = !var.prod ? false : true
  instance_class      = var.prod == true ? "large" : "small"
}
resource "aws_sqs_queue" "q" { count = var.prod ? 1 : 0 }
resource "aws_sns_topic_subscription" "s" { endpoint = one(aws_sqs_queue.q[*].arn) }
"#,
    );
    let database = values(&graph, "aws_db_instance.d");
    assert_eq!(
        database.get("multi_az").map(shown).as_deref(),
        Some(r#"{"$oneof":{"condition":"var.prod","values":[true,false]}}"#)
    );
    assert_eq!(
        graph.resources["aws_sqs_queue.q[0]"].presence,
        crate::graph::Presence::When(vec![("var.prod".into(), 0)])
    );
    assert_eq!(
        values(&graph, "aws_sns_topic_subscription.s")
            .get("endpoint")
            .map(shown)
            .as_deref(),
        Some(
            r#"{"$oneof":{"condition":"var.prod","values":[{"$ref":"aws_sqs_queue.q[0]","attr":"arn"},null]}}"#
        )
    );
}

#[test]
fn an_unknown_count_leaves_one_undecided_instance() {
    let graph = graph(
        "variable \"n\" {}\nresource \"aws_sqs_queue\" \"q\" {\n count = var.n\n name = \"q${count.index}\"\n}\n",
    );
    assert!(matches!(
        graph.resources["aws_sqs_queue.q[0]"].presence,
        crate::graph::Presence::Undecided(_)
    ));
    let graph = self::graph(
        "variable \"n\" {}\nresource \"aws_sqs_queue\" \"q\" {\n for_each = var.n\n name = each.key\n}\n",
    );
    assert!(matches!(
        graph.resources["aws_sqs_queue.q[*]"].presence,
        crate::graph::Presence::Undecided(_)
    ));
}

#[test]
fn a_function_that_is_not_known_mentions_what_it_is_given() {
    let Node::Unknown(unknown) = output("x = provider::aws::arn_parse(aws_kms_key.k.arn)") else {
        panic!("unknown")
    };
    assert_eq!(&*unknown.mentions[0].address, "aws_kms_key.k");
    let Node::Unknown(first) = output("x = sha1(jsonencode([aws_kms_key.k.id]))") else {
        panic!("unknown")
    };
    assert_eq!((&*first.reason, first.mentions.len()), ("function", 1));
}

#[test]
fn decisions_look_through_references_to_what_is_configured() {
    let text = "resource \"aws_s3_bucket\" \"b\" { bucket = \"a.b\" }\noutput \"x\" { value = [replace(aws_s3_bucket.b.bucket, \".\", \"-\"), aws_s3_bucket.b.bucket == \"a.b\", { (aws_s3_bucket.b.bucket) = 1 }] }\n";
    assert_eq!(
        shown(&graph(text).outputs["x"]),
        r#"["a-b",true,{"a.b":1}]"#
    );
}

#[test]
fn what_only_sources_say_is_in_the_graph() {
    let graph = graph(
        r#"
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" {
  region = "eu-west-1"
  default_tags {
    tags = { team = "a", env = "x" }
  }
}
resource "aws_iam_role" "r" {
  provider   = aws
  depends_on = [aws_sqs_queue.q]
  tags       = { env = "y" }
  timeouts { create = "1m" }
  lifecycle {
    create_before_destroy = true
    ignore_changes        = [tags["x"], name]
    replace_triggered_by  = [aws_sqs_queue.q.id]
  }
}
resource "aws_sqs_queue" "q" {
  count = 2
  name  = null
}
"#,
    );
    let role = &graph.resources["aws_iam_role.r"];
    assert_eq!(
        role.depends_on,
        [
            Text::from("aws_sqs_queue.q[0]"),
            Text::from("aws_sqs_queue.q[1]")
        ]
    );
    assert_eq!(
        shown(&role.values),
        r#"{"force_detach_policies":false,"max_session_duration":3600,"path":"/","tags":{"env":"y"},"tags_all":{"env":"y","team":"a"},"timeouts":{"create":"1m"}}"#
    );
    assert_eq!(
        role.lifecycle.at("/create_before_destroy"),
        Some(&Node::Bool(true))
    );
    assert_eq!(
        role.lifecycle.get("ignore_changes").map(shown).as_deref(),
        Some(r#"["tags[\"x\"]","name"]"#)
    );
    assert_eq!(&*role.provider, "hashicorp/aws");
    assert_eq!(graph.environment.region.as_deref(), Some("eu-west-1"));
    assert_eq!(values(&graph, "aws_sqs_queue.q[0]").get("name"), None);
}

#[test]
fn a_reference_that_leads_nowhere_forbids_a_verdict() {
    let graph =
        graph("resource \"aws_sqs_queue\" \"q\" { kms_master_key_id = aws_kms_key.none.arn }\n");
    assert_eq!(
        (graph.notes[0].code, graph.notes[0].forbids_verdict),
        ("dangling-reference", true)
    );
    assert!(matches!(
        values(&graph, "aws_sqs_queue.q").get("kms_master_key_id"),
        Some(Node::Unknown(_))
    ));
}

#[test]
fn what_passes_through_a_sensitive_variable_is_marked() {
    let graph = graph(
        "variable \"p\" { sensitive = true }\nlocals { q = { a = var.p } }\nresource \"aws_db_instance\" \"d\" {\n password = local.q.a\n name = \"x\"\n}\n",
    );
    assert_eq!(
        graph.resources["aws_db_instance.d"].sensitive,
        ["/password"]
    );
}

#[test]
fn a_cycle_of_locals_is_an_error_that_shows_the_way_round() {
    let error = try_graph(&[("main.tf", "locals {\n a = local.b\n b = [local.a]\n}\nresource \"aws_kms_key\" \"k\" { description = local.a }\n")], &[])
        .expect_err("refused");
    assert_eq!(error, "`local.a` depends on itself");
}

#[test]
fn locals_that_double_are_stopped() {
    let mut text = String::from("locals {\n l0 = [1, 2]\n");
    for level in 1..60 {
        text.push_str(&format!(
            " l{level} = [local.l{}, local.l{}]\n",
            level - 1,
            level - 1
        ));
    }
    text.push_str("}\noutput \"x\" { value = local.l59 }\n");
    let error = try_graph(&[("main.tf", &text)], &[]).expect_err("refused");
    assert!(error.contains("more than"), "{error}");
}

#[test]
fn a_long_chain_of_locals_is_evaluated_on_a_stack_of_its_own() {
    let mut text = String::from("locals {\n l0 = 1\n");
    for level in 1..400 {
        text.push_str(&format!(" l{level} = local.l{}\n", level - 1));
    }
    text.push_str("}\noutput \"x\" { value = local.l399 }\n");
    let graph = try_graph(&[("main.tf", &text)], &[]).expect("a graph");
    assert_eq!(graph.outputs["x"], Node::from(1));
}

#[test]
fn the_last_of_equal_object_keys_wins_as_in_terraform() {
    assert_eq!(
        shown(&output("x = { a = 1, b = 2, a = 3 }")),
        r#"{"a":3,"b":2}"#
    );
}

#[test]
fn the_key_of_an_element_of_a_set_is_the_element() {
    assert_eq!(
        shown(&output(
            "x = [for k, v in local.s : k]\ns = toset([\"b\", \"a\"])"
        )),
        r#"["a","b"]"#
    );
    let graph = graph(
        "resource \"t\" \"n\" {\n dynamic \"b\" {\n  for_each = toset([\"x\"])\n  content {\n   k = b.key\n  }\n }\n}\n",
    );
    assert_eq!(shown(values(&graph, "t.n")), r#"{"b":[{"k":"x"}]}"#);
}

#[test]
fn what_the_plan_has_found_out_decides_instances_and_data() {
    let text = r#"
data "aws_availability_zones" "all" {}
resource "aws_subnet" "s" {
  count             = length(data.aws_availability_zones.all.names)
  availability_zone = data.aws_availability_zones.all.names[count.index]
}
resource "aws_sqs_queue" "q" {
  for_each = toset(data.aws_availability_zones.all.zone_ids)
  name     = each.value
}
module "m" {
  source = "./m"
  count  = data.aws_availability_zones.all.state == "x" ? 1 : 0
}
output "x" { value = [aws_subnet.s[1].arn, aws_sqs_queue.q["z"].arn, module.m[0].x] }
"#;
    let files = [
        ("main.tf", text),
        (
            "m/main.tf",
            "resource \"a_b\" \"c\" {}\noutput \"x\" { value = a_b.c.id }\n",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("created");
        std::fs::write(path, text).expect("written");
    }
    let mut plan = Graph::new(crate::graph::Kind::Plan);
    let mut add = |address: &str, index: Node, module: &str, values: Node| {
        let mut resource = crate::graph::Resource::new(address, "t", "n");
        resource.index = index;
        resource.module = module.into();
        resource.values = values;
        if address.starts_with("data.") {
            resource.mode = crate::graph::Mode::Data;
        }
        plan.resources.insert(address.into(), resource);
    };
    let names = Node::List(vec![Node::text("a"), Node::text("b")]);
    add(
        "data.aws_availability_zones.all",
        Node::Null,
        "",
        Node::object([("names", names)]),
    );
    add("aws_sqs_queue.q[\"z\"]", Node::text("z"), "", Node::Null);
    add("module.m[0].a_b.c", Node::Null, "module.m[0]", Node::Null);
    let configuration = Configuration::read(folder.path(), &Limits::default()).expect("read");
    let graph = from_sources(&configuration, &Options::default(), &plan).expect("a graph");
    assert_eq!(
        values(&graph, "aws_subnet.s[1]").get("availability_zone"),
        Some(&Node::text("b"))
    );
    assert_eq!(
        values(&graph, "aws_sqs_queue.q[\"z\"]").get("name"),
        Some(&Node::text("z"))
    );
    let always = crate::graph::Presence::Always;
    assert_eq!(graph.resources["module.m[0].a_b.c"].presence, always);
    assert_eq!(
        graph.outputs["x"]
            .references()
            .iter()
            .map(|to| &*to.address)
            .collect::<Vec<_>>(),
        [
            "aws_subnet.s[1]",
            "aws_sqs_queue.q[\"z\"]",
            "module.m[0].a_b.c"
        ]
    );
}

#[test]
fn what_a_module_depends_on_its_resources_depend_on_at_any_depth() {
    let graph = try_graph(
        &[
            ("main.tf", "resource \"a_b\" \"b\" {}\nmodule \"m\" {\n source = \"./m\"\n count = 1\n depends_on = [a_b.b]\n}\n"),
            ("m/main.tf", "resource \"a_o\" \"o\" {}\nmodule \"n\" {\n source = \"./n\"\n depends_on = [a_o.o]\n}\n"),
            ("m/n/main.tf", "resource \"a_q\" \"q\" {\n depends_on = [a_q.r]\n}\nresource \"a_q\" \"r\" {}\n"),
        ],
        &[],
    )
    .expect("a graph");
    let found = |address: &str| graph.resources[address].depends_on.join(" ");
    assert_eq!(found("module.m[0].a_o.o"), "a_b.b");
    assert_eq!(
        found("module.m[0].module.n.a_q.q"),
        "module.m[0].module.n.a_q.r module.m[0].a_o.o a_b.b"
    );
}

/// Every file of the recorded references that are written by hand, by folder.
fn recorded() -> Vec<Vec<(String, String)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("grading-proof");
    let mut folders = std::collections::BTreeMap::<_, Vec<(String, String)>>::new();
    for entry in walkdir::WalkDir::new(root)
        .into_iter()
        .filter_map(Result::ok)
    {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "tf") {
            let Some(source) = path.ancestors().find(|folder| folder.ends_with("src")) else {
                continue;
            };
            let name = path
                .strip_prefix(source)
                .expect("inside")
                .display()
                .to_string();
            let text = std::fs::read_to_string(path).expect("text");
            folders
                .entry(source.to_owned())
                .or_default()
                .push((name, text));
        }
    }
    folders.into_values().collect()
}

#[test]
fn sources_cut_off_anywhere_are_read_or_refused_but_never_crash() {
    for files in recorded() {
        for cut in (0..files.iter().map(|(_, text)| text.len()).max().unwrap_or(0)).step_by(97) {
            let cut: Vec<(&str, &str)> = files
                .iter()
                .map(|(name, text)| (&**name, text.get(..cut).unwrap_or(text)))
                .collect();
            let _ = try_graph(&cut, &[]);
        }
    }
}
