//! Validations, pre- and postconditions: what is sure to fail is noted with its place, what may hold is not.

use super::*;

fn failures(text: &str) -> Vec<String> {
    let notes = graph(text).notes.into_iter();
    notes
        .filter(|note| note.code == "condition-fails" && note.forbids_verdict)
        .map(|note| note.message)
        .collect()
}

#[test]
fn a_validation_that_fails_is_noted_with_its_place_and_its_message() {
    let variable = |default: &str| {
        format!(
            "variable \"v\" {{\n {default}\n validation {{\n  condition = length(var.v) > 3\n  error_message = \"too short: ${{var.v}}\"\n }}\n}}\n"
        )
    };
    assert_eq!(
        failures(&variable("default = \"ab\"")),
        ["the validation of `var.v` fails (main.tf:4): too short: ab"]
    );
    assert!(failures(&variable("default = \"abcd\"")).is_empty());
    assert!(failures(&variable("type = string")).is_empty());
}

#[test]
fn conditions_of_resources_are_evaluated_for_each_instance() {
    let failures = failures(
        "resource \"terraform_data\" \"r\" {\n for_each = toset([\"a\", \"b\"])\n input = each.key\n lifecycle {\n  precondition {\n   condition = each.key == \"a\"\n   error_message = \"not a\"\n  }\n  postcondition {\n   condition = self.output != \"\"\n   error_message = \"empty\"\n  }\n }\n}\n",
    );
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert!(
        failures[0].starts_with("the precondition of `terraform_data.r[\"b\"]` fails (main.tf:6)")
    );
}

#[test]
fn a_sensitive_message_is_not_told() {
    let failures = failures(
        "variable \"v\" {\n default = \"secret\"\n sensitive = true\n validation {\n  condition = var.v != \"secret\"\n  error_message = \"is ${nonsensitive(\"\")}${var.v}\"\n }\n}\n",
    );
    assert!(!failures[0].contains("secret"), "{failures:?}");
}

#[test]
fn the_precondition_of_an_output_is_evaluated() {
    let failures = failures(
        "locals {\n n = 1\n}\noutput \"o\" {\n value = local.n\n precondition {\n  condition = local.n > 1\n  error_message = \"small\"\n }\n}\n",
    );
    assert!(failures[0].contains("`output.o`"), "{failures:?}");
}

#[test]
fn a_check_that_fails_warns_and_forbids_nothing() {
    let graph = graph(
        "locals {\n n = 1\n}\ncheck \"c\" {\n assert {\n  condition = local.n > 1\n  error_message = \"small\"\n }\n}\n",
    );
    let note = &graph.notes[0];
    assert_eq!((note.code, note.forbids_verdict), ("check-fails", false));
    assert_eq!(
        note.message,
        "the assert of `check.c` fails (main.tf:6): small"
    );
}
