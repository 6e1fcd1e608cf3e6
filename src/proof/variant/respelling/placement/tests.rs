//! Settings moved between a resource and resources of their own.

use super::super::tests::{assert_shown, first, graph, made, mention, paths, shown};
use crate::graph::{Graph, Kind};

fn terraform(resources: &str) -> Graph {
    graph(Kind::Configuration, resources)
}

#[test]
fn inline_policies_of_a_role_become_resources_and_go_back() {
    let mut role = terraform(
        r#"{"aws_iam_role.r": {"name": "r", "inline_policy": [{"name": "one", "policy": "x"}, {"name": "two", "policy": "y"}]}}"#,
    );
    let owner = role.resources.get_mut("aws_iam_role.r").expect("there");
    owner
        .mentions
        .push(mention("/inline_policy/1/policy", "a.b"));
    let split = first("split", &role);
    assert_shown(
        &split,
        r#"{
            "aws_iam_role.r": {"name": "r"},
            "aws_iam_role_policy.r_inline_policy_0": {"name": "one", "policy": "x", "role": {"$ref": "aws_iam_role.r", "attr": "id"}},
            "aws_iam_role_policy.r_inline_policy_1": {"name": "two", "policy": "y", "role": {"$ref": "aws_iam_role.r", "attr": "id"}}
        }"#,
    );
    assert!(paths(&split, "aws_iam_role.r").is_empty());
    assert_eq!(
        paths(&split, "aws_iam_role_policy.r_inline_policy_1"),
        ["/policy a.b"]
    );
    let back = first("inline", &split);
    // The last resource comes first, and a list of blocks has no order here.
    assert_shown(
        &back,
        r#"{"aws_iam_role.r": {"name": "r", "inline_policy": [{"name": "two", "policy": "y"}, {"name": "one", "policy": "x"}]}}"#,
    );
    assert_eq!(
        paths(&back, "aws_iam_role.r"),
        ["/inline_policy/0/policy a.b"]
    );
}

#[test]
fn arns_of_managed_policies_become_attachments_and_go_back() {
    let inline = r#"{"aws_iam_role.r": {"managed_policy_arns": [{"$ref": "aws_iam_policy.p", "attr": "arn"}]}, "aws_iam_policy.p": {}}"#;
    let inline = terraform(inline);
    let split = first("split", &inline);
    assert_shown(
        &split,
        r#"{"aws_iam_role.r": {}, "aws_iam_policy.p": {}, "aws_iam_role_policy_attachment.r_managed_policy_arns_0": {
            "policy_arn": {"$ref": "aws_iam_policy.p", "attr": "arn"}, "role": {"$ref": "aws_iam_role.r", "attr": "name"}}}"#,
    );
    assert_eq!(shown(&first("inline", &split)), shown(&inline));
}

#[test]
fn a_policy_that_names_its_queue_is_spelled_out_inside_the_queue() {
    let queue = |policy: &str| {
        format!(
            r#"{{"aws_sqs_queue.q": {{"name": "orders"}}, "aws_sqs_queue_policy.p": {{"queue_url": {{"$ref": "aws_sqs_queue.q", "attr": "id"}}, "policy": {policy}}}}}"#
        )
    };
    let inline = first(
        "inline",
        &terraform(&queue(
            r#"{"Resource": {"$ref": "aws_sqs_queue.q", "attr": "arn"}}"#,
        )),
    );
    let pseudo = |name: &str| {
        format!(
            r#"{{"$unknown": "pseudo parameter", "id": "pseudo:AWS::{name}", "type": "string"}}"#
        )
    };
    let [region, account] = ["Region", "AccountId"].map(pseudo);
    let expected = format!(
        r#"{{"aws_sqs_queue.q": {{"name": "orders", "policy": {{"Resource": {{"$join": ["arn:aws:sqs:", {region}, ":", {account}, ":orders"]}}}}}}}}"#
    );
    assert_shown(&inline, &expected);
    // An unknown policy that mentions its queue cannot be spelled out.
    let open = r#"{"$unknown": "computed", "id": "u", "mentions": [{"$ref": "aws_sqs_queue.q", "attr": "arn"}]}"#;
    assert!(made("inline", &terraform(&queue(open))).is_empty());
}

#[test]
fn a_resource_that_others_refer_to_stays_a_resource() {
    let graph = terraform(
        r#"{
            "aws_sqs_queue.q": {"name": "q"},
            "aws_sqs_queue_policy.p": {"queue_url": {"$ref": "aws_sqs_queue.q", "attr": "id"}, "policy": "x"},
            "other_thing.o": {"after": {"$ref": "aws_sqs_queue_policy.p", "attr": "id"}}
        }"#,
    );
    assert!(made("inline", &graph).is_empty());
}

#[test]
fn what_depended_on_a_resource_of_its_own_depends_on_its_owner() {
    let mut graph = terraform(
        r#"{
            "aws_sqs_queue.q": {"name": "q"},
            "aws_sqs_queue_policy.p": {"queue_url": {"$ref": "aws_sqs_queue.q", "attr": "id"}, "policy": "x"},
            "other_thing.o": {}
        }"#,
    );
    let other = graph.resources.get_mut("other_thing.o").expect("there");
    other.depends_on.push("aws_sqs_queue_policy.p".into());
    let inline = first("inline", &graph);
    let depends_on = &inline.resources["other_thing.o"].depends_on;
    assert_eq!(depends_on.as_slice(), ["aws_sqs_queue.q".into()]);
}

#[test]
fn the_legacy_arguments_of_a_bucket_and_what_replaced_them_say_the_same() {
    let inline = terraform(
        r#"{"aws_s3_bucket.b": {
            "lifecycle_rule": [{"enabled": true, "id": "old", "noncurrent_version_expiration": [{"days": 9}], "prefix": "p/"}],
            "server_side_encryption_configuration": [{"rule": [{"bucket_key_enabled": true}]}],
            "versioning": [{"enabled": true, "mfa_delete": false}]
        }}"#,
    );
    let split = first("split", &inline);
    let link = r#""bucket": {"$ref": "aws_s3_bucket.b", "attr": "id"}"#;
    assert_shown(
        &split,
        &format!(
            r#"{{
                "aws_s3_bucket.b": {{}},
                "aws_s3_bucket_lifecycle_configuration.b_lifecycle_rule_0": {{{link}, "rule": [{{"filter": [{{"prefix": "p/"}}], "id": "old", "noncurrent_version_expiration": [{{"noncurrent_days": 9}}], "prefix": "", "status": "Enabled"}}], "transition_default_minimum_object_size": "all_storage_classes_128K"}},
                "aws_s3_bucket_server_side_encryption_configuration.b_server_side_encryption_configuration_0": {{{link}, "rule": [{{"bucket_key_enabled": true}}]}},
                "aws_s3_bucket_versioning.b_versioning_0": {{{link}, "versioning_configuration": [{{"status": "Enabled"}}]}}
            }}"#
        ),
    );
    assert_eq!(shown(&first("inline", &split)), shown(&inline));
}

#[test]
fn a_rule_of_a_security_group_becomes_a_resource_of_each_kind() {
    let rule = r#"{"cidr_blocks": ["10.0.0.0/8", "10.1.0.0/16"], "description": "", "from_port": 22, "ipv6_cidr_blocks": [], "prefix_list_ids": [], "protocol": "tcp", "security_groups": [], "self": false, "to_port": 22}"#;
    let inline = terraform(&format!(
        r#"{{"aws_security_group.g": {{"ingress": [{rule}]}}}}"#
    ));
    let link = r#""security_group_id": {"$ref": "aws_security_group.g", "attr": "id"}"#;
    let ports = r#""from_port": 22, "to_port": 22"#;
    // The last two are one of its rules alone of each kind.
    let made = made("split", &inline);
    assert_shown(
        &made[0],
        &format!(
            r#"{{"aws_security_group.g": {{}}, "aws_security_group_rule.g_ingress_0": {{"cidr_blocks": ["10.0.0.0/8", "10.1.0.0/16"], {ports}, "protocol": "tcp", {link}, "type": "ingress"}}}}"#
        ),
    );
    assert_shown(
        &made[1],
        &format!(
            r#"{{
                "aws_security_group.g": {{}},
                "aws_vpc_security_group_ingress_rule.g_ingress_0": {{"cidr_ipv4": "10.0.0.0/8", {ports}, "ip_protocol": "tcp", {link}}},
                "aws_vpc_security_group_ingress_rule.g_ingress_1": {{"cidr_ipv4": "10.1.0.0/16", {ports}, "ip_protocol": "tcp", {link}}}
            }}"#
        ),
    );
    assert_eq!(made.len(), 2);
    assert_eq!(shown(&first("inline", &made[0])), shown(&inline));
}

#[test]
fn policies_of_a_cloudformation_role_become_both_kinds_of_resources() {
    let inline = graph(
        Kind::Template,
        r#"{"Role": {"//": "AWS::IAM::Role", "Policies": [{"PolicyDocument": {"Statement": []}, "PolicyName": "p"}]}}"#,
    );
    let made = made("split", &inline);
    let document = r#""PolicyDocument": {"Statement": []}, "PolicyName": "p""#;
    let reference = r#"{"$ref": "Role", "attr": "Ref"}"#;
    assert_shown(
        &made[0],
        &format!(r#"{{"Role": {{}}, "RolePolicies0": {{{document}, "Roles": [{reference}]}}}}"#),
    );
    assert_shown(
        &made[1],
        &format!(r#"{{"Role": {{}}, "RolePolicies0": {{{document}, "RoleName": {reference}}}}}"#),
    );
    assert_eq!(
        &*made[1].resources["RolePolicies0"].resource_type,
        "AWS::IAM::RolePolicy"
    );
    for split in &made {
        assert_eq!(shown(&first("inline", split)), shown(&inline));
    }
}

#[test]
fn a_policy_of_two_roles_stays_where_it_is() {
    let shared = graph(
        Kind::Template,
        r#"{
            "A": {"//": "AWS::IAM::Role"}, "B": {"//": "AWS::IAM::Role"},
            "P": {"//": "AWS::IAM::Policy", "PolicyDocument": {}, "PolicyName": "p", "Roles": [{"$ref": "A", "attr": "Ref"}, {"$ref": "B", "attr": "Ref"}]}
        }"#,
    );
    assert!(made("inline", &shared).is_empty());
}

#[test]
fn a_managed_policy_is_attached_from_the_other_side_and_back() {
    let of_policy = graph(
        Kind::Template,
        r#"{"P": {"//": "AWS::IAM::ManagedPolicy", "Roles": [{"$ref": "R", "attr": "Ref"}]}, "R": {"//": "AWS::IAM::Role"}}"#,
    );
    let of_role = first("attached", &of_policy);
    assert_shown(
        &of_role,
        r#"{"P": {}, "R": {"ManagedPolicyArns": [{"$ref": "P", "attr": "Ref"}]}}"#,
    );
    assert_eq!(shown(&first("attached", &of_role)), shown(&of_policy));
}
