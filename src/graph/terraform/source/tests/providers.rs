//! Which provider configuration a resource uses, and what that means for its region and account.

use super::*;

const PROVIDERS: &str = "provider \"aws\" {\n  region = \"us-east-1\"\n}\nprovider \"aws\" {\n  alias  = \"eu\"\n  region = \"eu-west-1\"\n}\nprovider \"aws\" {\n  alias  = \"same\"\n  region = \"us-east-1\"\n}\n";

/// Addresses of what is noted to be in another region or account.
fn elsewhere(more: &str) -> Vec<String> {
    let graph = graph(&format!("{PROVIDERS}{more}"));
    let notes = graph
        .notes
        .iter()
        .filter(|note| note.code == "other-target");
    notes
        .map(|note| {
            assert!(note.forbids_verdict);
            note.address.as_deref().unwrap_or_default().to_owned()
        })
        .collect()
}

#[test]
fn a_resource_of_another_region_forbids_a_verdict_because_a_graph_has_one_region() {
    let key = |provider: &str| format!("resource \"aws_kms_key\" \"k\" {{\n{provider}}}\n");
    assert_eq!(elsewhere(&key("  provider = aws.eu\n")), ["aws_kms_key.k"]);
    assert!(elsewhere(&key("  provider = aws.same\n")).is_empty());
    assert!(elsewhere(&key("")).is_empty());
}

#[test]
fn a_module_that_is_given_another_provider_is_elsewhere_too() {
    let main = format!(
        "{PROVIDERS}module \"m\" {{\n  source    = \"./m\"\n  providers = {{ aws = aws.eu }}\n}}\nmodule \"n\" {{\n  source = \"./m\"\n}}\n"
    );
    let files = [
        ("main.tf", &*main),
        ("m/main.tf", "resource \"aws_sqs_queue\" \"q\" {}\n"),
    ];
    let graph = try_graph(&files, &[]).expect("a graph");
    let noted: Vec<_> = graph
        .notes
        .iter()
        .map(|note| (note.code, note.address.as_deref()))
        .collect();
    assert_eq!(noted, [("other-target", Some("module.m.aws_sqs_queue.q"))]);
}
