//! Fuzzes the reader and the evaluator of HCL configurations: a root module, a local module, overrides, definitions.

#![no_main]

use libfuzzer_sys::fuzz_target;

const FILES: [&str; 4] = [
    "main.tf",
    "m/main.tf",
    "main_override.tf",
    "terraform.tfvars",
];

fuzz_target!(|bytes: &[u8]| proofmark_fuzz::configuration(bytes, &FILES));
