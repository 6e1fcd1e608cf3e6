//! Integration tests of the library and the command line.

mod architecture;
mod cli;
