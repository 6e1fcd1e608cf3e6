//! What a plain document can be built in: nodes themselves, or the values of an engine that is to read it.

use super::{Node, Text};

/// Builds plain data, from the leaves to the root.
pub trait Form {
    /// What is built; cheap to clone where parts are shared.
    type Value: Clone;

    /// A whole node. Symbolic nodes become what [`Node::encoded`] makes of them.
    fn node(&mut self, node: &Node) -> Self::Value;

    /// A text.
    fn text(&mut self, text: &Text) -> Self::Value;

    /// A list.
    fn list(&mut self, items: Vec<Self::Value>) -> Self::Value;

    /// An object from members in the order of their keys, each key once.
    fn object(&mut self, members: Vec<(Text, Self::Value)>) -> Self::Value;
}

/// Builds nodes, in which symbolic nodes stay what they are.
#[derive(Debug, Default)]
pub struct Nodes;

impl Form for Nodes {
    type Value = Node;

    fn node(&mut self, node: &Node) -> Node {
        node.clone()
    }

    fn text(&mut self, text: &Text) -> Node {
        Node::Text(text.clone())
    }

    fn list(&mut self, items: Vec<Node>) -> Node {
        Node::List(items)
    }

    fn object(&mut self, members: Vec<(Text, Node)>) -> Node {
        Node::Object(members.into_iter().collect())
    }
}
