//! Integration tests of the library and the command line.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod architecture;
mod cli;
mod docs;
mod documents;
mod licences;
