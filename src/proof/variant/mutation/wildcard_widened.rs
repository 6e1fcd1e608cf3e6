//! A pattern covers more than before: a star at its end, in place of its last part, in place of the whole.

use crate::value::Node;

use super::super::Variant;
use super::policy::Part;
use super::{Operator, Reach, Site, Subject};

/// Widens actions, resources, principals, and ARNs wherever they stand.
pub struct WildcardWidened;

impl Operator for WildcardWidened {
    fn name(&self) -> &'static str {
        "wildcard-widened"
    }

    fn about(&self) -> &'static str {
        "a pattern covers more: a star at its end, for its last part, for the whole"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let mut variants = Vec::new();
        for site in &subject.sites {
            for value in wider(subject, site) {
                variants.push(subject.replaced(self.name(), site, &value));
            }
        }
        variants
    }
}

/// The wider values of a place. What a statement denies is not widened: more of it takes away what nobody asked for.
fn wider(subject: &Subject, site: &Site) -> Vec<Node> {
    if subject.denies(site) && !matches!(site.part, Some(Part::ConditionKey | Part::ConditionValue))
    {
        return Vec::new();
    }
    match &site.part {
        Some(Part::Element(element)) if element.ends_with("Principal") => match &site.node {
            Node::Object(_) => vec!["*".into()],
            _ => Vec::new(),
        },
        // A service is widened by the star for everybody; below the kind of principal no other pattern is valid.
        Some(Part::Value(element)) if element.ends_with("Principal") => match &site.node {
            Node::Text(text) if **text != *"*" && text.contains(':') => vec!["*".into()],
            Node::Ref(_) | Node::Join(_) => vec!["*".into()],
            _ => Vec::new(),
        },
        Some(Part::Element(element) | Part::Value(element)) => match element.as_str() {
            "Action" | "NotAction" => site.node.as_text().map(actions).unwrap_or_default(),
            "Resource" | "NotResource" => stars(&site.node),
            _ => Vec::new(),
        },
        Some(Part::ConditionKey | Part::ConditionValue) => stars(&site.node),
        None if is_arn(subject, site) => stars(&site.node),
        _ => Vec::new(),
    }
}

/// Whether the place holds an ARN.
fn is_arn(subject: &Subject, site: &Site) -> bool {
    let is_written = match &site.node {
        Node::Text(text) => text.starts_with("arn:"),
        Node::Join(parts) => {
            matches!(parts.first(), Some(Node::Text(text)) if text.starts_with("arn:"))
        }
        _ => false,
    };
    is_written
        || super::target::Target::of(subject, site).is_some_and(|target| target.is_arn(subject))
}

/// All actions of the service, and all there are: those that begin alike do much the same.
fn actions(action: &str) -> Vec<Node> {
    let Some((service, _)) = action.split_once(':') else {
        return Vec::new();
    };
    let wider = [format!("{service}:*"), "*".to_owned()];
    let wider = wider.into_iter().filter(|wider| wider != action);
    wider.map(Node::text).collect()
}

/// A value with stars; those that equal the value are left out.
fn stars(node: &Node) -> Vec<Node> {
    let mut found: Vec<Node> = match node {
        Node::Text(text) if **text == *"*" => Vec::new(),
        Node::Text(text) => {
            let end = text.rfind(['/', ':']).map(|at| at + 1);
            let cut = end.and_then(|end| text.get(..end));
            let last = cut.map(|cut| Node::text(format!("{cut}*")));
            let mut found = vec![Node::text(format!("{text}*"))];
            found.extend(last);
            found.push("*".into());
            found
        }
        Node::Ref(_) | Node::Join(_) => {
            vec![Node::join([node.clone(), "*".into()]), "*".into()]
        }
        _ => Vec::new(),
    };
    found.dedup();
    found.retain(|wider| wider != node && !is_doubled(wider));
    found
}

/// Whether two stars stand side by side, which is the same pattern.
fn is_doubled(node: &Node) -> bool {
    let text = match node {
        Node::Text(text) => text,
        Node::Join(parts) => match parts.last() {
            Some(Node::Text(text)) => text,
            _ => return false,
        },
        _ => return false,
    };
    text.contains("**")
}
