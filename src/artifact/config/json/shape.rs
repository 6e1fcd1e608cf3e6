//! What the keys of each kind of block mean in Terraform JSON, apart from what providers define.

/// A kind of block.
pub(super) struct Shape {
    /// Its keyword.
    pub(super) name: &'static str,
    /// How many keys above its body are labels.
    pub(super) labels: usize,
    /// The kinds of blocks inside.
    blocks: &'static [&'static Shape],
    /// Arguments whose texts are names or traversals, not templates.
    bare: &'static [&'static str],
    /// Arguments whose texts are texts, not templates.
    literal: &'static [&'static str],
    /// Whether `dynamic` is a kind of block here.
    dynamic: bool,
}

const fn shape(
    name: &'static str,
    labels: usize,
    blocks: &'static [&'static Shape],
    bare: &'static [&'static str],
) -> Shape {
    Shape {
        name,
        labels,
        blocks,
        bare,
        literal: &[],
        dynamic: false,
    }
}

const CONDITIONS: [&Shape; 2] = [
    &shape("precondition", 0, &[], &[]),
    &shape("postcondition", 0, &[], &[]),
];
static LIFECYCLE: Shape = shape(
    "lifecycle",
    0,
    &CONDITIONS,
    &["ignore_changes", "replace_triggered_by"],
);
static CONNECTION: Shape = shape("connection", 0, &[], &[]);
static PROVISIONER: Shape = shape("provisioner", 1, &[&CONNECTION], &["when", "on_failure"]);
const MANAGED: [&str; 2] = ["depends_on", "provider"];
const MOVES: [&str; 3] = ["from", "to", "provider"];

static DATA: Shape = Shape {
    dynamic: true,
    ..shape("data", 2, &[&LIFECYCLE], &MANAGED)
};

/// The blocks of a file.
static FILE: [Shape; 13] = [
    shape(
        "terraform",
        0,
        &[
            &shape("required_providers", 0, &[], &[]),
            &shape("backend", 1, &[], &[]),
            &shape("cloud", 0, &[&shape("workspaces", 0, &[], &[])], &[]),
            &shape("provider_meta", 1, &[], &[]),
        ],
        &[],
    ),
    Shape {
        dynamic: true,
        ..shape("provider", 1, &[], &[])
    },
    Shape {
        literal: &["default", "description"],
        ..shape(
            "variable",
            1,
            &[&shape("validation", 0, &[], &[])],
            &["type"],
        )
    },
    shape("locals", 0, &[], &[]),
    shape("output", 1, &CONDITIONS, &["depends_on"]),
    shape("module", 1, &[], &["depends_on", "providers"]),
    Shape {
        dynamic: true,
        ..shape(
            "resource",
            2,
            &[&LIFECYCLE, &CONNECTION, &PROVISIONER],
            &MANAGED,
        )
    },
    Shape {
        dynamic: true,
        ..shape("data", 2, &[&LIFECYCLE], &MANAGED)
    },
    Shape {
        dynamic: true,
        ..shape("ephemeral", 2, &[&LIFECYCLE], &MANAGED)
    },
    shape("check", 1, &[&DATA, &shape("assert", 0, &[], &[])], &[]),
    shape("import", 0, &[], &MOVES),
    shape("moved", 0, &[], &MOVES),
    shape("removed", 0, &[&LIFECYCLE], &MOVES),
];

/// A nested block whose keys are a provider's.
pub(super) static NESTED: Shape = Shape {
    dynamic: true,
    ..shape("block", 0, &[], &[])
};

/// A `dynamic` block.
pub(super) static DYNAMIC: Shape = shape("dynamic", 1, &[&CONTENT], &["iterator"]);

/// The content of a `dynamic` block.
static CONTENT: Shape = Shape {
    dynamic: true,
    ..shape("content", 0, &[], &[])
};

impl Shape {
    /// The shape of a key at the top of a file.
    pub(super) fn of_file(keyword: &str) -> Option<&'static Self> {
        FILE.iter().find(|shape| shape.name == keyword)
    }

    /// The kind of block that a key means by itself.
    pub(super) fn block(&self, key: &str) -> Option<&'static Self> {
        self.blocks.iter().find(|shape| shape.name == key).copied()
    }

    pub(super) fn has_dynamic_blocks(&self) -> bool {
        self.dynamic
    }

    /// Whether its body is what the provider defines for the blocks that the surrounding `dynamic` block makes.
    pub(super) fn is_content(&self) -> bool {
        self.name == "content"
    }

    pub(super) fn is_written_bare(&self, key: &str) -> bool {
        self.bare.contains(&key)
    }

    pub(super) fn is_literal(&self, key: &str) -> bool {
        self.literal.contains(&key)
    }
}
