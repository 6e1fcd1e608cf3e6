//! Fuzzes the readers of plans and states.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| proofmark_fuzz::plan(bytes));
