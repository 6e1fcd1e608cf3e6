//! `Fn::Join` with an empty delimiter as `Fn::Sub`.

use crate::graph::Kind;
use crate::value::Node;

use super::super::written::Rewriting;
use super::{Respelling, Subject, Trial, rewritten};

/// Joins as substitutions.
pub(super) const SUB: Respelling = Respelling {
    name: "sub",
    title: "every `Fn::Join` without a delimiter as `Fn::Sub`",
    kinds: &[Kind::Template],
    same_graph: true,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        rewritten(subject, &Rewriting::Template(substituted), trial);
    },
};

/// Turns a join into a substitution, where it is one that a substitution can say.
pub(super) fn substituted(node: &mut Node) -> bool {
    let Some(text) = as_substitution(node) else {
        return false;
    };
    *node = Node::object([("Fn::Sub", Node::text(text))]);
    true
}

fn as_substitution(node: &Node) -> Option<String> {
    let members = node.as_object().filter(|members| members.len() == 1)?;
    let [delimiter, parts] = members.get("Fn::Join")?.as_list()? else {
        return None;
    };
    if delimiter.as_text() != Some("") {
        return None;
    }
    let mut text = String::new();
    for part in parts.as_list()? {
        match part {
            Node::Text(literal) => text.push_str(&literal.replace("${", "${!")),
            part => {
                let members = part.as_object().filter(|members| members.len() == 1)?;
                let (function, argument) = members.iter().next()?;
                let name = match (&**function, argument) {
                    ("Ref" | "Fn::GetAtt", Node::Text(name)) => name.to_string(),
                    ("Fn::GetAtt", Node::List(names)) => {
                        let [Node::Text(resource), Node::Text(attribute)] = names.as_slice() else {
                            return None;
                        };
                        format!("{resource}.{attribute}")
                    }
                    _ => return None,
                };
                text.push_str("${");
                text.push_str(&name);
                text.push('}');
            }
        }
    }
    // Without a variable it would be a substitution of nothing; a literal that ends in `$` would open one.
    (text.contains("${") && !text.contains("$${")).then_some(text)
}
