//! Each operator on a small graph, with the exact variants it makes.

use super::*;
use crate::graph::{Kind, Resource, name_attribute};
use crate::proof::variant::{Edit, applied};
use crate::value::{Node, parse_json};

fn plan(resources: &[(&str, &str)]) -> Graph {
    let mut graph = Graph::new(Kind::Plan);
    for (address, values) in resources {
        let resource_type = address.split('.').next().expect("a type");
        let name = address.split('.').nth(1).expect("a name");
        let mut resource = Resource::new(*address, resource_type, name);
        resource.values = parse_json(values).expect("json");
        graph.resources.insert((*address).into(), resource);
    }
    graph
}

/// What an operator makes, as `address/pointer: change`.
fn made(name: &str, graph: &Graph) -> Vec<String> {
    let operator = operator(name).expect("registered");
    let variants = operator.variants(&Subject::of(graph));
    let said = variants.iter().map(|variant| {
        assert_eq!(variant.operator, name);
        let after = applied(graph, &variant.edits).expect("the edits fit");
        assert_ne!(format!("{after:?}"), format!("{graph:?}"), "{variant:?}");
        let place = &variant.place;
        format!("{}{}: {}", place.address, place.pointer, variant.change)
    });
    said.collect()
}

/// The same with the addresses of one resource left out.
fn made_of(name: &str, resource_type: &str, values: &str) -> Vec<String> {
    let address = format!("{resource_type}.a");
    let found = made(name, &plan(&[(address.as_str(), values)]));
    let short = found.iter().map(|one| one.replace(&address, ""));
    short.collect()
}

const POLICY: &str = r#"{"bucket": "b", "policy": "{\"Statement\": [{\"Effect\": \"Deny\", \"Action\": \"s3:*\", \"Resource\": [\"arn:aws:s3:::b\", \"arn:aws:s3:::b/*\"], \"Principal\": \"*\", \"Condition\": {\"Bool\": {\"aws:SecureTransport\": \"false\"}}}, {\"Effect\": \"Allow\", \"Action\": \"s3:GetObject\", \"Resource\": \"arn:aws:s3:::b/*\", \"Principal\": {\"AWS\": \"arn:aws:iam::111122223333:role/r\"}}]}"}"#;

fn policy(name: &str) -> Vec<String> {
    made_of(name, "aws_s3_bucket_policy", POLICY)
}

#[test]
fn every_operator_has_a_name_of_its_own() {
    let mut names: Vec<&str> = OPERATORS.iter().map(|operator| operator.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), OPERATORS.len());
    assert!(
        OPERATORS
            .iter()
            .all(|operator| !operator.about().is_empty())
    );
    assert!(operator("no-such-operator").is_none());
}

#[test]
fn what_the_toolchain_demands_is_not_dropped_and_a_default_comes_in_place_of_what_is() {
    let values =
        r#"{"name": "q", "message_retention_seconds": 1209600, "delay_seconds": 0, "policy": ""}"#;
    assert_eq!(
        made_of("attribute-dropped", "aws_sqs_queue", values),
        [
            "/message_retention_seconds: `1209600` → `345600`",
            "/name: `q` → nothing"
        ]
    );
    let values = r#"{"bucket": "b", "versioning_configuration": [{"status": "Enabled"}]}"#;
    let found = made_of("attribute-dropped", "aws_s3_bucket_versioning", values);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_boolean_is_flipped_in_attributes_and_documents() {
    let values = r#"{"block_public_acls": true, "document": "{\"x\": [false]}"}"#;
    assert_eq!(
        made_of(
            "boolean-flipped",
            "aws_s3_bucket_public_access_block",
            values
        ),
        [
            "/block_public_acls: `true` → `false`",
            "/document/x/0: `false` → `true`"
        ]
    );
}

#[test]
fn an_enumeration_is_swapped_for_its_other_values() {
    let values = r#"{"bucket": "b", "versioning_configuration": [{"status": "Enabled"}]}"#;
    assert_eq!(
        made_of("enum-swapped", "aws_s3_bucket_versioning", values),
        [
            "/versioning_configuration/0/status: `Enabled` → `Suspended`",
            "/versioning_configuration/0/status: `Enabled` → `Disabled`"
        ]
    );
}

#[test]
fn a_number_is_shifted_within_its_range() {
    let values = r#"{"evaluation_periods": 1, "threshold": 5, "period": 60}"#;
    let of = |name| made_of(name, "aws_cloudwatch_metric_alarm", values);
    assert_eq!(
        of("number-raised"),
        [
            "/evaluation_periods: `1` → `2`",
            "/evaluation_periods: `1` → `10`",
            "/threshold: `5` → `6`",
            "/threshold: `5` → `50`"
        ]
    );
    assert_eq!(
        of("number-lowered"),
        ["/threshold: `5` → `0`", "/threshold: `5` → `4`"]
    );
}

#[test]
fn a_duration_becomes_the_next_one_that_is_valid_and_the_farthest() {
    let values = r#"{"name": "g", "retention_in_days": 7}"#;
    let of = |name| made_of(name, "aws_cloudwatch_log_group", values);
    assert_eq!(
        of("duration-lengthened"),
        [
            "/retention_in_days: `7` → `14`",
            "/retention_in_days: `7` → `3653`"
        ]
    );
    assert_eq!(
        of("duration-shortened"),
        [
            "/retention_in_days: `7` → `0`",
            "/retention_in_days: `7` → `5`"
        ]
    );
    let values = r#"{"message_retention_seconds": 1209600}"#;
    assert_eq!(
        made_of("duration-shortened", "aws_sqs_queue", values),
        [
            "/message_retention_seconds: `1209600` → `60`",
            "/message_retention_seconds: `1209600` → `604800`"
        ]
    );
    assert!(made_of("duration-lengthened", "aws_sqs_queue", values).is_empty());
}

#[test]
fn a_text_is_changed_unless_it_is_a_name_an_enumeration_or_part_of_a_policy() {
    let values = r#"{"name": "p", "type": "String", "description": "d", "path": "/a/", "role": "arn:aws:iam::111122223333:role/r"}"#;
    assert_eq!(
        made_of("text-changed", "aws_ssm_parameter", values),
        [
            "/description: `d` → `d-changed`",
            "/path: `/a/` → `/a/changed/`",
            "/role: `arn:aws:iam::111122223333:role/r` → `arn:aws:iam::999999999999:role/r`"
        ]
    );
    assert_eq!(policy("text-changed"), ["/bucket: `b` → `b-changed`"]);
}

#[test]
fn a_list_loses_an_item_but_not_its_last_one_where_it_must_have_one() {
    assert_eq!(
        policy("item-dropped"),
        [
            "/policy/Statement/0/Resource/0: `arn:aws:s3:::b` → nothing",
            "/policy/Statement/0/Resource/1: `arn:aws:s3:::b/*` → nothing"
        ]
    );
    let values = r#"{"bucket": "b", "versioning_configuration": [{"status": "Enabled"}]}"#;
    assert!(made_of("item-dropped", "aws_s3_bucket_versioning", values).is_empty());
}

#[test]
fn what_a_statement_allows_gets_one_more_action_resource_and_principal() {
    assert_eq!(
        policy("item-added"),
        [
            "/policy/Statement/0/Condition/Bool/aws:SecureTransport: one more: `false-elsewhere`",
            "/policy/Statement/1/Action: one more: `s3:DeleteBucket`",
            "/policy/Statement/1/Principal/AWS: one more: `arn:aws:iam::999999999999:root`",
            "/policy/Statement/1/Resource: one more: `arn:aws:s3:::elsewhere`"
        ]
    );
    let values = r#"{"events": ["a"], "security_groups": [1]}"#;
    assert_eq!(
        made_of("item-added", "aws_x", values),
        [
            "/events: one more: `a-elsewhere`",
            "/security_groups: one more: `2`"
        ]
    );
}

#[test]
fn what_a_statement_allows_is_widened_and_so_is_an_arn_elsewhere() {
    assert_eq!(
        policy("wildcard-widened"),
        [
            "/policy/Statement/0/Condition/Bool/aws:SecureTransport: `false` → `false*`",
            "/policy/Statement/0/Condition/Bool/aws:SecureTransport: `false` → `*`",
            "/policy/Statement/1/Action: `s3:GetObject` → `s3:*`",
            "/policy/Statement/1/Action: `s3:GetObject` → `*`",
            "/policy/Statement/1/Principal: `{\"AWS\":\"arn:aws:iam::111122223333:role/r\"}` → `*`",
            "/policy/Statement/1/Principal/AWS: `arn:aws:iam::111122223333:role/r` → `*`",
            "/policy/Statement/1/Resource: `arn:aws:s3:::b/*` → `*`"
        ]
    );
    assert_eq!(
        made_of(
            "wildcard-widened",
            "aws_lambda_permission",
            r#"{"source_arn": "arn:aws:s3:::b"}"#
        ),
        [
            "/source_arn: `arn:aws:s3:::b` → `arn:aws:s3:::b*`",
            "/source_arn: `arn:aws:s3:::b` → `arn:aws:s3:::*`",
            "/source_arn: `arn:aws:s3:::b` → `*`"
        ]
    );
}

#[test]
fn a_range_of_addresses_is_widened() {
    let values = r#"{"cidr_ipv4": "10.1.2.0/24"}"#;
    assert_eq!(
        made_of(
            "cidr-widened",
            "aws_vpc_security_group_ingress_rule",
            values
        ),
        [
            "/cidr_ipv4: `10.1.2.0/24` → `10.1.0.0/16`",
            "/cidr_ipv4: `10.1.2.0/24` → `0.0.0.0/0`"
        ]
    );
}

#[test]
fn a_policy_loses_and_gets_a_statement() {
    let dropped = policy("statement-dropped");
    assert_eq!(dropped.len(), 2);
    assert!(dropped[0].starts_with("/policy/Statement/0: `{\"Action\":\"s3:*\""));
    assert_eq!(
        policy("statement-added"),
        ["/policy/Statement: one more statement that allows everything"]
    );
    let graph = plan(&[("aws_s3_bucket_policy.a", POLICY)]);
    let variants = statement_added::StatementAdded.variants(&Subject::of(&graph));
    let [Edit::Append { value, .. }] = variants[0].edits.as_slice() else {
        panic!("{variants:?}")
    };
    let expected = r#"{"Action": "s3:*", "Effect": "Allow", "Principal": "*", "Resource": "*"}"#;
    assert_eq!(*value, parse_json(expected).expect("json"));
}

#[test]
fn an_effect_is_flipped_and_an_element_inverted() {
    assert_eq!(
        policy("effect-flipped"),
        [
            "/policy/Statement/0/Effect: `Deny` → `Allow`",
            "/policy/Statement/1/Effect: `Allow` → `Deny`"
        ]
    );
    let inverted = policy("element-inverted");
    assert_eq!(inverted.len(), 6);
    assert_eq!(
        inverted[0],
        "/policy/Statement/0/Action: `Action` → `NotAction`"
    );
}

#[test]
fn a_condition_is_dropped_reversed_rekeyed_and_revalued() {
    let values = r#"{"policy": "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"a:b\", \"Condition\": {\"ArnEquals\": {\"aws:SourceArn\": \"arn:aws:sns:us-east-1:111122223333:t\"}, \"StringEquals\": {\"aws:SourceAccount\": \"111122223333\"}}}}"}"#;
    let of = |name| made_of(name, "aws_x", values);
    let dropped = of("condition-dropped");
    assert_eq!(dropped.len(), 3, "{dropped:?}");
    assert_eq!(
        of("condition-changed"),
        [
            "/policy/Statement/Condition/ArnEquals: `ArnEquals` → `ArnNotEquals`",
            "/policy/Statement/Condition/ArnEquals: `ArnEquals` → `ArnEqualsIfExists`",
            "/policy/Statement/Condition/ArnEquals/aws:SourceArn: `aws:SourceArn` → `aws:PrincipalArn`",
            "/policy/Statement/Condition/ArnEquals/aws:SourceArn: `arn:aws:sns:us-east-1:111122223333:t` → `arn:aws:sns:us-east-1:999999999999:t`",
            "/policy/Statement/Condition/StringEquals: `StringEquals` → `StringNotEquals`",
            "/policy/Statement/Condition/StringEquals: `StringEquals` → `StringEqualsIfExists`",
            "/policy/Statement/Condition/StringEquals/aws:SourceAccount: `aws:SourceAccount` → `aws:PrincipalArn`",
            "/policy/Statement/Condition/StringEquals/aws:SourceAccount: `111122223333` → `111122223333-elsewhere`"
        ]
    );
    let always_there = policy("condition-changed");
    assert!(
        !always_there.iter().any(|one| one.contains("IfExists")),
        "{always_there:?}"
    );
}

fn queues() -> Graph {
    let mut graph = plan(&[
        ("aws_sqs_queue.a", r#"{"name": "a"}"#),
        ("aws_sqs_queue.b", r#"{"name": "b"}"#),
        (
            "aws_sqs_queue_policy.p",
            r#"{"queue_url": "https://sqs.us-east-1.amazonaws.com/123456789012/a"}"#,
        ),
    ]);
    graph.environment.region = Some("us-east-1".into());
    graph.environment.account = Some("123456789012".into());
    let policy = graph.resources.get_mut("aws_sqs_queue_policy.p");
    if let Node::Object(values) = &mut policy.expect("there").values {
        let parts = vec![Node::reference("aws_sqs_queue.b", "arn"), "/*".into()];
        values.insert("source".into(), Node::reference("aws_sqs_queue.a", "arn"));
        values.insert("pattern".into(), Node::Join(parts));
    }
    graph
}

#[test]
fn a_reference_is_cut_and_bent_wherever_it_stands() {
    let cut: Vec<String> = made("reference-cut", &queues());
    assert_eq!(
        cut,
        [
            "aws_sqs_queue_policy.p/pattern: `${aws_sqs_queue.b.arn}/*` → `arn:aws:sqs:us-east-1:999999999999:b/*`",
            "aws_sqs_queue_policy.p/queue_url: `https://sqs.us-east-1.amazonaws.com/123456789012/a` → `https://sqs.us-east-1.amazonaws.com/999999999999/a`",
            "aws_sqs_queue_policy.p/source: `aws_sqs_queue.a.arn` → `arn:aws:sqs:us-east-1:999999999999:a`"
        ]
    );
    assert_eq!(
        made("reference-bent", &queues()),
        [
            "aws_sqs_queue_policy.p/pattern: `${aws_sqs_queue.b.arn}/*` → `${aws_sqs_queue.a.arn}/*`",
            "aws_sqs_queue_policy.p/queue_url: `https://sqs.us-east-1.amazonaws.com/123456789012/a` → `https://sqs.us-east-1.amazonaws.com/123456789012/b`",
            "aws_sqs_queue_policy.p/source: `aws_sqs_queue.a.arn` → `aws_sqs_queue.b.arn`"
        ]
    );
}

#[test]
fn where_nothing_else_of_the_type_is_there_a_decoy_is_added() {
    let mut graph = queues();
    graph.resources.remove("aws_sqs_queue.b");
    let bent = reference_bent::ReferenceBent.variants(&Subject::of(&graph));
    let Edit::AddResource(decoy) = &bent[0].edits[0] else {
        panic!("{bent:?}")
    };
    assert_eq!(&*decoy.address, "aws_sqs_queue.decoy");
    let name = name_attribute("aws_sqs_queue").expect("a name");
    assert_eq!(decoy.values.get(name), Some(&"decoy".into()));
    assert!(bent[0].change.contains("decoy"), "{}", bent[0].change);
}

#[test]
fn a_name_is_changed_with_what_repeats_it_and_alone() {
    let variants = name_changed::NameChanged.variants(&Subject::of(&queues()));
    let follows = applied(&queues(), &variants[0].edits).expect("fits");
    let policy = &follows.resources["aws_sqs_queue_policy.p"].values;
    assert_eq!(
        policy.get("queue_url").and_then(Node::as_text),
        Some("https://sqs.us-east-1.amazonaws.com/123456789012/a-changed")
    );
    assert_eq!(
        made("name-changed-alone", &queues()),
        ["aws_sqs_queue.a/name: `a` → `a-changed`"]
    );
}

#[test]
fn a_resource_goes_with_all_that_refers_to_it_and_comes_twice() {
    assert_eq!(
        made("resource-removed", &queues()),
        [
            "aws_sqs_queue.a: removed, with `aws_sqs_queue_policy.p`",
            "aws_sqs_queue.b: removed, with `aws_sqs_queue_policy.p`",
            "aws_sqs_queue_policy.p: removed"
        ]
    );
    let twice = resource_duplicated::ResourceDuplicated.variants(&Subject::of(&queues()));
    assert_eq!(twice.len(), 3);
    assert_eq!(twice[0].change, "once more, as `aws_sqs_queue.decoy`");
}

#[test]
fn only_managed_resources_are_mutated_and_a_tag_is_changed_where_it_shows_as_well() {
    let values = r#"{"tags": {"team": "x"}, "tags_all": {"team": "x", "org": "y"}}"#;
    let mut graph = plan(&[("aws_sns_topic.a", values), ("aws_sns_topic.d", values)]);
    if let Some(data) = graph.resources.get_mut("aws_sns_topic.d") {
        data.mode = crate::graph::Mode::Data;
    }
    let variants = text_changed::TextChanged.variants(&Subject::of(&graph));
    let places: Vec<&str> = variants
        .iter()
        .map(|variant| variant.place.pointer.as_str())
        .collect();
    assert_eq!(places, ["/tags/team", "/tags_all/org"]);
    assert!(
        variants
            .iter()
            .all(|one| &*one.place.address == "aws_sns_topic.a")
    );
    let after = applied(&graph, &variants[0].edits).expect("fits");
    let shown = after.resources["aws_sns_topic.a"]
        .values
        .at("/tags_all/team");
    assert_eq!(shown, Some(&"x-changed".into()));
}

#[test]
fn a_tag_that_the_provider_gives_as_well_comes_back_when_a_resource_drops_its_own() {
    let own = r#"{"tags": {"team": "x", "tier": "1"}, "tags_all": {"team": "x", "tier": "1"}}"#;
    let other = r#"{"tags": {}, "tags_all": {"team": "all"}}"#;
    let graph = plan(&[("aws_sns_topic.a", own), ("aws_sns_topic.b", other)]);
    let variants = attribute_dropped::AttributeDropped.variants(&Subject::of(&graph));
    let left = |pointer: &str| {
        let found = variants.iter().find(|one| one.place.pointer == pointer);
        let after = applied(&graph, &found.expect("made").edits).expect("fits");
        let values = after.resources["aws_sns_topic.a"].values.clone();
        ["team", "tier"].map(|tag| values.at(&format!("/tags_all/{tag}")).cloned())
    };
    assert_eq!(left("/tags/team"), [Some("all".into()), Some("1".into())]);
    assert_eq!(left("/tags/tier"), [Some("x".into()), None]);
    assert_eq!(left("/tags"), [Some("all".into()), None]);
}

#[test]
fn a_sensitive_value_is_in_no_description() {
    let mut graph = plan(&[(
        "aws_ssm_parameter.a",
        r#"{"value": "hunter22", "description": "hunter22"}"#,
    )]);
    if let Some(resource) = graph.resources.get_mut("aws_ssm_parameter.a") {
        resource.sensitive = vec!["/value".to_owned()];
    }
    for variant in mutants(&graph) {
        assert!(!variant.change.contains("hunter22"), "{variant:?}");
    }
}
