//! Parses the arguments, installs the diagnostic hook and exits; no logic lives here.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    proofmark::cli::main()
}
