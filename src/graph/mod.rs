//! The one normal form of all artifacts: resources, references, partially known values.
