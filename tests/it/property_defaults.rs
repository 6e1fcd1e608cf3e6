//! The defaults that template graphs fill in, each against a recorded plan of the Terraform type.

use std::fs;
use std::path::Path;

use proofmark::artifact::template::Template;
use proofmark::graph::{Options, from_templates};
use proofmark::source::SourceText;
use serde_json::Value;
use walkdir::WalkDir;

/// Type and property, and the type and attribute whose plan shows the same; `scripts/property-types.py` has the same rows.
const WITNESSED: [[&str; 4]; 5] = [
    ["AWS::IAM::Role", "Path", "aws_iam_role", "path"],
    ["AWS::IAM::ManagedPolicy", "Path", "aws_iam_policy", "path"],
    [
        "AWS::KMS::Key",
        "BypassPolicyLockoutSafetyCheck",
        "aws_kms_key",
        "bypass_policy_lockout_safety_check",
    ],
    [
        "AWS::KMS::Key",
        "KeySpec",
        "aws_kms_key",
        "customer_master_key_spec",
    ],
    ["AWS::KMS::Key", "KeyUsage", "aws_kms_key", "key_usage"],
];

/// What every recorded plan shows for an attribute that the configuration of a root resource leaves out.
fn planned(kind: &str, attribute: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for folder in ["negative-fixtures", "grading-proof"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in WalkDir::new(folder) {
            let entry = entry.expect("an entry");
            if entry.file_name() != "plan.json" {
                continue;
            }
            let text = fs::read_to_string(entry.path()).expect("read");
            let plan: Value = serde_json::from_str(&text).expect("JSON");
            let resources = |pointer: &str| {
                let list = plan.pointer(pointer).and_then(Value::as_array);
                list.cloned().unwrap_or_default()
            };
            let written = resources("/configuration/root_module/resources");
            for resource in resources("/planned_values/root_module/resources") {
                let is_left_out = written.iter().any(|other| {
                    other["address"] == resource["address"]
                        && other["expressions"].get(attribute).is_none()
                });
                if resource["type"] == kind && is_left_out {
                    found.push(resource["values"][attribute].clone());
                }
            }
        }
    }
    found
}

#[test]
fn every_default_of_a_property_is_what_recorded_plans_show() {
    for [kind, property, witness, attribute] in WITNESSED {
        let template = format!("Resources: {{R: {{Type: '{kind}'}}}}");
        let template = Template::read(&SourceText::new("t.yaml", template)).expect("a template");
        let graph = from_templates(&[template], &Options::default()).expect("a graph");
        let value = graph.resources["R"]
            .values
            .get(property)
            .expect("filled in");
        let value = serde_json::to_value(value).expect("plain");
        let planned = planned(witness, attribute);
        assert!(
            !planned.is_empty(),
            "no plan leaves out {witness}.{attribute}"
        );
        assert!(
            planned.iter().all(|other| *other == value),
            "{kind} {property}: {value}, but plans show {planned:?}"
        );
    }
}
