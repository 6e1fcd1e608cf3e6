//! The one normal form of all artifacts: resources, references, partially known values.

mod model;

pub use model::{
    Environment, Family, Graph, Kind, Location, Mention, Mode, Note, Presence, Resource, Transform,
};
