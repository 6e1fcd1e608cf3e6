//! What a plan shows beside what is assigned: empty lists for blocks that nobody wrote.

use crate::artifact::schema::{Body, Nesting};
use crate::value::{Node, Text};

/// Adds an empty list for each list or set of blocks that is not written, in nested blocks as well.
pub(super) fn add_empty_blocks(body: Body, values: &mut Node) {
    match values {
        Node::List(items) => {
            for item in items {
                add_empty_blocks(body, item);
            }
        }
        Node::Object(members) => {
            for name in body.block_names() {
                if let Some((Nesting::List | Nesting::Set, inner)) = body.block(name) {
                    let written = members
                        .entry(Text::from(name))
                        .or_insert_with(|| Node::List(Vec::new()));
                    add_empty_blocks(inner, written);
                }
            }
        }
        _ => {}
    }
}
