//! Dynamic references (`{{resolve:ssm:name}}`): set when the stack is deployed, so never known here.

use crate::value::{Node, Text};

use super::world::{mentions, unknown};

const OPENING: &str = "{{resolve:";

/// `string` with its dynamic references as unknowns; what is not a string stays as it is.
pub(super) fn resolve(string: Node) -> Node {
    let parts = match &string {
        Node::Text(text) if text.contains(OPENING) => vec![string.clone()],
        Node::Join(parts)
            if parts
                .iter()
                .any(|part| part.as_text().is_some_and(|text| text.contains(OPENING))) =>
        {
            parts.clone()
        }
        _ => return string,
    };
    let mut resolved = Vec::new();
    let mut open: Option<Vec<Node>> = None;
    for part in parts {
        let Node::Text(text) = &part else {
            open.as_mut().unwrap_or(&mut resolved).push(part);
            continue;
        };
        let mut rest: &str = text;
        loop {
            match open.take() {
                None => {
                    if let Some(start) = rest.find(OPENING) {
                        let (before, opened) = rest.split_at(start);
                        resolved.push(Node::text(before));
                        open = Some(vec![Node::text(OPENING)]);
                        rest = opened.strip_prefix(OPENING).unwrap_or_default();
                    } else {
                        resolved.push(Node::text(rest));
                        break;
                    }
                }
                Some(mut inside) => {
                    if let Some((name, after)) = rest.split_once("}}") {
                        inside.push(Node::text(name));
                        resolved.push(reference(&Node::join(inside)));
                        rest = after;
                    } else {
                        inside.push(Node::text(rest));
                        open = Some(inside);
                        break;
                    }
                }
            }
        }
    }
    // What never closes is no reference.
    resolved.extend(open.into_iter().flatten());
    match Node::join(resolved) {
        Node::Join(mut parts) if parts.len() == 1 => parts.remove(0),
        joined => joined,
    }
}

fn reference(inside: &Node) -> Node {
    let label = match inside {
        Node::Text(text) => text.clone(),
        symbolic => Text::from(serde_json::to_string(symbolic).unwrap_or_default()),
    };
    unknown(
        "dynamic reference",
        format!("dynamic:{label}"),
        mentions(inside),
        Some("string"),
    )
}
