//! What the expressions of a plan refer to: through modules, keys and data sources, and where nothing can be told.

use serde_json::json;

use crate::graph::{Graph, Resource};
use crate::value::Node;

use super::{at, block, codes, graph, mentions, plan, refers, state};

#[test]
fn references_reach_every_instance_that_a_key_can_mean_through_module_instances() {
    let keys = [r#"["a.b[0]"]"#, r#"["x/\"y\""]"#];
    let mut changes = Vec::new();
    let addresses: Vec<(String, String)> = keys
        .iter()
        .map(|key| {
            (
                format!("aws_kms_key.k{key}"),
                format!("module.m{key}.module.n.aws_sqs_queue.q[0]"),
            )
        })
        .collect();
    for (key, queue) in &addresses {
        changes.push((key.as_str(), json!({}), json!({"arn": true})));
        changes.push((queue.as_str(), json!({}), json!({"kms": true, "url": true})));
    }
    let inner = json!({"resources": [block("aws_sqs_queue.q", &json!({"kms": refers(&["var.key"])}))],
        "variables": {"key": {}}});
    let outer = json!({"variables": {"key_arn": {}},
        "module_calls": {"n": {"expressions": {"key": refers(&["var.key_arn"])}, "module": inner}}});
    let root = json!({
        "resources": [{"address": "aws_kms_key.k", "for_each_expression": refers(&["var.all"])}],
        "module_calls": {"m": {
            "for_each_expression": refers(&["var.all"]),
            "expressions": {"key_arn": refers(&["aws_kms_key.k", "each.key"])},
            "module": outer,
        }},
    });
    let graph = graph(&plan(&changes, &root));
    for (own, (key, queue)) in addresses.iter().enumerate() {
        let (other, _) = &addresses[1 - own];
        assert_eq!(
            mentions(&graph, queue),
            [key, other].map(|key| format!("/kms -> {key}. (var.key, var.key_arn)"))
        );
        assert_eq!(
            state(&graph, queue, "/kms"),
            format!("unknown {key}. {other}."),
            "the one with the same key comes first"
        );
        assert_eq!(
            at(&graph, queue).module.as_ref(),
            queue.strip_suffix(".aws_sqs_queue.q[0]").expect("module")
        );
    }
}

#[test]
fn a_reference_without_key_mentions_every_instance_and_one_with_key_that_one() {
    let graph = graph(&plan(
        &[
            ("aws_s3_bucket.b[0]", json!({}), json!({})),
            ("aws_s3_bucket.b[1]", json!({}), json!({})),
            ("aws_s3_bucket.b2", json!({}), json!({})),
            ("aws_x.all", json!({}), json!({"ids": true})),
            ("aws_x.one", json!({}), json!({"ids": true})),
        ],
        &json!({"resources": [
            block("aws_s3_bucket.b", &json!({})),
            block("aws_s3_bucket.b2", &json!({})),
            block("aws_x.all", &json!({"ids": refers(&["aws_s3_bucket.b"])})),
            block("aws_x.one", &json!({"ids": refers(&["aws_s3_bucket.b[1].id", "aws_s3_bucket.b[1]", "aws_s3_bucket.b"])})),
        ]}),
    ));
    assert_eq!(
        state(&graph, "aws_x.all", "/ids"),
        "unknown aws_s3_bucket.b[0]. aws_s3_bucket.b[1]."
    );
    assert_eq!(
        state(&graph, "aws_x.one", "/ids"),
        "unknown aws_s3_bucket.b[1].id"
    );
}

#[test]
fn a_plan_does_not_say_which_instance_a_computed_key_means() {
    let mut changes = Vec::new();
    let keys = [r#"["x"]"#, r#"["y"]"#];
    let addresses: Vec<[String; 4]> = keys
        .iter()
        .map(|key| {
            [
                "aws_s3_bucket.b",
                "aws_s3_bucket_policy.p",
                "aws_x.x",
                "module.m",
            ]
            .map(|base| {
                let inner = if base == "module.m" { ".aws_a.a" } else { "" };
                format!("{base}{key}{inner}")
            })
        })
        .collect();
    for [bucket, policy, user, inner] in &addresses {
        changes.push((bucket.as_str(), json!({}), json!({"id": true})));
        changes.push((policy.as_str(), json!({}), json!({"bucket": true})));
        changes.push((
            user.as_str(),
            json!({}),
            json!({"next": true, "all": true, "out": true}),
        ));
        changes.push((inner.as_str(), json!({}), json!({"id": true})));
    }
    let child = json!({"resources": [block("aws_a.a", &json!({}))],
        "outputs": {"id": {"expression": refers(&["aws_a.a.id", "aws_a.a"])}}});
    let graph = graph(&plan(
        &changes,
        &json!({"resources": [
            block("aws_s3_bucket.b", &json!({})),
            // `for_each = aws_s3_bucket.b`, or `{for k, b in aws_s3_bucket.b : other(k) => {id = b.arn}}`.
            {"address": "aws_s3_bucket_policy.p", "for_each_expression": refers(&["aws_s3_bucket.b"]),
             "expressions": {"bucket": refers(&["each.value.id", "each.value"])}},
            {"address": "aws_x.x", "for_each_expression": {"constant_value": {"x": "y", "y": "x"}}, "expressions": {
                // `aws_s3_bucket.b[each.value].id`
                "next": refers(&["aws_s3_bucket.b", "each.value"]),
                // `"${each.key}-${join(",", values(aws_s3_bucket.b)[*].id)}"`
                "all": refers(&["each.key", "aws_s3_bucket.b"]),
                // `module.m[each.value].id`
                "out": refers(&["module.m", "each.value"]),
            }},
        ], "module_calls": {"m": {"module": child, "for_each_expression": refers(&["local.s"])}}}),
    ));
    let both = |own: usize, name: &str| {
        let address = |at: usize| match name {
            "module.m" => format!("module.m{}.aws_a.a.id", keys[at]),
            _ => format!("{name}{}.", keys[at]),
        };
        format!("unknown {} {}", address(own), address(1 - own))
    };
    for (own, [_, policy, user, _]) in addresses.iter().enumerate() {
        let bucket = both(own, "aws_s3_bucket.b");
        assert_eq!(state(&graph, policy, "/bucket"), bucket);
        assert_eq!(state(&graph, user, "/next"), bucket);
        assert_eq!(state(&graph, user, "/all"), bucket);
        assert_eq!(state(&graph, user, "/out"), both(own, "module.m"));
    }
}

#[test]
fn what_a_module_takes_of_an_argument_is_an_attribute_only_where_the_argument_is_one_whole_resource()
 {
    let arguments = json!({
        "whole": refers(&["aws_a.one"]),
        "item": refers(&["aws_a.many[0]", "aws_a.many"]),
        "made": refers(&["aws_a.many", "each.value", "aws_a.one.id", "aws_a.one"]),
        "group": refers(&["aws_a.many"]),
        "nested": refers(&["aws_a.one"]),
    });
    let taken = json!({
        "whole": refers(&["var.whole.id", "var.whole"]),
        "item": refers(&["var.item.id", "var.item"]),
        "made": refers(&["var.made.b", "var.made"]),
        "group": refers(&["var.group.id", "var.group"]),
        "unheard": refers(&["var.whole.bucket", "var.whole"]),
        "nested": refers(&["var.nested.name.id", "var.nested.name", "var.nested"]),
    });
    let unknown = json!({"whole": true, "item": true, "made": true, "group": true, "unheard": true, "nested": true});
    let graph = graph(&plan(
        &[
            ("aws_a.one", json!({"name": "n"}), json!({"id": true})),
            ("aws_a.many[0]", json!({}), json!({"id": true})),
            ("aws_a.many[1]", json!({}), json!({"id": true})),
            ("module.m.aws_b.b", json!({}), unknown),
        ],
        &json!({
            "resources": [block("aws_a.one", &json!({})), block("aws_a.many", &json!({}))],
            "module_calls": {"m": {"expressions": arguments,
                "module": {"resources": [block("aws_b.b", &taken)]}}},
        }),
    ));
    let found = |name: &str| state(&graph, "module.m.aws_b.b", &format!("/{name}"));
    assert_eq!(found("whole"), "unknown aws_a.one.id");
    assert_eq!(found("item"), "unknown aws_a.many[0].id");
    assert_eq!(
        found("made"),
        "unknown aws_a.many[0]. aws_a.many[1]. aws_a.one.id"
    );
    assert_eq!(found("group"), "unknown aws_a.many[0]. aws_a.many[1].");
    assert_eq!(found("unheard"), "unknown aws_a.one.");
    assert_eq!(found("nested"), "unknown aws_a.one.");
}

#[test]
fn a_value_that_refers_only_to_what_has_no_instance_is_noted() {
    let graph = graph(&plan(
        &[
            ("aws_a.a", json!({}), json!({"id": true})),
            (
                "aws_sqs_queue.q",
                json!({"known": "v"}),
                json!({"key": true, "either": true}),
            ),
        ],
        &json!({"resources": [
            block("aws_a.a", &json!({})),
            {"address": "aws_kms_key.k", "count_expression": {"constant_value": 0}},
            block("aws_sqs_queue.q", &json!({
                "key": refers(&["aws_kms_key.k[0].arn", "aws_kms_key.k[0]", "aws_kms_key.k"]),
                "either": refers(&["aws_kms_key.k", "aws_a.a.id", "aws_a.a"]),
                "known": refers(&["aws_kms_key.k"]),
            })),
        ]}),
    ));
    let notes: Vec<_> = graph
        .notes
        .iter()
        .map(|note| (note.code, note.path.as_deref(), note.forbids_verdict))
        .collect();
    assert_eq!(notes, [("no-instance", Some("/key"), false)]);
    assert!(
        graph.notes[0].message.ends_with("`aws_kms_key.k[0].arn`"),
        "{}",
        graph.notes[0].message
    );
}

#[test]
fn references_go_through_module_outputs_and_data_sources() {
    let child = json!({
        "resources": [block("aws_iam_role.r", &json!({}))],
        "outputs": {"arn": {"expression": refers(&["aws_iam_role.r.arn", "aws_iam_role.r"])}},
    });
    let graph = graph(&plan(
        &[
            ("module.m.aws_iam_role.r", json!({}), json!({"arn": true})),
            (
                "data.aws_iam_role.found",
                json!({}),
                json!({"name": true, "arn": true}),
            ),
            ("aws_x.x", json!({}), json!({"a": true, "b": true})),
        ],
        &json!({
            "resources": [
                block("data.aws_iam_role.found", &json!({"name": refers(&["module.m.arn", "module.m"])})),
                block("aws_x.x", &json!({"a": refers(&["module.m.arn", "module.m"]),
                    "b": refers(&["data.aws_iam_role.found.arn", "data.aws_iam_role.found"])})),
            ],
            "module_calls": {"m": {"module": child}},
        }),
    ));
    assert_eq!(
        mentions(&graph, "aws_x.x"),
        [
            "/a -> module.m.aws_iam_role.r.arn (module.m)",
            "/b -> data.aws_iam_role.found.arn",
            "/b -> module.m.aws_iam_role.r.arn (data.aws_iam_role.found, module.m)",
        ]
    );
}

#[test]
fn a_reference_that_leads_nowhere_forbids_a_verdict_only_where_the_value_is_open() {
    let graph = graph(&plan(
        &[("aws_x.x", json!({"known": "v"}), json!({"open": true}))],
        &json!({"resources": [block("aws_x.x", &json!({"known": refers(&["aws_gone.g.id", "aws_gone.g"]),
            "open": refers(&["aws_gone.g.id", "aws_gone.g"])}))]}),
    ));
    let notes: Vec<_> = graph
        .notes
        .iter()
        .map(|note| (note.code, note.path.as_deref(), note.forbids_verdict))
        .collect();
    assert_eq!(
        notes,
        [
            ("dangling-reference", Some("/known"), false),
            ("dangling-reference", Some("/open"), true)
        ]
    );
}

#[test]
fn depends_on_names_whole_addresses() {
    let graph = graph(&plan(
        &[
            ("aws_a.a[0]", json!({}), json!({})),
            ("module.m[\"k\"].aws_a.a", json!({}), json!({})),
            ("aws_b.b", json!({}), json!({})),
        ],
        &json!({
            "resources": [
                block("aws_a.a", &json!({})),
                {"address": "aws_b.b", "depends_on": ["aws_a.a", "module.m"]},
            ],
            "module_calls": {"m": {"module": {"resources": [block("aws_a.a", &json!({}))]}}},
        }),
    ));
    assert_eq!(
        at(&graph, "aws_b.b").depends_on.join(" "),
        "aws_a.a[0] module.m[\"k\"]"
    );
}

#[test]
fn what_a_module_depends_on_its_resources_depend_on_at_any_depth() {
    let innermost = json!({"resources": [{"address": "aws_q.q", "depends_on": ["aws_q.r"]}, block("aws_q.r", &json!({}))]});
    let outer = json!({
        "resources": [block("aws_o.o", &json!({}))],
        "module_calls": {"n": {"depends_on": ["aws_o.o"], "module": innermost}},
    });
    let graph = graph(&plan(
        &[
            ("aws_b.b", json!({}), json!({})),
            ("module.m[0].aws_o.o", json!({}), json!({})),
            ("module.m[0].module.n.aws_q.q", json!({}), json!({})),
            ("module.m[0].module.n.aws_q.r", json!({}), json!({})),
        ],
        &json!({
            "resources": [block("aws_b.b", &json!({}))],
            "module_calls": {"m": {"depends_on": ["aws_b.b"], "module": outer}},
        }),
    ));
    let found = |address: &str| at(&graph, address).depends_on.join(" ");
    assert_eq!(found("aws_b.b"), "");
    assert_eq!(found("module.m[0].aws_o.o"), "aws_b.b");
    assert_eq!(
        found("module.m[0].module.n.aws_q.q"),
        "module.m[0].module.n.aws_q.r module.m[0].aws_o.o aws_b.b"
    );
}

#[test]
fn references_to_groups_stay_linear_in_a_large_plan() {
    let addresses: Vec<String> = (0..1200).map(|at| format!("aws_a.a[{at}]")).collect();
    let lengths = |names: &[&str]| {
        let changes: Vec<_> = addresses
            .iter()
            .map(|address| (address.as_str(), json!({}), json!({"all": true})))
            .collect();
        let root = json!({"resources": [block("aws_a.a", &json!({"all": refers(names)}))]});
        let graph = graph(&plan(&changes, &root));
        assert_eq!(codes(&graph), ["mentions-cut-short"]);
        let found = graph.resources.values().map(|found| found.mentions.len());
        let own = state(&graph, "aws_a.a[1100]", "/all");
        let lengths: Vec<usize> = found.collect();
        let extremes = (lengths.iter().max().copied(), lengths.iter().min().copied());
        (extremes, own.split(' ').nth(1).map(str::to_owned))
    };
    let (whole, _) = lengths(&["aws_a.a"]);
    assert_eq!(whole, (Some(1200), Some(16)));
    let (keyed, first) = lengths(&["aws_a.a", "count.index"]);
    assert_eq!(keyed, (Some(16), Some(16)));
    assert_eq!(first.as_deref(), Some("aws_a.a[1100]."));
}

#[test]
fn a_mention_of_an_attribute_stands_beside_an_exact_reference_to_another_of_the_same_resource() {
    let mut graph = Graph::new(crate::graph::Kind::Plan);
    let queue = Resource::new("aws_sqs_queue.q", "aws_sqs_queue", "q");
    let mut user = Resource::new("aws_a.a", "aws_a", "a");
    user.values = Node::object([("x", Node::reference("aws_sqs_queue.q", "arn"))]);
    for attribute in ["arn", "url", ""] {
        user.mentions.push(crate::graph::Mention {
            path: "/x".to_owned(),
            to: crate::value::Reference {
                address: "aws_sqs_queue.q".into(),
                attribute: attribute.into(),
            },
            via: Vec::new(),
            exact: false,
        });
    }
    for resource in [queue, user] {
        graph.resources.insert(resource.address.clone(), resource);
    }
    let document = crate::graph::symbolic(&graph);
    let refs = document.at("/resources/aws_a.a/refs").expect("references");
    let shown: Vec<_> = refs
        .as_list()
        .expect("a list")
        .iter()
        .map(|entry| {
            [entry.get("attribute"), entry.get("precision")]
                .map(|text| text.and_then(Node::as_text).unwrap_or_default())
        })
        .collect();
    assert_eq!(shown, [["arn", "exact"], ["url", "mention"]]);
}
