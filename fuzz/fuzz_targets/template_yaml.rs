//! Fuzzes the reader and the evaluator of CloudFormation templates in YAML.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark::artifact::template::Template;

fuzz_target!(|bytes: &[u8]| proofmark_fuzz::template(bytes, Template::from_yaml));
