//! Tests of the search against brute force with real rules in the engine.

use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::{Just, ProptestConfig, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::Strategy as Values;

use super::super::candidates::{Pool, Sources, candidates};
use super::super::leaves::leaves;
use super::super::vocabulary::Vocabulary;
use super::*;
use crate::graph::{Graph, Kind, Resource, completed};
use crate::rego::{Bundle, BundleOptions, Evaluator, Input, Limits, RegoError, RuleResult, Tracer};
use crate::value::{Node, Object, Unknown};

const ATTRIBUTES: [&str; 4] = ["alpha", "beta", "gamma", "delta"];

/// One condition of a rule on an attribute, as an author writes it.
#[derive(Debug, Clone, Copy)]
enum Test {
    Is(&'static str),
    IsNot(&'static str),
    Begins(&'static str),
    Ends(&'static str),
    Above(i64),
    Unset,
    Leads,
}

const TEXTS: [&str; 2] = ["red", "green"];

fn test() -> impl Values<Value = Test> {
    let text = proptest::sample::select(&TEXTS[..]);
    prop_oneof![
        text.clone().prop_map(Test::Is),
        text.clone().prop_map(Test::IsNot),
        text.clone().prop_map(Test::Begins),
        text.prop_map(Test::Ends),
        (3_i64..9).prop_map(Test::Above),
        Just(Test::Unset),
        Just(Test::Leads),
    ]
}

fn condition(attribute: &str, test: Test) -> String {
    let value = format!("resource.values.{attribute}");
    match test {
        Test::Is(text) => format!("{value} == \"{text}\""),
        Test::IsNot(text) => format!("{value} != \"{text}\""),
        Test::Begins(text) => format!("is_string({value}); startswith({value}, \"{text}\")"),
        Test::Ends(text) => format!("is_string({value}); endswith({value}, \"{text}\")"),
        Test::Above(number) => format!("is_number({value}); {value} > {number}"),
        Test::Unset => format!("not {value}"),
        Test::Leads => format!("\"x_y.other\" in input.names[{value}]"),
    }
}

type Rule = Vec<(usize, Test)>;

fn policy(rules: &[Rule]) -> String {
    let mut text = "package p\n".to_owned();
    for (number, conditions) in rules.iter().enumerate() {
        let _ = write!(
            text,
            "deny contains {{\"rule\": \"R{number}\", \"msg\": \"no\"}} if {{\n\tresource := input.resources[\"x_y.one\"]\n"
        );
        for (attribute, test) in conditions {
            let _ = writeln!(text, "\t{}", condition(ATTRIBUTES[*attribute], *test));
        }
        text.push_str("}\n");
    }
    text
}

/// A resource whose attributes are unknown, beside another that they may refer to.
fn graph(mentions: &[bool]) -> Graph {
    let mut graph = Graph::new(Kind::Configuration);
    let other = Resource::new("x_y.other", "x_y", "other");
    let mut one = Resource::new("x_y.one", "x_y", "one");
    let mut members = Object::new();
    for (attribute, mentions) in ATTRIBUTES.iter().zip(mentions) {
        let mention = crate::value::Reference {
            address: "x_y.other".into(),
            attribute: "arn".into(),
        };
        let unknown = Unknown {
            id: format!("var.{attribute}").as_str().into(),
            mentions: mentions.then_some(mention).into_iter().collect(),
            ..Unknown::default()
        };
        members.insert((*attribute).into(), Node::Unknown(Arc::new(unknown)));
    }
    one.values = Node::Object(members);
    for resource in [one, other] {
        graph.resources.insert(resource.address.clone(), resource);
    }
    graph
}

struct Engines<'g> {
    graph: &'g Graph,
    evaluator: Evaluator,
    tracer: Tracer,
}

impl<'g> Engines<'g> {
    fn new(graph: &'g Graph, bundle: &Bundle) -> Self {
        let limits = Limits::default();
        Self {
            graph,
            evaluator: Evaluator::new(bundle, &limits).expect("an engine"),
            tracer: Tracer::new(bundle, &limits).expect("an engine"),
        }
    }

    fn input(&self, completion: &Completion) -> Input {
        Input::new(&completed(self.graph, completion)).expect("exact")
    }
}

fn judgement(results: Result<Vec<RuleResult>, RegoError>) -> Judgement {
    let violation = |result: RuleResult| Violation {
        rule: result.rule.unwrap_or_default(),
        tier: "1".into(),
        resource: String::new(),
        path: String::new(),
        message: result.message,
    };
    match results {
        Ok(results) => Ok(results.into_iter().map(violation).collect()),
        Err(error) => Err(error.to_string()),
    }
}

impl Judge for &mut Engines<'_> {
    fn judge(&mut self, completion: &Completion) -> Judgement {
        let input = self.input(completion);
        judgement(self.evaluator.results(&input, "data.p.deny"))
    }

    fn judge_traced(&mut self, completion: &Completion) -> (Judgement, Option<Trace>) {
        let input = self.input(completion);
        let (results, trace) = self.tracer.results(&input, "data.p.deny");
        (judgement(results), Some(trace))
    }
}

/// Whether any combination of candidates passes, and whether any fails.
fn brute_force(leaves: &[Candidates], mut engines: &mut Engines<'_>) -> (bool, bool) {
    let mut found = (false, false);
    let mut digits = vec![0_usize; leaves.len()];
    loop {
        let mut completion = Completion::default();
        for (leaf, digit) in leaves.iter().zip(&digits) {
            leaf.options[*digit].apply(&leaf.id, &mut completion);
        }
        match engines.judge(&completion) {
            Ok(violations) if violations.is_empty() => found.0 = true,
            _ => found.1 = true,
        }
        let Some(next) = (0..leaves.len()).find(|at| digits[*at] + 1 < leaves[*at].options.len())
        else {
            return found;
        };
        digits[next] += 1;
        digits[..next].fill(0);
        if found == (true, true) {
            return found;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 16, ..ProptestConfig::default() })]

    /// The engine, real candidates, and rules of one to three conditions that an author could have written.
    #[test]
    fn real_rules_over_unknown_attributes_come_out_as_in_brute_force(
        rules in proptest::collection::vec(
            proptest::collection::vec((0_usize..3, test()), 1..4),
            1..4,
        ),
        mentions in proptest::collection::vec(proptest::bool::ANY, 3),
    ) {
        let text = policy(&rules);
        let options = BundleOptions::foreign();
        let bundle =
            Bundle::from_sources([("p.rego", text.clone())], Node::Object(Object::new()), &options)
                .expect("a policy");
        let graph = graph(&mentions);
        let mut words: Vec<&str> = ATTRIBUTES.to_vec();
        words.push("x_y");
        let mut constants: Vec<Node> = TEXTS.iter().map(|text| Node::text(*text)).collect();
        constants.push(Node::from(6));
        let sources = Sources {
            graph: &graph,
            pool: &Pool::default(),
            vocabulary: &Vocabulary::of_words(&words, constants),
        };
        let candidates: Vec<Candidates> = leaves(&graph, &|_| false)
            .iter()
            .map(|leaf| candidates(leaf, sources))
            .collect();
        let mut engines = Engines::new(&graph, &bundle);
        let outcome = search(&candidates, 4096, &mut engines);
        let (passes, fails) = brute_force(&candidates, &mut engines);
        prop_assert_eq!(outcome.errors, 0, "{}", text);
        prop_assert_eq!((outcome.passed > 0, outcome.failed > 0), (passes, fails), "{}", text);
    }
}
