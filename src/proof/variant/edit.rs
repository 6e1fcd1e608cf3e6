//! Edits of a graph: one change each, at a place that is named by address and pointer.

use std::borrow::Cow;
use std::collections::BTreeMap;

use thiserror::Error;

use crate::graph::{Graph, Mention, Resource};
use crate::value::{Node, OneOf, Text, parse_json, split_pointer};

use super::settle::settle;

/// An attribute of a resource, or the resource itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Address of the resource.
    pub address: Text,
    /// JSON pointer into its values, going on into encoded documents; empty for the resource itself.
    pub pointer: String,
}

/// One change of a graph.
#[derive(Debug, Clone)]
pub enum Edit {
    /// The attribute gets this value, whether it was set before or not.
    Set {
        /// The attribute.
        at: Place,
        /// Its new value.
        value: Node,
    },
    /// The attribute is unset, or the item leaves its list.
    Remove {
        /// The attribute or item.
        at: Place,
    },
    /// The list gets one more item, at its end.
    Append {
        /// The list.
        at: Place,
        /// The new item.
        value: Node,
    },
    /// One more resource.
    AddResource(Box<Resource>),
    /// One resource less, and the outputs that refer to it; no resource may.
    RemoveResource {
        /// Its address.
        address: Text,
    },
}

/// An edit that does not fit the graph.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{}{}` cannot be {what}", .at.address, .at.pointer)]
pub struct Unfit {
    /// Where.
    pub at: Place,
    /// What was to be done there.
    pub what: &'static str,
}

/// The graph after all edits.
pub fn applied(graph: &Graph, edits: &[Edit]) -> Result<Graph, Unfit> {
    let mut graph = graph.clone();
    for edit in edits {
        edit.apply(&mut graph)?;
    }
    Ok(graph)
}

/// What `look` sees of the graph after all edits; afterwards the graph is as it was. Only what the edits touch is copied.
pub fn while_applied<T>(
    graph: &mut Graph,
    edits: &[Edit],
    look: impl FnOnce(&Graph) -> T,
) -> Result<T, Unfit> {
    let mut before: BTreeMap<Text, Option<Resource>> = BTreeMap::new();
    let removes = |edit: &Edit| matches!(edit, Edit::RemoveResource { .. });
    let outputs = edits.iter().any(removes).then(|| graph.outputs.clone());
    let mut result = Ok(());
    for edit in edits {
        for address in edit.touched(graph) {
            let entry = before.entry(address);
            entry.or_insert_with_key(|address| graph.resources.get(address).cloned());
        }
        result = edit.apply(graph);
        if result.is_err() {
            break;
        }
    }
    let seen = result.map(|()| look(graph));
    for (address, resource) in before {
        match resource {
            Some(resource) => graph.resources.insert(address, resource),
            None => graph.resources.remove(&address),
        };
    }
    if let Some(outputs) = outputs {
        graph.outputs = outputs;
    }
    seen
}

impl Edit {
    /// The resource it changes.
    pub fn address(&self) -> &Text {
        match self {
            Self::Set { at, .. } | Self::Remove { at } | Self::Append { at, .. } => &at.address,
            Self::AddResource(resource) => &resource.address,
            Self::RemoveResource { address } => address,
        }
    }

    /// The resources that carrying it out changes: the one it is about, those that depend on one that goes, and those that
    /// repeat an attribute which they do not follow any more.
    fn touched(&self, graph: &Graph) -> Vec<Text> {
        let own = self.address();
        let is_touched = |resource: &&Resource| match self {
            Self::RemoveResource { address } => resource.depends_on.contains(address),
            Self::AddResource(_) => false,
            Self::Set { .. } | Self::Remove { .. } | Self::Append { .. } => {
                let mut mentions = resource.mentions.iter();
                mentions.any(|mention| mention.exact && mention.to.address == *own)
            }
        };
        let touched = graph.resources.values().filter(is_touched);
        let touched = touched.map(|resource| resource.address.clone());
        [own.clone()].into_iter().chain(touched).collect()
    }

    /// Carries the edit out.
    pub fn apply(&self, graph: &mut Graph) -> Result<(), Unfit> {
        match self {
            Self::Set { at, value } => change(graph, at, "set", &Change::Set(value)),
            Self::Remove { at } => change(graph, at, "removed", &Change::Remove),
            Self::Append { at, value } => change(graph, at, "extended", &Change::Append(value)),
            Self::AddResource(resource) => {
                let address = resource.address.clone();
                let before = graph
                    .resources
                    .insert(address.clone(), resource.as_ref().clone());
                match before {
                    None => Ok(()),
                    Some(_) => Err(unfit(&Place::new(address, ""), "added twice")),
                }
            }
            Self::RemoveResource { address } => match graph.resources.remove(address) {
                Some(_) => {
                    for resource in graph.resources.values_mut() {
                        resource.depends_on.retain(|other| other != address);
                    }
                    graph.outputs.retain(|_, value| !refers(value, address));
                    Ok(())
                }
                None => Err(unfit(&Place::new(address.clone(), ""), "removed")),
            },
        }
    }
}

fn refers(node: &Node, address: &str) -> bool {
    let mut found = false;
    node.walk(&mut String::new(), &mut |_, node| {
        found |= matches!(node, Node::Ref(reference) if *reference.address == *address);
    });
    found
}

fn unfit(at: &Place, what: &'static str) -> Unfit {
    Unfit {
        at: at.clone(),
        what,
    }
}

enum Change<'v> {
    Set(&'v Node),
    Remove,
    Append(&'v Node),
}

fn change(
    graph: &mut Graph,
    at: &Place,
    what: &'static str,
    change: &Change<'_>,
) -> Result<(), Unfit> {
    let tokens: Vec<Cow<'_, str>> = split_pointer(&at.pointer).collect();
    let kind = graph.kind;
    let resource = graph
        .resources
        .get_mut(&at.address)
        .ok_or_else(|| unfit(at, what))?;
    if tokens.is_empty() || !descend(&mut resource.values, &tokens, change) {
        return Err(unfit(at, what));
    }
    let is_removal = matches!(change, Change::Remove);
    settle(resource, kind, &at.pointer, is_removal);
    // What the artifact said of the old value is not true of the new one.
    if !matches!(change, Change::Append(_)) {
        forget(resource, &|mention| is_within(&mention.path, &at.pointer));
        resource.via.retain(|path, _| !is_within(path, &at.pointer));
    }
    if let [attribute] = tokens.as_slice() {
        let attribute: &str = attribute;
        let after = resource.values.get(attribute).cloned().unwrap_or_default();
        release(graph, &at.address, attribute, &after);
    }
    Ok(())
}

/// Other resources that repeat a known attribute keep their values, so that they do not follow it any more.
fn release(graph: &mut Graph, address: &str, attribute: &str, after: &Node) {
    for resource in graph.resources.values_mut() {
        let values = resource.values.clone();
        forget(resource, &|mention| {
            let is_it = *mention.to.address == *address && *mention.to.attribute == *attribute;
            let differs = |value: &Node| value.is_plain() && value != after;
            is_it && mention.exact && values.at(&mention.path).is_some_and(differs)
        });
    }
}

/// Drops references that values do not show any more, and what was said of the expressions around them.
fn forget(resource: &mut Resource, is_gone: &dyn Fn(&Mention) -> bool) {
    let (gone, mut left): (Vec<Mention>, Vec<Mention>) =
        resource.mentions.drain(..).partition(is_gone);
    let exact = left.iter().filter(|mention| mention.exact);
    let exact: Vec<Mention> = exact.cloned().collect();
    left.retain(|mention| {
        let is_around = |other: &Mention| {
            mention.to == other.to
                && mention.path != other.path
                && is_within(&other.path, &mention.path)
        };
        mention.exact || !gone.iter().any(is_around) || exact.iter().any(is_around)
    });
    resource.mentions = left;
}

/// Whether `path` is `above` or below it.
pub(super) fn is_within(path: &str, above: &str) -> bool {
    path.strip_prefix(above)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Carries out a change below `node`; of a choice in every branch that has the place. Whether anything was changed.
fn descend(node: &mut Node, tokens: &[Cow<'_, str>], change: &Change<'_>) -> bool {
    if let Node::OneOf(choice) = node
        && !tokens.is_empty()
    {
        let OneOf { condition, values } = choice.as_ref();
        let mut values = values.clone();
        let mut changed = false;
        for value in &mut values {
            changed |= descend(value, tokens, change);
        }
        let condition = condition.clone();
        *node = Node::OneOf(OneOf { condition, values }.into());
        return changed;
    }
    if let Node::Json(inner) = node
        && !tokens.is_empty()
    {
        return descend(inner, tokens, change);
    }
    let Some((first, rest)) = tokens.split_first() else {
        return match change {
            Change::Set(value) => {
                *node = (*value).clone();
                true
            }
            Change::Append(value) => match node {
                Node::List(items) => {
                    items.push((*value).clone());
                    true
                }
                Node::Json(inner) => descend(inner, tokens, change),
                _ => false,
            },
            Change::Remove => false,
        };
    };
    if let Node::Text(text) = node
        && let Ok(decoded @ (Node::Object(_) | Node::List(_))) = parse_json(text)
    {
        let mut decoded = decoded;
        let changed = descend(&mut decoded, tokens, change);
        if changed {
            *node = Node::Json(Box::new(decoded));
        }
        return changed;
    }
    match node {
        Node::Object(members) => match (rest, change) {
            ([], Change::Remove) => members.remove(first.as_ref()).is_some(),
            ([], Change::Set(value)) => {
                members.insert(Text::from(first.as_ref()), (*value).clone());
                true
            }
            _ => members
                .get_mut(first.as_ref())
                .is_some_and(|member| descend(member, rest, change)),
        },
        Node::List(items) => {
            let Some(index) = first.parse().ok().filter(|index| *index < items.len()) else {
                return false;
            };
            if rest.is_empty() && matches!(change, Change::Remove) {
                items.remove(index);
                return true;
            }
            items
                .get_mut(index)
                .is_some_and(|item| descend(item, rest, change))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Kind;

    fn graph(values: Node) -> Graph {
        let mut graph = Graph::new(Kind::Plan);
        let mut resource = Resource::new("a.b", "a", "b");
        resource.values = values;
        graph.resources.insert("a.b".into(), resource);
        graph
    }

    fn edited(values: Node, edit: Edit) -> Option<Node> {
        let graph = applied(&graph(values), &[edit]).ok()?;
        Some(graph.resources.get("a.b")?.values.clone())
    }

    fn set(pointer: &str, value: Node) -> Edit {
        Edit::Set {
            at: Place::new("a.b", pointer),
            value,
        }
    }

    fn remove(pointer: &str) -> Edit {
        Edit::Remove {
            at: Place::new("a.b", pointer),
        }
    }

    fn policy(action: Node) -> Node {
        let statement = Node::object([("Action", action)]);
        Node::object([("Statement", Node::List(vec![statement]))])
    }

    #[test]
    fn an_edit_reaches_into_a_document_whether_it_is_decoded_or_a_text() {
        let text = Node::text(r#"{"Statement":[{"Action":["a"]}]}"#);
        let decoded = Node::Json(Box::new(policy(Node::List(vec!["a".into()]))));
        let expected = Node::Json(Box::new(policy("b".into())));
        for document in [text, decoded] {
            let values = Node::object([("policy", document)]);
            let found = edited(values, set("/policy/Statement/0/Action", "b".into()));
            assert_eq!(found, Some(Node::object([("policy", expected.clone())])));
        }
    }

    #[test]
    fn an_item_leaves_its_list_and_another_comes_to_its_end() {
        let values = Node::object([("x", Node::List(vec![1.into(), 2.into()]))]);
        let shorter = Node::object([("x", Node::List(vec![2.into()]))]);
        assert_eq!(edited(values.clone(), remove("/x/0")), Some(shorter));
        let append = Edit::Append {
            at: Place::new("a.b", "/x"),
            value: 3.into(),
        };
        let longer = Node::List(vec![1.into(), 2.into(), 3.into()]);
        assert_eq!(edited(values, append), Some(Node::object([("x", longer)])));
    }

    #[test]
    fn an_edit_of_a_choice_changes_every_branch_that_has_the_place() {
        let branch = |value: i64| Node::object([("y", Node::from(value))]);
        let choice = |values: Vec<Node>| {
            let condition = Text::from("c");
            Node::object([("x", Node::OneOf(OneOf { condition, values }.into()))])
        };
        let values = choice(vec![branch(1), Node::Null]);
        let expected = choice(vec![branch(2), Node::Null]);
        assert_eq!(edited(values, set("/x/y", 2.into())), Some(expected));
    }

    #[test]
    fn what_is_left_out_is_what_the_toolchain_puts_there() {
        let left_out = |kind: Kind, resource_type: &str, attribute: &str, value: Node| {
            let mut graph = Graph::new(kind);
            let mut resource = Resource::new("r", resource_type, "r");
            resource.values = Node::object([(attribute, value)]);
            graph.resources.insert("r".into(), resource);
            let at = Place::new("r", format!("/{attribute}"));
            let edited = applied(&graph, &[Edit::Remove { at }]).expect("it fits");
            edited.resources["r"].values.get(attribute).cloned()
        };
        assert_eq!(
            left_out(Kind::Configuration, "aws_iam_role", "path", "/x/".into()),
            Some("/".into())
        );
        assert_eq!(
            left_out(Kind::Template, "AWS::IAM::Role", "Path", "/x/".into()),
            Some("/".into())
        );
        assert_eq!(
            left_out(Kind::Template, "AWS::IAM::Role", "RoleName", "x".into()),
            None
        );
        let blocks = Node::List(vec![Node::object([("status", "Enabled".into())])]);
        let versioning = ("aws_s3_bucket_versioning", "versioning_configuration");
        assert_eq!(
            left_out(Kind::Plan, versioning.0, versioning.1, blocks.clone()),
            Some(Node::List(Vec::new())),
            "a plan shows that there are none"
        );
        assert_eq!(
            left_out(Kind::Configuration, versioning.0, versioning.1, blocks),
            None
        );
    }

    #[test]
    fn a_graph_is_as_it_was_after_a_look_at_its_edited_form() {
        let mut graph = graph(Node::object([("x", 1.into())]));
        let before = format!("{graph:?}");
        let edits = [
            set("/x", 2.into()),
            Edit::AddResource(Box::new(Resource::new("a.c", "a", "c"))),
            Edit::RemoveResource {
                address: "a.b".into(),
            },
        ];
        let look = |graph: &Graph| graph.resources.keys().cloned().collect::<Vec<_>>();
        let seen = while_applied(&mut graph, &edits, look);
        assert_eq!(seen, Ok(vec!["a.c".into()]));
        assert_eq!(format!("{graph:?}"), before);
        let unfit = while_applied(&mut graph, &[edits[0].clone(), remove("/y")], |_| ());
        assert!(unfit.is_err());
        assert_eq!(format!("{graph:?}"), before);
    }

    #[test]
    fn what_is_not_there_cannot_be_removed() {
        let values = Node::object([("x", 1.into())]);
        assert_eq!(edited(values.clone(), remove("/y")), None);
        assert_eq!(edited(values.clone(), remove("/x/0")), None);
        assert_eq!(edited(values, remove("")), None);
    }
}
