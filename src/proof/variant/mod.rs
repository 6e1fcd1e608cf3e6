//! Machine-made variants of an artifact: an operator proposes edits of its graph, and the edited graph is graded.
//!
//! An edit is data, so that one and the same change can be applied to the graph in memory and written back to the
//! artifact's own format.

mod difference;
mod edit;
mod likeness;
pub mod mutation;
pub mod respelling;
mod settle;
pub mod write;
mod written;

pub use difference::{Difference, difference};
pub use edit::{Edit, Place, Unfit, applied, while_applied};
pub use likeness::{Unlikeness, compare, likeness, unlikeness};
pub use written::Written;

use crate::value::Text;

/// One variant: what an operator does at one place, as edits of a graph.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The operator's permanent name.
    pub operator: &'static str,
    /// The resource and attribute it is about; an empty pointer means the resource itself.
    pub place: Place,
    /// The change in a few words (`SSE-KMS` → `AES256`); it holds no sensitive value.
    pub change: String,
    /// The edits, in the order in which they are applied.
    pub edits: Vec<Edit>,
}

impl Place {
    /// The attribute at `pointer` of the resource at `address`.
    pub fn new(address: impl Into<Text>, pointer: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            pointer: pointer.into(),
        }
    }
}
