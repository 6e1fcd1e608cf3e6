//! Specs: what a scenario asks for, what it plants, and which rules must tell.

mod attempt;
mod by_family;
mod by_tier;
mod check_semantics;
mod equivalence;
mod equivalence_semantics;
mod fixture;
mod load;
mod model;
mod scaffold;
mod semantics;
mod workspace;

pub use attempt::{Answer, Attempt, AttemptFormat, read_attempt};
pub use by_family::FamilyText;
pub use by_tier::{Tier, TierByArm};
pub use equivalence::{Attribute, Equivalence, Role, parse_cell};
pub use fixture::{FixtureAbout, FixtureFolder, FixtureRole, Recorded};
pub use load::{load_spec, read_spec};
pub use model::{
    Catch, Check, Class, Condition, Difficulty, DoNothing, Operator, Quantifier, Select, Spec,
    SpecFormat, Split, SplitFormat, TOOLCHAIN_RULE, Tolerated, Where,
};
pub use scaffold::{ScaffoldError, scaffold};
pub use semantics::{PolicyRule, Workspace};
pub use workspace::{Root, RootError};
