//! What a plan's configuration says of the arguments of a block: constants, and the names that expressions mention.

use hcl_edit::expr::{Expression, Traversal, TraversalOperator};
use hcl_edit::structure::{Attribute, Block as Nested};
use hcl_edit::visit::{Visit, visit_traversal};

use crate::artifact::config::Block;
use crate::artifact::schema::{self, Body, Nesting};
use crate::value::{Node, Number, Object, Text};

use super::terraform::{key_of, quoted};

/// Arguments and blocks that say how a resource is managed; plans state them elsewhere, or not at all.
const META: [&str; 7] = [
    "connection",
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "provider",
    "provisioner",
];

/// The `expressions` of a resource or data source.
pub(super) fn expressions(block: &Block) -> Object {
    let kind = block.label(0).map(|label| &**label).unwrap_or_default();
    let known = match &*block.keyword {
        "data" => schema::data(kind),
        _ => schema::resource(kind),
    };
    let attributes = block.attributes().map(|(_, attribute)| attribute);
    let nested = block.blocks().map(|(_, nested)| nested);
    body(attributes, nested, known)
}

fn body<'b>(
    attributes: impl Iterator<Item = &'b Attribute>,
    blocks: impl Iterator<Item = &'b Nested>,
    known: Option<Body>,
) -> Object {
    let mut members = Object::new();
    for attribute in attributes.filter(|attribute| !META.contains(&attribute.key.as_str())) {
        let name = Text::from(attribute.key.as_str());
        members.insert(name, expression(&attribute.value));
    }
    // Blocks that `dynamic` makes are missing from plans.
    for block in blocks {
        let name = block.ident.as_str();
        if META.contains(&name) || name == "dynamic" {
            continue;
        }
        let found = known.and_then(|known| known.block(name));
        let inner = found.map(|(_, inner)| inner);
        let inside = Node::Object(body(block.body.attributes(), block.body.blocks(), inner));
        if found.is_some_and(|(nesting, _)| nesting == Nesting::Single) || name == "timeouts" {
            members.insert(Text::from(name), inside);
            continue;
        }
        let listed = members.entry(Text::from(name));
        if let Node::List(items) = listed.or_insert_with(|| Node::List(Vec::new())) {
            items.push(inside);
        }
    }
    members
}

fn expression(written: &Expression) -> Node {
    if let Some(constant) = constant(written) {
        return Node::object([("constant_value", constant)]);
    }
    let mut names = Names::default();
    names.visit_expr(written);
    if names.found.is_empty() {
        return Node::Object(Object::new());
    }
    let names = names.found.into_iter().map(Node::text);
    Node::object([("references", Node::List(names.collect()))])
}

/// The value of an expression that is written out.
fn constant(written: &Expression) -> Option<Node> {
    Some(match written {
        Expression::Null(_) => Node::Null,
        Expression::Bool(value) => Node::Bool(*value.value()),
        Expression::Number(number) => Node::Number(Number::parse(&number.value().to_string())?),
        Expression::String(text) => Node::text(text.as_str()),
        Expression::Parenthesis(inner) => constant(inner.inner())?,
        Expression::Array(items) => {
            Node::List(items.iter().map(constant).collect::<Option<Vec<_>>>()?)
        }
        Expression::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| Some((key_of(key)?, constant(value.expr())?)));
            Node::Object(members.collect::<Option<Object>>()?)
        }
        _ => return None,
    })
}

/// The names that an expression mentions, each followed by what it leads through.
#[derive(Default)]
struct Names {
    found: Vec<String>,
}

impl Names {
    fn add(&mut self, name: String) {
        if !self.found.contains(&name) {
            self.found.push(name);
        }
    }
}

impl Visit for Names {
    fn visit_traversal(&mut self, node: &Traversal) {
        if let Expression::Variable(root) = &node.expr {
            for name in chain(root.as_str(), &node.operators) {
                self.add(name);
            }
        }
        visit_traversal(self, node);
    }
}

/// `a.b.c["k"].d` as what it mentions: from the whole name to the shortest that names something.
fn chain(root: &str, operators: &[hcl_edit::Decorated<TraversalOperator>]) -> Vec<String> {
    let mut steps = vec![root.to_owned()];
    for operator in operators {
        let last = steps.last().cloned().unwrap_or_default();
        match operator.value() {
            TraversalOperator::GetAttr(name) => steps.push(format!("{last}.{}", name.as_str())),
            TraversalOperator::Index(Expression::String(key)) => {
                steps.push(format!("{last}[\"{}\"]", quoted(key.as_str())));
            }
            TraversalOperator::Index(Expression::Number(index)) => {
                steps.push(format!("{last}[{}]", index.value()));
            }
            _ => break,
        }
    }
    // How many parts a name has before it names something.
    let shortest = match root {
        "data" => 2,
        "path" | "terraform" => steps.len() - 1,
        _ => 1,
    };
    steps.into_iter().skip(shortest).rev().collect()
}
