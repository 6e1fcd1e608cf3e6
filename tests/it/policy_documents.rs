//! Policy documents evaluated from their sources, against what the provider made of the same sources.

use std::collections::BTreeMap;
use std::path::Path;

use proofmark::graph::{Loaded, Options, load};
use proofmark::value::parse_json;

#[test]
fn every_recorded_policy_document_is_evaluated_to_the_very_text_of_the_provider() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/policy-documents/generated");
    let Loaded::Graph(graph) = load(&folder, None, &Options::default()).expect("a graph") else {
        panic!("a graph");
    };
    let recorded = parse_json(include_str!(
        "../data/policy-documents/generated/recorded.json"
    ))
    .expect("json");
    let recorded = recorded.as_object().expect("an object");
    assert!(recorded.len() > 150, "{} documents", recorded.len());
    let mut wrong = BTreeMap::new();
    for (address, attributes) in recorded {
        for (name, expected) in attributes.as_object().expect("attributes") {
            let made = graph
                .resources
                .get(address)
                .and_then(|resource| resource.values.get(name));
            if made != Some(expected) {
                wrong.insert(format!("{address}.{name}"), (expected, made));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        recorded.len()
    );
}

#[test]
fn every_recorded_data_source_that_is_configuration_is_evaluated_to_what_the_provider_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/data-sources");
    let Loaded::Graph(graph) = load(&folder, None, &Options::default()).expect("a graph") else {
        panic!("a graph");
    };
    let recorded = parse_json(include_str!("../data/data-sources/recorded.json")).expect("json");
    // What the provider knows of each region is not in the configuration.
    let elsewhere = ["description", "endpoint"];
    for (address, attributes) in recorded.as_object().expect("an object") {
        for (name, expected) in attributes.as_object().expect("attributes") {
            let made = if &**address == "outputs" {
                graph.outputs.get(name)
            } else {
                graph.resources[address].values.get(name)
            };
            if !elsewhere.contains(&&**name) {
                assert_eq!(made, Some(expected), "{address}.{name}");
            }
        }
    }
}
