//! Results in the formats that other programs read.

pub mod github;
