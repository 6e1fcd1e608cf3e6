//! Fuzzes the evaluation of HCL expressions and templates over known and unknown values.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| proofmark_fuzz::expression(bytes));
