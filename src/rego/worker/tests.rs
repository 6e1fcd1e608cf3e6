//! Workers that answer, starve, hang and die, each in a process of its own.

use std::time::Duration;

use super::super::bundle::{Bundle, BundleOptions};
use super::super::entry::{Namespaces, entry_points};
use super::super::error::RegoError;
use super::super::evaluator::Limits;
use super::*;
use crate::value::{Node, Object};

const ROLE: &str = "PROOFMARK_TEST_REGO_WORKER";

/// Not a test of its own: the process the other tests start as a worker.
#[test]
fn the_worker_of_the_other_tests() {
    if std::env::var_os(ROLE).is_some() {
        // The harness has begun a line of its own.
        println!();
        worker_main().expect("served");
        std::process::exit(0);
    }
}

fn evaluate(
    policy: &str,
    documents: &[&str],
    limits: Limits,
) -> Vec<Result<Vec<String>, RegoError>> {
    let data = Node::Object(Object::new());
    let bundle = Bundle::from_sources([("main.rego", policy)], data, &BundleOptions::foreign())
        .expect("loads");
    let entries = entry_points(&bundle, &Namespaces::All).expect("found");
    let command = WorkerCommand {
        program: std::env::current_exe().expect("this test"),
        arguments: [
            "--exact",
            "rego::worker::tests::the_worker_of_the_other_tests",
            "--nocapture",
            "--test-threads=1",
        ]
        .map(Into::into)
        .to_vec(),
        variables: vec![(ROLE.into(), "1".into())],
    };
    let pool = WorkerPool::with_command(&bundle, &limits, command);
    let messages = |document: &&str| {
        let findings = pool.evaluate((*document).to_owned(), &entries)?;
        Ok(findings
            .into_iter()
            .map(|finding| finding.result.message)
            .collect())
    };
    documents.iter().map(messages).collect()
}

#[test]
fn a_worker_answers_documents_in_order() {
    let policy = "package main\ndeny contains sprintf(\"bad %v\", [input.x]) if input.x\nwarn contains \"w\" if input.y\n";
    let answers = evaluate(
        policy,
        &[r#"{"x": 1, "y": 2}"#, "{}", r#"{"$ref": "kept", "x": "y"}"#],
        Limits::default(),
    );
    let answers: Vec<Vec<String>> = answers
        .into_iter()
        .map(|answer| answer.expect("answered"))
        .collect();
    assert_eq!(
        answers,
        [
            vec!["bad 1".to_owned(), "w".to_owned()],
            vec![],
            vec!["bad y".to_owned()]
        ]
    );
}

#[test]
fn an_error_of_a_rule_is_located_and_the_worker_goes_on() {
    let policy = "package main\ndeny contains \"x\" if {\n\tto_number(input.x) == 1\n}\n";
    let answers = evaluate(
        policy,
        &[r#"{"x": "no"}"#, r#"{"x": "1"}"#, "{"],
        Limits::default(),
    );
    let [
        Err(RegoError::Evaluation { entry, fault }),
        Ok(found),
        Err(RegoError::Engine { .. }),
    ] = answers.as_slice()
    else {
        panic!("{answers:?}")
    };
    assert_eq!(
        (
            entry.as_str(),
            fault.positions().map(|((line, _), _)| line),
            found.len()
        ),
        ("data.main.deny", Some(3), 1)
    );
}

#[test]
fn a_rule_that_starves_its_worker_is_named_and_the_next_document_is_served() {
    let policy = "package main\nxs := numbers.range(1, 1000)\n\
        deny contains \"x\" if { input.x; count([[a, b, c] | some a in xs; some b in xs; some c in xs]) == 0 }\n";
    let limits = Limits {
        time: Duration::new(60, 0),
        memory: 700 << 20,
    };
    let answers = evaluate(policy, &[r#"{"x": 1}"#, "{}"], limits);
    let [Err(RegoError::MemoryLimit { entry, .. }), Ok(found)] = answers.as_slice() else {
        panic!("{answers:?}")
    };
    assert_eq!((entry.as_str(), found.len()), ("data.main.deny", 0));
}

#[test]
fn an_endless_rule_is_stopped_and_named() {
    let policy = "package main\nxs := numbers.range(1, 1000)\n\
        deny contains \"x\" if { input.x; some a in xs; some b in xs; some c in xs; a + b + c == 0 }\n";
    let limits = Limits {
        time: Duration::from_millis(200),
        ..Limits::default()
    };
    let answers = evaluate(policy, &[r#"{"x": 1}"#, "{}"], limits);
    assert!(
        matches!(&answers[0], Err(RegoError::TimeLimit { entry, .. }) if entry == "data.main.deny"),
        "{answers:?}"
    );
    assert!(answers[1].is_ok());
}
