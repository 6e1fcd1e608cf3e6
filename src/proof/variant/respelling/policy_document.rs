//! `jsonencode` and `aws_iam_policy_document`: the same policy by a function and by a data source.

use crate::artifact::schema;
use crate::graph::terraform::policy_document::{add_defaults, assemble, encoded, id};
use crate::graph::{Graph, Kind, Mode, Presence, Resource};
use crate::value::{Node, Object, Text};

use super::planned::add_empty_blocks;
use super::readdressed::address;
use super::reseated::{Said, change, policies};
use super::{Place, Respelling, Subject, Trial, at_places, whole};

const TYPE: &str = "aws_iam_policy_document";

/// The kinds that hold data sources as their author wrote them.
const KINDS: &[Kind] = &[Kind::Plan, Kind::Configuration];

/// Documents made by a data source.
pub(super) const POLICY_DOCUMENT: Respelling = Respelling {
    name: "policy-document",
    title: "every policy made by `aws_iam_policy_document`",
    kinds: KINDS,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        at_places(
            subject.graph,
            &places(subject.graph),
            trial,
            &with_data_source,
        );
    },
};

/// Documents written where they are used.
pub(super) const ENCODED: Respelling = Respelling {
    name: "jsonencode",
    title: "every policy of an `aws_iam_policy_document` written where it is used",
    kinds: KINDS,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(written_in_place(subject.graph), trial);
    },
};

/// Encoded policies whose every statement has the parts that the data source has.
fn places(graph: &Graph) -> Vec<Place> {
    let mut places = Vec::new();
    for (address, resource) in &graph.resources {
        if resource.mode == Mode::Managed && resource.presence == Presence::Always {
            for (pointer, document) in policies(resource) {
                if arguments(&document).is_some() {
                    places.push(Place::new(address.clone(), pointer));
                }
            }
        }
    }
    places
}

fn with_data_source(graph: &mut Graph, place: &Place) -> bool {
    let Some(resource) = graph.resources.get(&place.address) else {
        return false;
    };
    let Some((_, document)) = policies(resource)
        .into_iter()
        .find(|(pointer, _)| *pointer == place.pointer)
    else {
        return false;
    };
    let Some(values) = arguments(&document) else {
        return false;
    };
    let made = encoded(&assemble(&values), "json");
    let data = data_source(graph.kind, resource, &place.pointer, values);
    let Some(resource) = graph.resources.get_mut(&place.address) else {
        return false;
    };
    let replace = |node: &mut Node| {
        *node = made;
        true
    };
    // Of the new document's parts the plan says nothing; of the attribute as a whole it says what it said.
    let keep = |rest: &str| rest.is_empty().then(String::new);
    if !change(resource, &place.pointer, replace, &keep) {
        return false;
    }
    graph.resources.insert(data.address.clone(), data);
    true
}

fn data_source(kind: Kind, user: &Resource, pointer: &str, mut values: Node) -> Resource {
    let part: String = pointer
        .chars()
        .map(|character| {
            if character.is_ascii_alphanumeric() {
                character
            } else {
                '_'
            }
        })
        .collect();
    let name = format!("{}_{}{part}", user.resource_type, user.name);
    let mut data = Resource::new("", TYPE, name.as_str());
    data.mode = Mode::Data;
    data.module = user.module.clone();
    data.index = user.index.clone();
    data.provider = user.provider.clone();
    data.address = address(&data.module, &data, &name, &data.index);
    if kind == Kind::Plan {
        data.actions = vec![Text::from("read")];
        as_planned(&mut values);
    }
    // What it computes shows where all of the document is known.
    let document = assemble(&values);
    if let (Node::Object(values), Node::Text(json)) = (&mut values, encoded(&document, "json")) {
        add_defaults(values);
        values.insert("id".into(), Node::Text(id(&json)));
        values.insert("json".into(), Node::Text(json));
        values.insert("minified_json".into(), encoded(&document, "minified_json"));
    }
    data.values = values;
    Said::forget(&mut data, "");
    data
}

fn member<'n>(node: &'n mut Node, name: &str) -> Option<&'n mut Node> {
    match node {
        Node::Object(members) => members.get_mut(name),
        _ => None,
    }
}

/// A plan shows sets in their order, and blocks that nobody wrote as empty ones.
fn as_planned(values: &mut Node) {
    if let Some(Node::List(statements)) = member(values, "statement") {
        for statement in statements {
            for name in ["actions", "not_actions", "resources", "not_resources"] {
                if let Some(Node::List(items)) = member(statement, name)
                    && items.iter().all(|item| item.as_text().is_some())
                {
                    items.sort_unstable();
                }
            }
        }
    }
    if let Some(body) = schema::data(TYPE) {
        add_empty_blocks(body, values);
    }
}

/// The graph without the data sources that documents were assembled from, where nothing else refers to them.
fn written_in_place(graph: &Graph) -> Option<Graph> {
    let mut left = graph.clone();
    let referred = |address: &Text| {
        let in_node = |node: &Node| node.references().iter().any(|to| to.address == *address);
        graph.resources.values().any(|resource| {
            in_node(&resource.values)
                || resource.depends_on.contains(address)
                || resource
                    .mentions
                    .iter()
                    .any(|mention| mention.to.address == *address)
        }) || graph.outputs.values().any(in_node)
    };
    left.resources.retain(|address, resource| {
        resource.mode != Mode::Data || &*resource.resource_type != TYPE || referred(address)
    });
    (left.resources.len() < graph.resources.len()).then_some(left)
}

/// The arguments of the data source that makes the document.
fn arguments(document: &Node) -> Option<Node> {
    let members = document.as_object()?;
    let mut arguments = Object::new();
    for (key, value) in members {
        match &**key {
            "Version" => drop(arguments.insert("version".into(), value.clone())),
            "Id" => drop(arguments.insert("policy_id".into(), value.clone())),
            "Statement" => {
                let statements = match value {
                    Node::List(items) => items.as_slice(),
                    one => std::slice::from_ref(one),
                };
                let blocks: Option<Vec<Node>> = statements.iter().map(block).collect();
                arguments.insert("statement".into(), Node::List(blocks?));
            }
            _ => return None,
        }
    }
    // The data source tells statements apart by their `Sid`.
    let mut sids: Vec<&Node> = Vec::new();
    for statement in arguments.get("statement").and_then(Node::as_list)? {
        if let Some(sid) = statement.get("sid") {
            if sid.as_text().is_none() || sids.contains(&sid) {
                return None;
            }
            sids.push(sid);
        }
    }
    Some(Node::Object(arguments))
}

fn block(statement: &Node) -> Option<Node> {
    let mut block = Object::new();
    for (key, value) in statement.as_object()? {
        let (name, value) = match &**key {
            "Sid" => ("sid", value.clone()),
            "Effect" => ("effect", Node::text(value.as_text()?)),
            "Action" => ("actions", strings(value)?),
            "NotAction" => ("not_actions", strings(value)?),
            "Resource" => ("resources", strings(value)?),
            "NotResource" => ("not_resources", strings(value)?),
            "Principal" => ("principals", principals(value)?),
            "NotPrincipal" => ("not_principals", principals(value)?),
            "Condition" => ("condition", conditions(value)?),
            _ => return None,
        };
        block.insert(name.into(), value);
    }
    Some(Node::Object(block))
}

/// A list of strings; policy variables are written with `&` where a template would take them for its own.
fn strings(value: &Node) -> Option<Node> {
    let items = match value {
        Node::List(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let items: Option<Vec<Node>> = items.iter().map(string).collect();
    items.map(Node::List)
}

fn string(value: &Node) -> Option<Node> {
    match value {
        Node::Text(text) => Some(Node::text(text.replace("${", "&{"))),
        Node::Bool(value) => Some(Node::text(if *value { "true" } else { "false" })),
        Node::Number(number) => Some(Node::text(number.to_text())),
        Node::Ref(_) => Some(value.clone()),
        Node::Join(parts) => {
            let parts: Option<Vec<Node>> = parts.iter().map(string).collect();
            parts.map(Node::Join)
        }
        Node::Unknown(unknown) if unknown.kind.as_deref() == Some("string") => Some(value.clone()),
        _ => None,
    }
}

fn principals(value: &Node) -> Option<Node> {
    let block = |kind: &str, identifiers: Node| {
        Node::object([("type", Node::text(kind)), ("identifiers", identifiers)])
    };
    match value {
        Node::Text(text) if **text == *"*" => {
            let everybody = Node::List(vec![Node::text("*")]);
            Some(Node::List(vec![block("*", everybody)]))
        }
        Node::Object(kinds) => {
            let blocks: Option<Vec<Node>> = kinds
                .iter()
                .map(|(kind, identifiers)| Some(block(kind, strings(identifiers)?)))
                .collect();
            blocks.map(Node::List)
        }
        _ => None,
    }
}

fn conditions(value: &Node) -> Option<Node> {
    let mut blocks = Vec::new();
    for (test, variables) in value.as_object()? {
        for (variable, values) in variables.as_object()? {
            blocks.push(Node::object([
                ("test", Node::text(test.clone())),
                ("variable", Node::text(variable.clone())),
                ("values", strings(values)?),
            ]));
        }
    }
    Some(Node::List(blocks))
}
