//! Functions that the real Terraform binary does not have, and what partly known values keep.

use super::*;

#[test]
fn functions_of_opentofu_are_computed() {
    assert_eq!(
        output("x = urldecode(\"a+b%2Fc%3D%C3%A9\")"),
        Node::text("a b/c=é")
    );
    assert_eq!(
        shown(&output(
            "x = [cidrcontains(\"192.168.2.0/20\", \"192.168.2.1\"), cidrcontains(\"192.168.2.0/20\", \"192.168.2.0/22\"), cidrcontains(\"192.168.2.0/24\", \"192.168.126.1\"), cidrcontains(\"fd00::/8\", \"fd00::1\")]"
        )),
        "[true,true,false,true]"
    );
    assert_eq!(
        output("x = provider::terraform::encode_expr({ a = [1, \"x${1}\"], \"b c\" = null })"),
        Node::text("{\n  a     = [1, \"x1\"]\n  \"b c\" = null\n}")
    );
    assert_eq!(
        output("x = provider::terraform::encode_tfvars({ name = \"a\", n = 1 })"),
        Node::text("n    = 1\nname = \"a\"\n")
    );
    assert_eq!(
        shown(&output(
            "x = provider::terraform::decode_tfvars(\"a = 1\\nb = [\\\"x\\\", true]\\n\")"
        )),
        r#"{"a":1,"b":["x",true]}"#
    );
}

#[test]
fn a_function_of_another_provider_is_unknown() {
    assert!(matches!(
        output("x = provider::aws::arn_parse(\"a\")"),
        Node::Unknown(_)
    ));
    assert!(matches!(
        output("x = nosuchfunction(\"a\")"),
        Node::Unknown(_)
    ));
}

#[test]
fn what_reads_the_clock_or_chance_is_unknown_and_differs_from_place_to_place() {
    let ids: Vec<String> = ["timestamp()", "uuid()", "bcrypt(\"a\")", "plantimestamp()"]
        .iter()
        .map(|call| match output(&format!("x = {call}")) {
            Node::Unknown(unknown) => unknown.id.to_string(),
            other => panic!("{call}: {other:?}"),
        })
        .collect();
    let distinct: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
}

#[test]
fn a_conversion_that_may_fail_leaves_both_values() {
    assert!(matches!(
        output("x = try(tonumber(aws_kms_key.k.policy), 0)"),
        Node::OneOf(_)
    ));
    assert!(matches!(
        output("x = can(tonumber(aws_kms_key.k.policy))"),
        Node::Unknown(_)
    ));
    assert_eq!(output("x = can(aws_kms_key.k.arn)"), Node::Bool(true));
}

#[test]
fn a_number_beside_a_value_of_an_open_type_may_be_text() {
    let Node::List(items) = output("x = tolist([80, var.v])") else {
        panic!("a list")
    };
    assert!(
        matches!(&items[0], Node::OneOf(choice) if choice.values == [Node::text("80"), Node::from(80)])
    );
    // The provider's schema says that an ARN is a string.
    let Node::List(items) = output("x = tolist([80, aws_kms_key.k.arn])") else {
        panic!("a list")
    };
    assert_eq!(items[0], Node::text("80"));
}

#[test]
fn sensitive_outputs_and_variables_are_named() {
    let graph = graph(
        "variable \"v\" {\n default = \"a\"\n sensitive = true\n}\noutput \"plain\" {\n value = 1\n}\noutput \"p\" {\n value = upper(\"x${var.v}\")\n sensitive = true\n}\noutput \"q\" {\n value = { a = [var.v] }\n sensitive = false\n}\noutput \"n\" {\n value = nonsensitive(var.v)\n}\nvariable \"e\" {\n default = \"b\"\n ephemeral = true\n}\n",
    );
    assert_eq!(
        graph.sensitive,
        ["/outputs/p", "/outputs/q", "/variables/e", "/variables/v"]
    );
}

#[test]
fn keys_of_instances_are_written_as_in_addresses() {
    let graph = graph(
        "resource \"terraform_data\" \"r\" {\n for_each = toset([\"a\\u200db\", \"$${x}\", \"q\\\"\"])\n}\n",
    );
    let addresses: Vec<&str> = graph.resources.keys().map(|address| &**address).collect();
    assert_eq!(
        addresses,
        [
            r#"terraform_data.r["$${x}"]"#,
            r#"terraform_data.r["a\u200db"]"#,
            r#"terraform_data.r["q\""]"#
        ]
    );
}

#[test]
fn a_quotient_of_counts_has_the_digits_of_64_bits() {
    assert_eq!(
        shown(&output(
            "x = length([1, 2]) / local.n\nn = length([1, 2, 3])"
        )),
        "0.6666666666666666667"
    );
    assert_eq!(shown(&output("x = floor(length([1, 2]) / 3 * 10)")), "6");
}
