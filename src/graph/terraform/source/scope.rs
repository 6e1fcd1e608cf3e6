//! Where an expression stands: its module instance, its repetition and the names bound around it.

use crate::value::{Node, Text};

/// What `each` and `count` mean inside one instance of a block.
#[derive(Debug, Clone, Default)]
pub(super) struct Repetition {
    /// `each.key` and `each.value`.
    pub(super) each: Option<(Node, Node)>,
    /// `count.index`.
    pub(super) count: Option<Node>,
}

/// The surroundings of an expression.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    /// Index of the module instance.
    pub(super) instance: usize,
    /// Index of the file within the module.
    pub(super) file: usize,
    /// `each` and `count`.
    pub(super) repetition: Repetition,
    /// Names bound by `for`, `dynamic` and templates, innermost last.
    pub(super) bindings: Vec<(Text, Node)>,
    /// What the expression belongs to, for values that differ from place to place.
    pub(super) owner: Text,
    /// Whether it stands in a template of its own, which sees nothing but its bindings.
    pub(super) in_template: bool,
}

impl Scope {
    /// The top level of a file of a module instance.
    pub(super) fn of(instance: usize, file: usize) -> Self {
        Self {
            instance,
            file,
            repetition: Repetition::default(),
            bindings: Vec::new(),
            owner: Text::from(""),
            in_template: false,
        }
    }

    /// The same place inside one instance of a block.
    pub(super) fn repeated(
        instance: usize,
        file: usize,
        repetition: Repetition,
        owner: Text,
    ) -> Self {
        Self {
            repetition,
            owner,
            ..Self::of(instance, file)
        }
    }

    /// The value bound to `name`.
    pub(super) fn binding(&self, name: &str) -> Option<&Node> {
        self.bindings
            .iter()
            .rev()
            .find(|(bound, _)| &**bound == name)
            .map(|(_, value)| value)
    }
}
