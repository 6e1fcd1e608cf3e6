//! Fuzzes the reader and the evaluator of configurations in JSON, beside one in HCL.

#![no_main]

use libfuzzer_sys::fuzz_target;

const FILES: [&str; 4] = [
    "main.tf.json",
    "more.tf",
    "m/main.tf.json",
    "terraform.tfvars.json",
];

fuzz_target!(|bytes: &[u8]| proofmark_fuzz::configuration(bytes, &FILES));
