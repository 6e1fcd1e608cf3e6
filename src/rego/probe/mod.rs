//! Which facts the rules of a scenario ask for, with what arguments, and what they get.

mod instrument;
mod value;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use regorus::Value;

use super::bundle::{Bundle, BundleOptions};
use super::convert::Input;
use super::error::RegoError;
use super::evaluator::{Evaluator, Limits};
use super::outcome::RuleResult;

use instrument::{PACKAGE, Probed, instrument};

pub use value::FactValue;

/// The facts that one evaluation asked for: number of the fact and arguments → its value, `None` where it was undefined.
pub type Readings = BTreeMap<(usize, Vec<FactValue>), Option<FactValue>>;

/// An engine that tells which facts the rules of a package ask for.
pub struct Probe {
    evaluator: Evaluator,
    facts: Vec<Probed>,
    readings: Arc<Mutex<Readings>>,
}

impl std::fmt::Debug for Probe {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Probe")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

impl Probe {
    /// An engine for the rules of `package` (without `data`) in `bundle`.
    pub fn new(bundle: &Bundle, package: &str, limits: &Limits) -> Result<Self, RegoError> {
        let package = format!("data.{package}");
        let instrumented = instrument(bundle, &package)?;
        let options = BundleOptions {
            only: vec![package, format!("data.{PACKAGE}")],
            examined: true,
            ..bundle.options().clone()
        };
        let data = bundle.data().clone();
        let bundle = Bundle::from_sources(instrumented.sources, data, &options)?;
        let mut evaluator = Evaluator::new(&bundle, limits)?;
        let readings = Arc::new(Mutex::new(Readings::new()));
        for (name, arity) in [("probe.defined", 3), ("probe.undefined", 2)] {
            let readings = readings.clone();
            evaluator.extend(name, arity, move |arguments| {
                note(&readings, &arguments);
                Value::Bool(true)
            })?;
        }
        Ok(Self {
            evaluator,
            facts: instrumented.facts,
            readings,
        })
    }

    /// The facts that the rules can ask for, as `lib.s3.keeps_versions`, in the order of their numbers.
    pub fn facts(&self) -> impl Iterator<Item = &str> {
        let paths = self.facts.iter();
        paths.map(|fact| fact.path.strip_prefix("data.").unwrap_or(&fact.path))
    }

    /// The results of a rule, and the facts that were asked for on the way.
    pub fn results(
        &mut self,
        input: &Input,
        entry: &str,
    ) -> Result<(Vec<RuleResult>, Readings), RegoError> {
        self.taken();
        let results = self.evaluator.results(input, entry);
        let readings = self.taken();
        Ok((results?, readings))
    }

    /// The value of the fact of a number for these arguments; `None` where it is undefined.
    pub fn ask(
        &mut self,
        input: &Input,
        fact: usize,
        arguments: &[FactValue],
    ) -> Result<Option<FactValue>, RegoError> {
        let arguments: Vec<Value> = arguments
            .iter()
            .map(FactValue::to_value)
            .collect::<Result<_, _>>()?;
        let question = BTreeMap::from([
            (Value::from("fact"), Value::from(fact as u64)),
            (Value::from("arguments"), Value::from(arguments)),
        ]);
        let mut root = input.0.clone();
        if let Value::Object(members) = &mut root {
            regorus::Rc::make_mut(members).insert(Value::from("probe"), Value::from(question));
        }
        let entry = format!("data.{PACKAGE}.asked");
        let answers = self.evaluator.value(&Input(root), &entry)?;
        let Value::Set(answers) = &answers else {
            return Ok(None);
        };
        let first = answers.iter_sorted().next();
        let value = first.and_then(|answer| match answer {
            Value::Object(members) => members.get(&Value::from("value")).cloned(),
            _ => None,
        });
        Ok(value.as_ref().and_then(FactValue::of))
    }

    fn taken(&self) -> Readings {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *readings)
    }
}

/// Takes note of a fact: its number, its arguments, and its value where it has one.
fn note(readings: &Mutex<Readings>, arguments: &[Value]) {
    let [fact, given, rest @ ..] = arguments else {
        return;
    };
    let (Value::Number(fact), Some(FactValue::List(given))) = (fact, FactValue::of(given)) else {
        return;
    };
    let Some(fact) = fact.as_u64().and_then(|fact| usize::try_from(fact).ok()) else {
        return;
    };
    let value = rest.first().and_then(FactValue::of);
    let mut readings = readings.lock().unwrap_or_else(PoisonError::into_inner);
    readings.insert((fact, given), value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Node, Object, parse_json};

    const LIB: &str = "package lib.one\n\nis(x) if x == 1\n\ntexts(x) := {text | some text in x}\n\nall := {1, 2}\n";

    const RULES: &str = "package rules\n\n\
        deny contains {\"rule\": \"R1\", \"msg\": \"a\"} if not data.lib.one.is(input.x)\n\n\
        deny contains {\"rule\": \"R2\", \"msg\": \"b\"} if data.lib.one.texts(input.list) == {\"a\"}\n\n\
        deny contains {\"rule\": \"R3\", \"msg\": \"c\"} if input.x in data.lib.one.all\n";

    fn probe() -> Probe {
        let sources = [("lib.rego", LIB), ("rules.rego", RULES)];
        let data = Node::Object(Object::new());
        let bundle =
            Bundle::from_sources(sources, data, &BundleOptions::shipped()).expect("a bundle");
        Probe::new(&bundle, "rules", &Limits::default()).expect("a probe")
    }

    fn input(text: &str) -> Input {
        Input::new(&parse_json(text).expect("valid")).expect("exact")
    }

    fn shown(probe: &Probe, readings: &Readings) -> Vec<String> {
        let facts: Vec<&str> = probe.facts().collect();
        let shown = readings.iter().map(|((fact, arguments), value)| {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            let value = value
                .as_ref()
                .map_or("undefined".to_owned(), ToString::to_string);
            format!("{}({}) = {value}", facts[*fact], arguments.join(", "))
        });
        shown.collect()
    }

    #[test]
    fn every_fact_is_told_with_its_arguments_and_its_value_undefined_ones_too() {
        let mut probe = probe();
        let (results, readings) = probe
            .results(&input(r#"{"x": 2, "list": ["a", "a"]}"#), "data.rules.deny")
            .expect("evaluated");
        let rules: Vec<_> = results.iter().filter_map(|one| one.rule.clone()).collect();
        assert_eq!(rules, ["R1", "R2", "R3"]);
        assert_eq!(
            shown(&probe, &readings),
            [
                "lib.one.is(2) = undefined",
                r#"lib.one.texts(["a", "a"]) = {"a"}"#,
                "lib.one.all() = {1, 2}",
            ]
        );
        let (results, readings) = probe
            .results(&input(r#"{"x": 1}"#), "data.rules.deny")
            .expect("evaluated");
        let rules: Vec<_> = results.iter().filter_map(|one| one.rule.clone()).collect();
        assert_eq!(rules, ["R3"]);
        assert_eq!(
            shown(&probe, &readings),
            ["lib.one.is(1) = true", "lib.one.all() = {1, 2}"]
        );
    }

    #[test]
    fn a_fact_is_evaluated_for_any_arguments() {
        let mut probe = probe();
        let document = input(r#"{"x": 1}"#);
        let number = |value: i64| FactValue::Number(value.into());
        let mut ask = |fact, argument| probe.ask(&document, fact, &[argument]).expect("evaluated");
        assert_eq!(ask(0, number(1)), Some(FactValue::Bool(true)));
        assert_eq!(ask(0, number(2)), None);
        let texts = FactValue::Set([FactValue::Text("b".into())].into());
        assert_eq!(ask(1, texts.clone()), Some(texts));
    }
}
