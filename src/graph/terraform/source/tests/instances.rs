//! Values of instances that may not exist, of errors that may not come, and of members that may not differ.

use super::*;

const MODULE: &str = "output \"days\" {\n value = 14\n}\n";

/// The value of an output beside a module and a resource that exist where `var.x` holds.
fn beside(expression: &str) -> Node {
    let main = format!(
        "variable \"x\" {{\n type = bool\n}}\nvariable \"t\" {{\n type = string\n}}\nvariable \"m\" {{\n type = map(string)\n}}\n\
         module \"m\" {{\n source = \"./m\"\n count = var.x ? 1 : 0\n}}\n\
         resource \"aws_kms_key\" \"k\" {{\n for_each = var.x ? {{ a = 1 }} : {{}}\n}}\n\
         resource \"aws_kms_key\" \"o\" {{}}\n\
         resource \"aws_sns_topic\" \"t\" {{\n display_name = 1\n}}\n\
         resource \"aws_iam_policy_attachment\" \"p\" {{\n name = \"p\"\n roles = [\"b\", \"b\"]\n policy_arn = \"x\"\n}}\n\
         output \"x\" {{\n value = {expression}\n}}\n"
    );
    let graph = try_graph(&[("main.tf", &main), ("m/main.tf", MODULE)], &[]).expect("a graph");
    graph.outputs["x"].clone()
}

fn branches(expression: &str) -> Vec<Node> {
    let value = beside(expression);
    let Node::OneOf(choice) = &value else {
        panic!("{expression} is {}", shown(&value))
    };
    choice.values.clone()
}

#[test]
fn a_module_call_that_may_make_no_instance_leaves_a_choice() {
    assert_eq!(branches("length(module.m)"), [Node::from(1), Node::from(0)]);
    assert_eq!(
        branches("one(module.m[*].days)"),
        [Node::from(14), Node::Null]
    );
    assert_eq!(
        branches("try(module.m[0].days, 30)"),
        [Node::from(14), Node::from(30)]
    );
}

#[test]
fn outside_of_try_an_instance_that_is_indexed_exists() {
    assert_eq!(beside("module.m[0].days"), Node::from(14));
}

#[test]
fn an_instance_of_a_resource_that_may_not_exist_leaves_a_choice() {
    assert_eq!(
        branches("try(aws_kms_key.k[\"a\"].arn, \"none\")"),
        [
            Node::reference("aws_kms_key.k[\"a\"]", "arn"),
            Node::text("none")
        ]
    );
    assert_eq!(
        branches("length(aws_kms_key.k)"),
        [Node::from(1), Node::from(0)]
    );
}

#[test]
fn an_error_that_the_value_does_not_show_leaves_a_choice() {
    for argument in [
        "regex(\"^a\", var.t) == \"a\" ? 1 : 1",
        "var.m[\"k\"] == \"a\" ? 1 : 1",
        "length(var.m) > 0 ? 1 : 1",
    ] {
        assert_eq!(
            branches(&format!("try({argument}, 2)")),
            [Node::from(1), Node::from(2)]
        );
    }
}

#[test]
fn equal_values_of_different_expressions_may_fail_apart() {
    let pair = beside(
        "[try(length(var.m) > 0 ? 1 : 1, 2), try(regex(\"^a\", var.t) == \"a\" ? 1 : 1, 2)]",
    );
    let Node::List(items) = &pair else {
        panic!("a list")
    };
    assert_ne!(items[0], items[1]);
}

#[test]
fn members_of_a_set_that_are_not_known_are_not_counted_apart() {
    let length = beside("length(tolist(toset([var.t, \"a\"])))");
    assert!(matches!(length, Node::Unknown(_)), "{}", shown(&length));
    let first = beside("tolist(toset([var.t, \"a\"]))[0]");
    assert!(matches!(first, Node::Unknown(_)), "{}", shown(&first));
}

#[test]
fn a_later_key_that_is_not_known_may_win() {
    assert_eq!(
        branches("{ a = 1, (var.t) = 2 }[\"a\"]"),
        [Node::from(2), Node::from(1)]
    );
    assert_eq!(beside("{ (var.t) = 2, a = 1 }[\"a\"]"), Node::from(1));
}

#[test]
fn an_argument_is_read_in_the_type_of_the_schema() {
    assert_eq!(
        beside("aws_sns_topic.t.display_name == \"1\" ? 1 : 2"),
        Node::from(1)
    );
    let length = beside("length(aws_iam_policy_attachment.p.roles)");
    assert!(matches!(length, Node::Unknown(_)), "{}", shown(&length));
}

#[test]
fn the_number_of_undecided_instances_shows_as_the_unknown_that_it_is() {
    let graph = graph(
        "variable \"n\" {\n type = number\n}\nresource \"terraform_data\" \"a\" {\n count = var.n\n}\n",
    );
    let document = shown(&crate::graph::symbolic(&graph));
    assert!(
        document.contains(
            "{\"count\":{\"$unknown\":\"variable\",\"id\":\"var.n\",\"type\":\"number\"}}"
        ),
        "{document}"
    );
}
