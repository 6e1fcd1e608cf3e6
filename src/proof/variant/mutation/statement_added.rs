//! A policy gets one more statement, which allows everything.

use crate::value::Node;

use super::super::{Edit, Place, Variant};
use super::policy::Part;
use super::{Operator, Reach, Site, Subject};

/// Adds a statement that allows everything, to everybody where the policy names principals.
pub struct StatementAdded;

impl Operator for StatementAdded {
    fn name(&self) -> &'static str {
        "statement-added"
    }

    fn about(&self) -> &'static str {
        "a policy gets one more statement, which allows everything"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter();
        sites
            .filter(|site| site.part == Some(Part::Statements))
            .map(|site| {
                let statement = everything(site);
                let edits = match &site.node {
                    Node::List(_) => vec![Edit::Append {
                        at: Place::new(site.address.clone(), site.pointer.clone()),
                        value: statement,
                    }],
                    one => subject.set(site, &Node::List(vec![one.clone(), statement])),
                };
                let change = "one more statement that allows everything";
                subject.variant(self.name(), site, change, edits)
            })
            .collect()
    }
}

/// A statement like the first one that allows everything.
fn everything(site: &Site) -> Node {
    let first = match &site.node {
        Node::List(items) => items.first(),
        one => Some(one),
    };
    let has = |element: &str| first.is_some_and(|first| first.get(element).is_some());
    let action = first
        .and_then(|first| match first.get("Action")? {
            Node::List(actions) => actions.first()?.as_text(),
            one => one.as_text(),
        })
        .and_then(|action| action.split_once(':'))
        .map_or_else(|| "*".to_owned(), |(service, _)| format!("{service}:*"));
    let mut members = vec![("Effect", "Allow".into()), ("Action", Node::text(action))];
    if has("Principal") || has("NotPrincipal") {
        members.push(("Principal", "*".into()));
    }
    if has("Resource") || has("NotResource") {
        members.push(("Resource", "*".into()));
    }
    Node::object(members)
}
