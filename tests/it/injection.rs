//! Deciding values that are made unknown: a completion that the search misses shows as a gap.

use std::fs;

use serde_json::Value;

use crate::cli::{code, project, run, stdout};

/// A clause that fails for one description alone, which nothing in the project spells out; it stands on one line, because
/// no fixture reaches its end.
const HIDDEN: &str = r#"
deny contains {"rule": "PR002", "msg": "odd", "resource": address, "path": ""} if { some address in input.by_type.aws_ssm_parameter; input.resources[address].values.description == concat("", ["Base URL of the billing", " API-other"]) }
"#;

#[test]
fn a_failing_completion_that_the_search_misses_is_a_gap_that_names_the_place() {
    let folder = project();
    let rules = folder.path().join("policies/parameter-reader/rules.rego");
    let mut text = fs::read_to_string(&rules).expect("readable");
    text.push_str(HIDDEN);
    fs::write(&rules, text).expect("written");
    let output = run(
        folder.path(),
        &["prove", "parameter-reader", "--format", "json"],
    );
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let record: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let gaps = record["gaps"].as_array().expect("gaps");
    let told = gaps.iter().any(|gap| {
        gap["kind"] == "unknown"
            && gap["subject"] == "grading-proof/parameter-reader/references/hcl/flat-jsonencode"
            && gap["message"]
                == "the verdict is `pass` while `aws_ssm_parameter.api_endpoint/description` is not known"
    });
    assert!(told, "{gaps:#?}");
}
