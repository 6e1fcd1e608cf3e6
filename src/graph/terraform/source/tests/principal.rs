//! Principals that a data source spells.

use super::*;

fn trusted(service: &str) -> String {
    let graph = graph(&format!(
        "data \"aws_service_principal\" \"p\" {{\n service_name = {service}\n}}\n\
         variable \"v\" {{}}\n\
         data \"aws_iam_policy_document\" \"trust\" {{\n statement {{\n actions = [\"sts:AssumeRole\"]\n principals {{\n \
         type = \"Service\"\n identifiers = [data.aws_service_principal.p.name]\n }}\n }}\n}}\n\
         resource \"aws_iam_role\" \"r\" {{\n assume_role_policy = data.aws_iam_policy_document.trust.json\n}}\n"
    ));
    shown(values(&graph, "aws_iam_role.r"))
}

#[test]
fn a_service_is_known_as_a_principal_without_asking_the_provider() {
    assert!(trusted("\"lambda\"").contains("lambda.amazonaws.com"));
}

#[test]
fn a_service_that_some_partition_calls_otherwise_is_a_named_unknown() {
    let trust = trusted("\"logs\"");
    assert!(!trust.contains("logs.amazonaws.com"), "{trust}");
    assert!(trust.contains("data.aws_service_principal.p"), "{trust}");
}

#[test]
fn a_service_that_is_not_known_is_a_named_unknown() {
    let trust = trusted("var.v");
    assert!(!trust.contains(".amazonaws.com"), "{trust}");
}
