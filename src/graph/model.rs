//! What a graph is made of, before it is completed: resources with partially known values.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::{Node, Reference, Text, Unknown, split_pointer};

pub use crate::arm::Family;

/// Which kind of artifact a graph was built from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `terraform show -json` of a plan.
    Plan,
    /// `terraform show -json` of a state.
    State,
    /// Terraform or OpenTofu configuration.
    Configuration,
    /// One or several CloudFormation templates.
    Template,
}

impl Kind {
    /// The word used in the graph.
    pub fn word(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::State => "state",
            Self::Configuration => "configuration",
            Self::Template => "template",
        }
    }

    /// The family whose type names this kind uses.
    pub fn family(self) -> Family {
        match self {
            Self::Plan | Self::State | Self::Configuration => Family::Terraform,
            Self::Template => Family::Cloudformation,
        }
    }
}

/// An artifact in its one normal form. Derived parts (`docs`, `refs`, `names`, `by_type`, tags, identities)
/// are computed from it by [`symbolic`](super::symbolic) and [`completed`](super::completed), on the symbolic graph and
/// on each completed one alike.
#[derive(Debug, Clone)]
pub struct Graph {
    /// The artifact's kind.
    pub kind: Kind,
    /// Resource instances by address.
    pub resources: BTreeMap<Text, Resource>,
    /// Outputs by name.
    pub outputs: BTreeMap<Text, Node>,
    /// Root variables or parameters by name, with the value in force.
    pub variables: BTreeMap<Text, Node>,
    /// Macros and transforms that were not expanded.
    pub transforms: Vec<Transform>,
    /// What a reader should know: gaps, oddities, reasons that forbid a verdict.
    pub notes: Vec<Note>,
    /// Region, account and partition, where the artifact states them.
    pub environment: Environment,
    /// JSON pointers such as `/outputs/password` of outputs and variables that are marked as sensitive.
    pub sensitive: Vec<String>,
}

/// The pseudo values of the target environment; `None` where the artifact leaves them open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// Region such as `us-east-1`.
    pub region: Option<Text>,
    /// Twelve-digit account id.
    pub account: Option<Text>,
    /// `aws`, `aws-cn` or `aws-us-gov`.
    pub partition: Option<Text>,
}

/// One resource instance.
#[derive(Debug, Clone)]
pub struct Resource {
    /// Whole address of the instance.
    pub address: Text,
    /// Resource type.
    pub resource_type: Text,
    /// Name within its module, or logical id.
    pub name: Text,
    /// Managed or data.
    pub mode: Mode,
    /// Module instance path (`module.a["x"]`), empty at the root.
    pub module: Text,
    /// `count` index or `for_each` key.
    pub index: Node,
    /// Provider as `namespace/type`.
    pub provider: Text,
    /// Planned actions in plan order; empty for states and templates.
    pub actions: Vec<Text>,
    /// Attributes: an object, possibly symbolic; null and unset attributes are left out.
    pub values: Node,
    /// Attributes before the change; null when there were none.
    pub before: Node,
    /// References that are known to exist although the value does not show them, by pointer into `values`.
    pub mentions: Vec<Mention>,
    /// How references in `values` were reached (`local.x`, `var.y`), by pointer into `values`.
    pub via: BTreeMap<String, Vec<Text>>,
    /// Explicit dependencies, as whole addresses.
    pub depends_on: Vec<Text>,
    /// The `lifecycle` block, or the deletion and update policies; null when unknown or unset.
    pub lifecycle: Node,
    /// Whether the instance exists.
    pub presence: Presence,
    /// JSON pointers into `values` of what the artifact marks as sensitive.
    pub sensitive: Vec<String>,
    /// Where the resource is written.
    pub source: Option<Location>,
    /// Where its arguments and nested blocks are written, by name, where they are read from sources.
    pub places: BTreeMap<Text, Location>,
}

/// Managed resource or data source.
#[derive(Debug, Clone, Copy, PartialEq, Hash, Eq)]
pub enum Mode {
    /// `resource` blocks and template resources.
    Managed,
    /// `data` blocks.
    Data,
}

impl Mode {
    /// The word used in the graph.
    pub fn word(self) -> &'static str {
        match self {
            Self::Managed => "managed",
            Self::Data => "data",
        }
    }
}

/// A reference stated by the artifact for an attribute, where the value itself does not show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// JSON pointer into `values`.
    pub path: String,
    /// What is mentioned.
    pub to: Reference,
    /// Locals, variables and modules it was reached through.
    pub via: Vec<Text>,
    /// Whether the sources show that the value is exactly that attribute.
    pub exact: bool,
}

/// Whether an instance exists in every completion.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Presence {
    /// It exists.
    #[default]
    Always,
    /// It exists when every one of these conditions takes the given branch (0 = the condition holds).
    When(Vec<(Text, usize)>),
    /// It exists when this condition takes one of the given branches.
    Among(Text, Vec<usize>),
    /// `count` or `for_each` is not known: 0, 1 or 2 instances.
    Undecided(Arc<Unknown>),
}

/// A file and line, relative to the sources or the artifact given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// File, as the user knows it.
    pub file: Text,
    /// Line, from 1.
    pub line: usize,
}

/// A transform or macro that was not expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transform {
    /// The macro's name.
    pub name: Text,
    /// JSON pointer into the template.
    pub path: String,
}

/// A remark about the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Stable code such as `dangling-reference`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The resource concerned.
    pub address: Option<Text>,
    /// JSON pointer concerned.
    pub path: Option<String>,
    /// Whether no verdict can be given while this stands.
    pub forbids_verdict: bool,
}

impl Graph {
    /// An empty graph of `kind`.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            resources: BTreeMap::new(),
            outputs: BTreeMap::new(),
            variables: BTreeMap::new(),
            transforms: Vec::new(),
            notes: Vec::new(),
            environment: Environment::default(),
            sensitive: Vec::new(),
        }
    }
}

impl Resource {
    /// Where the value at a pointer is written: its argument or nested block, else the resource.
    pub fn place_of(&self, pointer: &str) -> Option<&Location> {
        let first = split_pointer(pointer).next();
        let place = first.and_then(|first| self.places.get(&*first));
        place.or(self.source.as_ref())
    }

    /// A managed resource of `resource_type` at `address` with nothing assigned.
    pub fn new(
        address: impl Into<Text>,
        resource_type: impl Into<Text>,
        name: impl Into<Text>,
    ) -> Self {
        Self {
            address: address.into(),
            resource_type: resource_type.into(),
            name: name.into(),
            mode: Mode::Managed,
            module: Text::from(""),
            index: Node::Null,
            provider: Text::from("aws"),
            actions: Vec::new(),
            values: Node::Object(BTreeMap::new()),
            before: Node::Null,
            mentions: Vec::new(),
            via: BTreeMap::new(),
            depends_on: Vec::new(),
            lifecycle: Node::Null,
            presence: Presence::Always,
            sensitive: Vec::new(),
            source: None,
            places: BTreeMap::new(),
        }
    }
}
