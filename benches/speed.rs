//! Measures how fast artifacts are graded, next to what the work costs at least.

fn main() {}
