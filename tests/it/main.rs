//! Integration tests of the library and the command line.
