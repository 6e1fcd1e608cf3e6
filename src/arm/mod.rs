//! Arms as data: the ways to author a scenario.

mod load;
mod model;

pub use load::{load_arm, read_arm};
pub use model::{Arm, ArmFormat, ArtifactKind, ArtifactPlace, Commands, Family, Requirement};
