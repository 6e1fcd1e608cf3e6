//! Graphs of small plans, one for each way in which plans mislead.

use serde_json::{Value, json};

use crate::artifact::{Recognised, recognise};
use crate::graph::{Graph, Options, Resource, Scope};
use crate::source::SourceText;
use crate::value::Node;

use super::{from_plan, from_state};

fn graph_with(document: &Value, options: &Options) -> Graph {
    match recognise(&SourceText::new("given", document.to_string())) {
        Ok(Recognised::Plan(plan)) => from_plan(&plan, options),
        Ok(Recognised::State(state)) => from_state(&state, options),
        other => panic!("{other:?}"),
    }
}

fn graph(document: &Value) -> Graph {
    graph_with(document, &Options::default())
}

/// A plan that creates `changes`: (address, after, after_unknown).
fn plan(changes: &[(&str, Value, Value)], root_module: &Value) -> Value {
    let changes: Vec<Value> = changes
        .iter()
        .map(|(address, after, unknown)| {
            let change = json!({"actions": ["create"], "before": null, "after": after, "after_unknown": unknown});
            resource(address, &json!({"change": change}))
        })
        .collect();
    json!({
        "format_version": "1.2",
        "planned_values": {"root_module": {}},
        "resource_changes": changes,
        "configuration": {"root_module": root_module},
    })
}

/// A resource with the parts that follow from its address, and `more`.
fn resource(address: &str, more: &Value) -> Value {
    let split = super::address::split(address);
    let local = split.local.strip_prefix("data.").unwrap_or(split.local);
    let (kind, name) = local.split_once('.').expect("a type and a name");
    let mode = if split.local.starts_with("data.") {
        "data"
    } else {
        "managed"
    };
    let mut resource = json!({"address": address, "mode": mode, "type": kind, "name": name,
        "provider_name": "registry.terraform.io/hashicorp/aws"});
    let members = resource.as_object_mut().expect("an object");
    members.extend(more.as_object().expect("an object").clone());
    resource
}

/// A block of the configuration.
fn block(address: &str, expressions: &Value) -> Value {
    json!({"address": address, "expressions": expressions})
}

fn refers(names: &[&str]) -> Value {
    json!({"references": names})
}

fn at<'g>(graph: &'g Graph, address: &str) -> &'g Resource {
    graph
        .resources
        .get(address)
        .unwrap_or_else(|| panic!("no {address} in {:?}", graph.resources.keys()))
}

/// What the unknown at `pointer` mentions, or a word for any other state.
fn state(graph: &Graph, address: &str, pointer: &str) -> String {
    match at(graph, address).values.at(pointer) {
        None => "unset".to_owned(),
        Some(Node::Unknown(unknown)) => {
            let mentions = unknown
                .mentions
                .iter()
                .map(|to| format!("{}.{}", to.address, to.attribute));
            format!("unknown {}", mentions.collect::<Vec<_>>().join(" "))
                .trim_end()
                .to_owned()
        }
        Some(known) => serde_json::to_string(known).expect("json"),
    }
}

/// `path -> address.attribute (via)` of every mention of a resource.
fn mentions(graph: &Graph, address: &str) -> Vec<String> {
    let mentions = at(graph, address).mentions.iter();
    mentions
        .map(|mention| {
            let via = if mention.via.is_empty() {
                String::new()
            } else {
                format!(" ({})", mention.via.join(", "))
            };
            format!(
                "{} -> {}.{}{via}",
                mention.path, mention.to.address, mention.to.attribute
            )
        })
        .collect()
}

fn codes(graph: &Graph) -> Vec<&str> {
    graph.notes.iter().map(|note| note.code).collect()
}

mod references;

#[test]
fn assigned_but_unknown_is_told_from_computed_by_nobody() {
    let graph = graph(&plan(
        &[
            (
                "aws_s3_bucket.b",
                json!({"bucket": "logs", "acl": null}),
                json!({"arn": true, "id": true}),
            ),
            (
                "aws_sns_topic.t",
                json!({"name": "t"}),
                json!({"kms_master_key_id": true, "arn": true}),
            ),
        ],
        &json!({"resources": [
            block("aws_s3_bucket.b", &json!({"bucket": {"constant_value": "logs"}, "acl": refers(&["var.acl"])})),
            block("aws_sns_topic.t", &json!({"kms_master_key_id": refers(&["aws_s3_bucket.b.arn", "aws_s3_bucket.b"])})),
        ]}),
    ));
    assert_eq!(state(&graph, "aws_s3_bucket.b", "/arn"), "unset");
    assert_eq!(state(&graph, "aws_s3_bucket.b", "/acl"), "unset");
    assert_eq!(state(&graph, "aws_s3_bucket.b", "/bucket"), "\"logs\"");
    assert_eq!(
        state(&graph, "aws_sns_topic.t", "/kms_master_key_id"),
        "unknown aws_s3_bucket.b.arn"
    );
    let Some(Node::Unknown(unknown)) = at(&graph, "aws_sns_topic.t")
        .values
        .get("kms_master_key_id")
    else {
        panic!("unknown")
    };
    assert_eq!(&*unknown.id, "aws_sns_topic.t#/kms_master_key_id");
}

#[test]
fn unknown_members_and_items_are_open_inside_a_known_value() {
    let graph = graph(&plan(
        &[(
            "aws_instance.i",
            json!({"tags": {"A": "x"}, "groups": ["sg-1", null], "tags_all": {"A": "x"}}),
            json!({"tags": {"B": true}, "groups": [false, true], "tags_all": {"B": true}, "subnets": true}),
        )],
        &json!({"resources": [block("aws_instance.i", &json!({"tags": {}, "groups": refers(&["aws_sg.s.id"]), "subnets": {}})),
            block("aws_sg.s", &json!({}))]}),
    ));
    assert_eq!(state(&graph, "aws_instance.i", "/tags/A"), "\"x\"");
    assert_eq!(state(&graph, "aws_instance.i", "/tags/B"), "unknown");
    assert_eq!(state(&graph, "aws_instance.i", "/tags_all/B"), "unknown");
    assert_eq!(state(&graph, "aws_instance.i", "/groups/0"), "\"sg-1\"");
    assert_eq!(state(&graph, "aws_instance.i", "/groups/1"), "unknown");
    assert_eq!(state(&graph, "aws_instance.i", "/subnets"), "unknown");
    let values = &at(&graph, "aws_instance.i").values;
    assert_eq!(
        values.at("/tags/B"),
        values.at("/tags_all/B"),
        "effective tags follow the own ones"
    );
}

#[test]
fn blocks_of_a_set_find_their_expressions_and_generated_ones_stay_open() {
    let rule = |port: u16| json!({"port": port});
    let graph = graph(&plan(
        &[
            ("aws_sg.a", json!({}), json!({"id": true})),
            ("aws_sg.b", json!({}), json!({"id": true})),
            (
                "aws_sg.s",
                json!({"ingress": [rule(22), rule(443)], "egress": [rule(1)]}),
                json!({"ingress": [{"group": true, "id": true}, {"group": true, "id": true}], "egress": [{"group": true}]}),
            ),
        ],
        &json!({"resources": [block("aws_sg.a", &json!({})), block("aws_sg.b", &json!({})), block("aws_sg.s", &json!({"ingress": [
            {"port": {"constant_value": 443}, "group": refers(&["aws_sg.a.id", "aws_sg.a"])},
            {"port": {"constant_value": 22}, "group": refers(&["aws_sg.b.id", "aws_sg.b"])},
        ]}))]}),
    ));
    assert_eq!(
        state(&graph, "aws_sg.s", "/ingress/0/group"),
        "unknown aws_sg.b.id"
    );
    assert_eq!(
        state(&graph, "aws_sg.s", "/ingress/1/group"),
        "unknown aws_sg.a.id"
    );
    assert_eq!(state(&graph, "aws_sg.s", "/ingress/0/id"), "unset");
    assert_eq!(
        state(&graph, "aws_sg.s", "/egress/0/group"),
        "unknown",
        "made by a dynamic block"
    );
    assert!(mentions(&graph, "aws_sg.s").contains(&"/ingress/0/group -> aws_sg.b.id".to_owned()));
}

#[test]
fn a_deleted_resource_keeps_what_it_was_and_a_vanished_one_is_noted() {
    let document = json!({
        "format_version": "1.2",
        "planned_values": {"root_module": {}},
        "configuration": {"root_module": {"resources": [block("aws_db.d", &json!({"name": refers(&["var.x"])}))]}},
        "resource_changes": [
            resource("aws_db.d", &json!({"change": {"actions": ["delete"], "before": {"name": "x", "a": null}, "after": null,
                "after_unknown": {}}})),
            resource("aws_db.gone", &json!({"change": {"actions": ["no-op"], "before": null, "after": null}})),
            resource("aws_db.old", &json!({"deposed": "abc", "change": {"actions": ["delete"], "before": {}, "after": null}})),
            resource("aws_db.r", &json!({"change": {"actions": ["delete", "create"], "before": {}, "after": {}}})),
            resource("aws_db.s", &json!({"change": {"actions": ["create", "delete"], "before": {}, "after": {}}})),
        ],
    });
    let graph = graph(&document);
    let deleted = at(&graph, "aws_db.d");
    assert_eq!(deleted.values, Node::Object(crate::value::Object::new()));
    assert_eq!(deleted.before, Node::object([("name", Node::text("x"))]));
    let actions = |address| at(&graph, address).actions.join(" ");
    assert_eq!(
        [
            actions("aws_db.d"),
            actions("aws_db.r"),
            actions("aws_db.s")
        ],
        ["delete", "delete create", "create delete"]
    );
    assert_eq!(codes(&graph), ["deposed", "gone"]);
}

#[test]
fn the_scope_is_explicit() {
    let document = json!({
        "format_version": "1.2",
        "planned_values": {"root_module": {}},
        "configuration": {},
        "resource_changes": [
            resource("aws_a.same", &json!({"change": {"actions": ["no-op"], "before": {}, "after": {}}})),
            resource("data.aws_a.read", &json!({"change": {"actions": ["read"], "before": null, "after": {}}})),
            resource("aws_a.new", &json!({"change": {"actions": ["create"], "before": null, "after": {}}})),
        ],
        "resource_drift": [resource("aws_a.same", &json!({"change": {"actions": ["update"]}}))],
    });
    assert_eq!(graph(&document).resources.len(), 3);
    assert_eq!(codes(&graph(&document)), ["drift"]);
    let changed = graph_with(
        &document,
        &Options {
            scope: Scope::Changed,
            ..Options::default()
        },
    );
    assert_eq!(
        changed
            .resources
            .keys()
            .map(|address| &**address)
            .collect::<Vec<_>>(),
        ["aws_a.new"]
    );
}

#[test]
fn a_plan_without_changes_or_without_planned_values_is_read_and_noted() {
    let configuration = json!({"root_module": {"resources": [
        block("aws_a.a", &json!({"name": {"constant_value": "x"}, "key": refers(&["aws_a.b.id", "aws_a.b"])})),
        block("aws_a.b", &json!({})),
    ]}});
    let values = json!([
        resource("aws_a.a", &json!({"values": {"name": "x"}})),
        resource("aws_a.b", &json!({"values": {}}))
    ]);
    let only_values = graph(
        &json!({"format_version": "1.2", "configuration": configuration,
        "planned_values": {"root_module": {"resources": values}}}),
    );
    assert_eq!(codes(&only_values), ["no-resource-changes"]);
    assert_eq!(state(&only_values, "aws_a.a", "/key"), "unknown aws_a.b.id");
    let mut only_changes = plan(
        &[(
            "aws_a.a",
            json!({"name": "x"}),
            json!({"id": true, "key": true}),
        )],
        &json!({}),
    );
    only_changes
        .as_object_mut()
        .expect("an object")
        .remove("planned_values");
    only_changes
        .as_object_mut()
        .expect("an object")
        .remove("configuration");
    let only_changes = graph(&only_changes);
    assert_eq!(
        codes(&only_changes),
        ["no-configuration", "no-planned-values"]
    );
    assert_eq!(
        state(&only_changes, "aws_a.a", "/id"),
        "unknown",
        "nothing says that nobody assigned it"
    );
}

#[test]
fn nested_modules_at_any_depth_are_flattened() {
    let mut module = json!({"resources": [resource("module.a.module.b[1].module.c[\"k\"].aws_a.a", &json!({"values": {"n": 1}}))],
        "address": "module.a.module.b[1].module.c[\"k\"]"});
    for address in ["module.a.module.b[1]", "module.a"] {
        module = json!({"address": address, "child_modules": [module]});
    }
    let graph = graph(
        &json!({"format_version": "1.0", "values": {"root_module": {"child_modules": [module]}}}),
    );
    let found = at(&graph, "module.a.module.b[1].module.c[\"k\"].aws_a.a");
    assert_eq!(
        (&*found.module, &*found.provider),
        ("module.a.module.b[1].module.c[\"k\"]", "hashicorp/aws")
    );
}

#[test]
fn sensitive_parts_are_pointed_at_in_values_outputs_and_variables() {
    let graph = graph(&json!({
        "format_version": "1.2",
        "variables": {"token": {"value": "t"}, "open": {"value": null}},
        "planned_values": {
            "outputs": {"secret": {"sensitive": true, "value": "s"}, "pending": {"sensitive": false}},
            "root_module": {"resources": [resource("aws_a.a", &json!({
                "values": {"password": "p", "set": [{"x": 1}]},
                "sensitive_values": {"password": true, "set": true, "tags": {}},
            }))]},
        },
        "resource_changes": [resource("aws_a.a", &json!({"change": {"actions": ["update"], "before": {"old": "o"},
            "after": {"password": "p", "set": [{"x": 1}]}, "before_sensitive": {"old": true}, "after_unknown": {}}}))],
        "configuration": {"root_module": {
            "resources": [block("aws_a.a", &json!({}))],
            "outputs": {"pending": {"expression": refers(&["aws_a.a.id", "aws_a.a"])}},
            "variables": {"token": {"sensitive": true}},
        }},
    }));
    assert_eq!(
        at(&graph, "aws_a.a").sensitive,
        ["/old", "/password", "/set"]
    );
    assert_eq!(graph.sensitive, ["/variables/token", "/outputs/secret"]);
    assert!(
        matches!(&graph.outputs["pending"], Node::Unknown(unknown) if unknown.mentions.len() == 1)
    );
    assert_eq!(graph.variables.len(), 1);
}

#[test]
fn a_write_only_argument_is_assigned_although_every_plan_shows_null() {
    let graph = graph(&plan(
        &[(
            "aws_ssm_parameter.p",
            json!({"value_wo": null, "other_wo": null}),
            json!({}),
        )],
        &json!({"resources": [block("aws_ssm_parameter.p", &json!({"value_wo": refers(&["ephemeral.x.y.z"])}))]}),
    ));
    assert_eq!(state(&graph, "aws_ssm_parameter.p", "/value_wo"), "unknown");
    assert_eq!(state(&graph, "aws_ssm_parameter.p", "/other_wo"), "unset");
}

#[test]
fn an_open_policy_document_is_assembled_for_its_consumers() {
    let statement = json!([{"actions": ["s3:GetObject"], "resources": [null], "effect": null, "principals": [], "condition": []}]);
    let child = json!({
        "resources": [block("aws_s3_bucket_policy.p", &json!({"policy": refers(&["var.policy"])}))],
        "variables": {"policy": {}},
    });
    let graph = graph(&plan(
        &[
            ("aws_s3_bucket.b", json!({}), json!({"arn": true})),
            (
                "data.aws_iam_policy_document.d",
                json!({"statement": statement}),
                json!({"json": true, "id": true, "statement": [{"actions": [false], "resources": [true]}]}),
            ),
            (
                "module.m.aws_s3_bucket_policy.p",
                json!({}),
                json!({"policy": true}),
            ),
            ("aws_other.o", json!({}), json!({"policy": true})),
        ],
        &json!({
            "resources": [
                block("aws_s3_bucket.b", &json!({})),
                block("data.aws_iam_policy_document.d", &json!({"statement": [{
                    "actions": {"constant_value": ["s3:GetObject"]},
                    "resources": refers(&["aws_s3_bucket.b.arn", "aws_s3_bucket.b"]),
                }]})),
                block("aws_other.o", &json!({"policy": refers(&["data.aws_iam_policy_document.d.json",
                    "data.aws_iam_policy_document.d", "aws_s3_bucket.b.arn", "aws_s3_bucket.b"])})),
            ],
            "module_calls": {"m": {"module": child, "expressions": {
                "policy": refers(&["data.aws_iam_policy_document.d.json", "data.aws_iam_policy_document.d"]),
            }}},
        }),
    ));
    let address = "module.m.aws_s3_bucket_policy.p";
    assert_eq!(
        state(&graph, address, "/policy/Statement/0/Action"),
        "\"s3:GetObject\""
    );
    assert_eq!(
        state(&graph, address, "/policy/Statement/0/Effect"),
        "\"Allow\""
    );
    assert_eq!(
        state(&graph, address, "/policy/Statement/0/Resource"),
        "unknown aws_s3_bucket.b.arn"
    );
    assert_eq!(
        state(&graph, "aws_other.o", "/policy"),
        "unknown aws_s3_bucket.b.arn",
        "more than the document"
    );
}

#[test]
fn data_sources_read_before_planning_are_resources_and_the_rest_of_the_prior_state_is_not() {
    let mut document = plan(
        &[("aws_a.a", json!({}), json!({}))],
        &json!({"resources": []}),
    );
    document["prior_state"] = json!({"format_version": "1.0", "values": {"root_module": {"resources": [
        resource("data.aws_caller_identity.me", &json!({"values": {"account_id": "123456789012"}})),
        resource("data.aws_region.here", &json!({"values": {"name": "cn-north-1", "id": "cn-north-1"}})),
        resource("aws_b.b", &json!({"values": {"x": 1}})),
    ]}}});
    document["configuration"]["provider_config"] = json!({"aws": {"name": "aws",
        "expressions": {"region": {"references": ["var.region"]}}}});
    let graph = graph(&document);
    assert_eq!(graph.resources.len(), 3);
    assert_eq!(graph.environment.account.as_deref(), Some("123456789012"));
    assert_eq!(graph.environment.region.as_deref(), Some("cn-north-1"));
    assert_eq!(graph.environment.partition.as_deref(), Some("aws-cn"));
}

#[test]
fn an_incomplete_plan_and_what_it_puts_off_forbid_a_verdict() {
    let mut document = plan(&[], &json!({}));
    document["complete"] = json!(false);
    document["deferred_changes"] = json!([{"reason": "provider_config_unknown",
        "resource_change": resource("aws_a.later", &json!({"change": {"actions": ["create"], "after": {}}}))}]);
    let graph = graph(&document);
    let notes: Vec<_> = graph
        .notes
        .iter()
        .map(|note| (note.code, note.address.as_deref(), note.forbids_verdict))
        .collect();
    assert_eq!(
        notes,
        [
            ("incomplete-plan", None, true),
            ("deferred", Some("aws_a.later"), true)
        ]
    );
    assert!(graph.resources.is_empty());
}

#[test]
fn a_resource_without_a_block_in_the_configuration_keeps_every_unknown_open() {
    let graph = graph(&plan(
        &[("aws_a.a", json!({}), json!({"id": true}))],
        &json!({"resources": []}),
    ));
    assert_eq!(state(&graph, "aws_a.a", "/id"), "unknown");
    assert_eq!(codes(&graph), ["no-configuration"]);
}
