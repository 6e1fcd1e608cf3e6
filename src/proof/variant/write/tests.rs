//! What a variant changes in its files, and what it leaves alone.

use std::fs;

use tempfile::TempDir;

use crate::graph::{Graph, Loaded, Options, load};
use crate::proof::variant::{Edit, Place, applied};
use crate::value::Node;

use super::{Origin, Unwritable, write};

fn folder(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), text).expect("written");
    folder
}

fn graph(folder: &TempDir, name: &str) -> Graph {
    match load(&folder.path().join(name), None, &Options::default()) {
        Ok(Loaded::Graph(graph)) => graph,
        other => panic!("{other:?}"),
    }
}

fn written(name: &str, text: &str, edits: &[Edit]) -> Result<String, Unwritable> {
    let folder = folder(name, text);
    let graph = graph(&folder, name);
    let path = folder.path().join(name);
    let origin = Origin {
        artifact: &path,
        sources: None,
        options: &Options::default(),
    };
    let written = write(origin, &graph, edits)?;
    let text = written.files()[&path].clone();
    fs::write(&path, &text).expect("written");
    let expected = applied(&graph, edits).expect("they fit");
    let read = self::graph(&folder, name);
    for (address, resource) in &expected.resources {
        assert_eq!(resource.values, read.resources[address].values, "{text}");
    }
    Ok(text)
}

fn set(address: &str, pointer: &str, value: impl Into<Node>) -> Edit {
    Edit::Set {
        at: Place::new(address, pointer),
        value: value.into(),
    }
}

fn remove(address: &str, pointer: &str) -> Edit {
    Edit::Remove {
        at: Place::new(address, pointer),
    }
}

const SOURCES: &str = r#"# Kept as it is.
resource "aws_sqs_queue" "orders" {
  name                       = "orders" # the queue
  visibility_timeout_seconds = 60

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = ["sqs:SendMessage", "sqs:GetQueueUrl"], Resource = "*", Principal = "*" },
    ]
  })
}

resource "aws_s3_bucket_versioning" "v" {
  bucket = "b"
  versioning_configuration { status = "Enabled" }
}

resource "aws_sqs_queue" "each" {
  for_each = toset(["a", "b"])
  name     = "queue-${each.key}"
}
"#;

#[test]
fn only_the_edited_bytes_of_a_source_change() {
    let text = written(
        "main.tf",
        SOURCES,
        &[set("aws_sqs_queue.orders", "/name", "${x}\"")],
    );
    let expected = SOURCES.replace("= \"orders\"", r#"= "$${x}\"""#);
    assert_eq!(text.expect("written"), expected);
    let inside = "/policy/Statement/0/Action/0";
    let text = written(
        "main.tf",
        SOURCES,
        &[remove("aws_sqs_queue.orders", inside)],
    );
    let expected = SOURCES.replace("\"sqs:SendMessage\", ", "");
    assert_eq!(text.expect("written"), expected);
    let status = "/versioning_configuration/0/status";
    let edit = set("aws_s3_bucket_versioning.v", status, "Suspended");
    let text = written("main.tf", SOURCES, &[edit]).expect("written");
    assert_eq!(text, SOURCES.replace("Enabled", "Suspended"));
}

#[test]
fn a_line_of_its_own_is_left_out_whole_and_a_new_one_stands_last() {
    let address = "aws_sqs_queue.orders";
    let text = written("main.tf", SOURCES, &[remove(address, "/name")]).expect("written");
    let line = "  name                       = \"orders\" # the queue\n";
    assert_eq!(text, SOURCES.replace(line, ""));
    let edit = remove(address, "/visibility_timeout_seconds");
    let text = written("main.tf", SOURCES, &[edit]).expect("written");
    assert_eq!(text, SOURCES.replace("60", "30"), "the default is in force");
    let text = written("main.tf", SOURCES, &[set(address, "/fifo_queue", true)]).expect("written");
    assert_eq!(
        text,
        SOURCES.replace("  })\n}", "  })\n  fifo_queue = true\n}")
    );
    let text = written(
        "main.tf",
        SOURCES,
        &[set(
            "aws_s3_bucket_versioning.v",
            "/versioning_configuration/0/mfa_delete",
            "Disabled",
        )],
    );
    let opened =
        "versioning_configuration {\n    status = \"Enabled\"\n    mfa_delete = \"Disabled\"\n  }";
    assert_eq!(
        text.expect("written"),
        SOURCES.replace("versioning_configuration { status = \"Enabled\" }", opened)
    );
}

#[test]
fn one_instance_of_several_is_told_by_its_key() {
    let text = written(
        "main.tf",
        SOURCES,
        &[set("aws_sqs_queue.each[\"b\"]", "/name", "other")],
    );
    let name = "name     = each.key == \"b\" ? \"other\" : \"queue-${each.key}\"";
    assert_eq!(
        text.expect("written"),
        SOURCES.replace("name     = \"queue-${each.key}\"", name)
    );
}

#[test]
fn a_resource_leaves_with_what_depends_on_it_by_name() {
    let sources = format!(
        "{SOURCES}\nresource \"aws_sqs_queue\" \"late\" {{\n  depends_on = [aws_sqs_queue.orders]\n}}\n"
    );
    let address = "aws_sqs_queue.orders".into();
    let text = written("main.tf", &sources, &[Edit::RemoveResource { address }]).expect("written");
    assert!(!text.contains("orders"), "{text}");
    assert!(
        text.starts_with("# Kept as it is.\nresource \"aws_s3_bucket_versioning\""),
        "{text}"
    );
}

const JSON: &str = r#"{
  "resource": {
    "aws_sqs_queue": {
      "orders": {
        "name": "orders",
        "policy": "${jsonencode({\"Statement\": [{\"Effect\": \"Allow\", \"Resource\": aws_sqs_queue.other.arn}]})}"
      },
      "other": {
        "name": "other"
      }
    }
  }
}
"#;

#[test]
fn an_expression_in_json_stays_one_and_a_text_stays_a_text() {
    let address = "aws_sqs_queue.orders";
    let text = written("cdk.tf.json", JSON, &[set(address, "/name", "a${b}")]).expect("written");
    assert_eq!(text, JSON.replace("\"orders\",", "\"a$${b}\","));
    let text = written(
        "cdk.tf.json",
        JSON,
        &[set(address, "/policy/Statement/0/Effect", "Deny")],
    );
    let text = text.expect("written");
    assert!(text.contains("aws_sqs_queue.other.arn"), "{text}");
    assert!(text.contains("\"name\": \"other\""), "{text}");
}

const TEMPLATE: &str = r#"{
 "Conditions": {
  "Long": {"Fn::Equals": [{"Ref": "Stage"}, "prod"]}
 },
 "Parameters": {
  "Stage": {"Type": "String"}
 },
 "Resources": {
  "Queue": {
   "Type": "AWS::SQS::Queue",
   "Properties": {
    "QueueName": {"Fn::If": ["Long", "long", "short"]},
    "Tags": [{"Key": "a", "Value": {"Ref": "Stage"}}]
   }
  }
 }
}
"#;

#[test]
fn a_choice_keeps_its_condition() {
    let choice = |then: &str| {
        let values = vec![Node::text(then), Node::text("short")];
        let condition = "Long".into();
        Node::OneOf(crate::value::OneOf { condition, values }.into())
    };
    let text = written(
        "t.template.json",
        TEMPLATE,
        &[set("Queue", "/QueueName", choice("x"))],
    );
    assert_eq!(
        text.expect("written"),
        TEMPLATE.replace("\"long\"", "\"x\"")
    );
}

#[test]
fn what_a_template_says_by_a_parameter_is_said_by_it_elsewhere() {
    let folder = folder("t.template.json", TEMPLATE);
    let stage = graph(&folder, "t.template.json").resources["Queue"]
        .values
        .at("/Tags/0/Value")
        .cloned();
    let edit = Edit::Append {
        at: Place::new("Queue", "/Tags"),
        value: Node::object([("Key", Node::text("b")), ("Value", stage.expect("a value"))]),
    };
    let text = written("t.template.json", TEMPLATE, &[edit]).expect("written");
    assert_eq!(text.matches(r#""Ref": "Stage""#).count(), 3, "{text}");
}

#[test]
fn a_template_in_yaml_is_written_in_its_long_form() {
    let yaml = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      DisplayName: !Sub 'x-${AWS::Region}'\n      TopicName: t\n";
    let text = written("t.yaml", yaml, &[set("Topic", "/TopicName", "u")]).expect("written");
    assert!(text.contains("\"Fn::Sub\": \"x-${AWS::Region}\""), "{text}");
}

#[test]
fn what_cannot_be_written_says_why() {
    let implied = written(
        "t.template.json",
        TEMPLATE,
        &[remove("Queue", "/Tags/0/Other")],
    );
    assert!(matches!(implied, Err(Unwritable::Unfit(_))));
    let unknown = Node::Unknown(crate::value::Unknown::default().into());
    let unspelled = written(
        "main.tf",
        SOURCES,
        &[set("aws_sqs_queue.orders", "/name", unknown)],
    );
    assert_eq!(unspelled.expect_err("refused").reason(), "unspelled");
}
