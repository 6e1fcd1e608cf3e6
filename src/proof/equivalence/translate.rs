//! Values as every arm understands them: a reference names a role and one of its identities.

use crate::graph::{Completion, completed, roles};
use crate::value::{Node, Reference, Text};

use super::side::{Side, resource_of};

/// The identities of a resource, those that say most first.
pub(super) const IDENTITIES: [&str; 4] = ["arn", "url", "name", "id"];

/// Translates the values of one side.
pub(super) struct Translator<'s> {
    side: &'s Side,
    document: Node,
}

impl<'s> Translator<'s> {
    pub fn new(side: &'s Side) -> Self {
        let document = completed(&side.graph, &Completion::default());
        Self { side, document }
    }

    /// A value of this side with roles for addresses; `None` where it says what other arms cannot.
    pub fn neutral(&self, node: &Node) -> Option<Node> {
        translated(node, &|reference| self.to_role(reference))
    }

    /// A neutral value as this side says it.
    pub fn own(&self, node: &Node) -> Option<Node> {
        translated(node, &|reference| self.to_address(reference))
    }

    fn to_role(&self, reference: &Reference) -> Option<Reference> {
        let mut named = self.side.roles.iter();
        let (role, address) = named.find(|(_, address)| **address == reference.address)?;
        let resource = self.side.graph.resources.get(address)?;
        let identity = resource_of(&self.document, address)?.get("identity")?;
        let own = roles(&resource.resource_type, self.side.family());
        let stated = own
            .iter()
            .find(|(_, attribute)| *attribute == reference.attribute)
            .and_then(|(kind, _)| identity.get(kind));
        let text = stated.or_else(|| {
            resource_of(&self.document, address)?
                .get("values")?
                .get(&reference.attribute)
        })?;
        let kind = IDENTITIES
            .iter()
            .find(|kind| identity.get(kind) == Some(text))?;
        Some(Reference {
            address: Text::from(role.as_str()),
            attribute: Text::from(*kind),
        })
    }

    fn to_address(&self, reference: &Reference) -> Option<Reference> {
        let address = self.side.roles.get(&*reference.address)?;
        let resource = self.side.graph.resources.get(address)?;
        let own = roles(&resource.resource_type, self.side.family());
        let (_, attribute) = own
            .into_iter()
            .find(|(kind, _)| *kind == reference.attribute)?;
        Some(Reference {
            address: address.clone(),
            attribute,
        })
    }
}

fn translated(node: &Node, refer: &dyn Fn(&Reference) -> Option<Reference>) -> Option<Node> {
    let all = |nodes: &[Node]| {
        let nodes = nodes.iter().map(|node| translated(node, refer));
        nodes.collect::<Option<Vec<Node>>>()
    };
    Some(match node {
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_) => node.clone(),
        Node::Ref(reference) => Node::Ref(refer(reference)?),
        Node::List(items) => Node::List(all(items)?),
        Node::Join(parts) => Node::Join(all(parts)?),
        Node::Object(members) => {
            let members = members.iter();
            let members =
                members.map(|(key, value)| Some((key.clone(), translated(value, refer)?)));
            Node::Object(members.collect::<Option<_>>()?)
        }
        Node::Json(inner) => Node::Json(Box::new(translated(inner, refer)?)),
        // Account, region and partition are the same unknown on every arm.
        Node::Unknown(unknown) if unknown.id.starts_with("pseudo:") => node.clone(),
        Node::Unknown(_) | Node::OneOf(_) | Node::Rest(_) => return None,
    })
}
