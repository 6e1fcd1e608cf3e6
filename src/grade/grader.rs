//! Grading one artifact after another with one oracle on one thread.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::arm::Family;
use crate::artifact::ToolchainRecord;
use crate::graph::{Completion, Graph, View, sensitive_texts, without_secrets};
use crate::rego::{
    Coverage, Evaluator, Input, InputForm, Limits, RegoError, RuleResult, Trace, Tracer,
};
use crate::source::closest;
use crate::spec::TOOLCHAIN_RULE;
use crate::value::{Node, Nodes, Text};

use super::candidates::{Candidates, Pool, Sources, candidates};
use super::gradable::{Gradable, Refusal};
use super::leaves::{Leaf, leaves};
use super::oracle::{Oracle, OracleError, Rule};
use super::recording::{Recording, Try};
use super::search::{Judge, Judgement, Outcome, Violation, search, search_failure};
use super::structural::Structure;
use super::verdict::{
    CaughtAt, CheckOutcome, CheckStatus, Completions, DecidingLeaf, FindingOutcome, SourceLine,
    Status, Verdict,
};
use super::vocabulary::Vocabulary;

/// Completions evaluated at most for one artifact.
pub const BUDGET: usize = 4096;

/// A completed graph in the two forms in which it is judged.
#[derive(Debug)]
pub struct Document {
    family: Family,
    /// The resources that structural checks look at.
    structure: Option<Node>,
    /// What the rules see.
    input: Result<Input, RegoError>,
}

/// An oracle with an engine of its own.
#[derive(Debug)]
pub struct Grader {
    oracle: Arc<Oracle>,
    evaluator: Evaluator,
    structures: BTreeMap<Family, Structure>,
    /// What is judged, once somebody wants to judge it again.
    record: Option<Record>,
    /// Made when a search first asks which policy lines a completion reaches.
    tracer: Option<Tracer>,
}

/// What was judged so far.
#[derive(Debug, Default)]
struct Record {
    seen: BTreeSet<Completion>,
    documents: Vec<Document>,
}

/// The completions of one graph, judged by a grader.
struct Completing<'a> {
    grader: &'a mut Grader,
    graph: &'a Graph,
}

impl Judge for Completing<'_> {
    fn judge(&mut self, completion: &Completion) -> Judgement {
        let document = self.grader.document(self.graph, completion);
        let judgement = self.grader.judge(&document);
        self.grader.note(completion, document);
        judgement
    }

    fn judge_traced(&mut self, completion: &Completion) -> (Judgement, Option<Trace>) {
        let document = self.grader.document(self.graph, completion);
        let traced = self.grader.judge_traced(&document);
        self.grader.note(completion, document);
        traced
    }
}

impl Grader {
    /// Prepares an engine for `oracle`.
    pub fn new(oracle: Arc<Oracle>, limits: &Limits) -> Result<Self, OracleError> {
        let mut structures = BTreeMap::new();
        for arm in oracle.arms.values() {
            structures.insert(
                arm.family,
                Structure::prepare(&oracle.spec.checks, arm.family)?,
            );
        }
        let evaluator = Evaluator::new(&oracle.bundle, limits)?;
        Ok(Self {
            oracle,
            evaluator,
            structures,
            record: None,
            tracer: None,
        })
    }

    /// Records from now on which policy lines are executed; evaluations cost more.
    pub fn record_coverage(&mut self) {
        self.evaluator.record_coverage();
    }

    /// The policy lines executed since recording began.
    pub fn coverage(&self) -> Result<Coverage, RegoError> {
        self.evaluator.coverage()
    }

    /// The verdict on an artifact of `arm`.
    pub fn grade(&mut self, arm: &str, gradable: &Gradable) -> Result<Verdict, OracleError> {
        match gradable {
            Gradable::Toolchain(record) => Ok(self.of_toolchain(arm, record)),
            Gradable::Refused(refusal) => Ok(self.of_refused(arm, refusal)),
            Gradable::Graph(graph) => self.of_graph(arm, graph),
        }
    }

    /// A graph under a completion, as it is judged.
    pub fn document(&self, graph: &Graph, completion: &Completion) -> Document {
        let family = graph.kind.family();
        let view = View::completed(graph, completion);
        let structure = self.structures.get(&family);
        let mut form = InputForm::default();
        let value = view.document(&mut form);
        Document {
            family,
            structure: structure.map(|structure| view.of_types(structure.types())),
            // A number that the engine cannot keep is looked for where it stands.
            input: match form.input(value) {
                Some(input) => Ok(input),
                None => Input::new(&view.document(&mut Nodes)),
            },
        }
    }

    /// What the rules say of a completed graph.
    pub fn judge(&mut self, document: &Document) -> Judgement {
        let input = document.input.as_ref().map_err(ToString::to_string)?;
        let results = self.evaluator.results(input, &self.oracle.entry);
        self.judgement(document, results)
    }

    /// The same with the policy lines reached, where an engine that tells them can be made.
    fn judge_traced(&mut self, document: &Document) -> (Judgement, Option<Trace>) {
        if self.tracer.is_none() {
            let limits = *self.evaluator.limits();
            self.tracer = Tracer::new(&self.oracle.bundle, &limits).ok();
        }
        let (Some(tracer), Ok(input)) = (&mut self.tracer, &document.input) else {
            return (self.judge(document), None);
        };
        let (results, trace) = tracer.results(input, &self.oracle.entry);
        (self.judgement(document, results), Some(trace))
    }

    fn judgement(
        &self,
        document: &Document,
        results: Result<Vec<RuleResult>, RegoError>,
    ) -> Judgement {
        let structural = self.structural(document);
        judgement(&self.oracle.rules, structural, results)
    }

    /// What the structural checks say of a completed graph.
    fn structural(&self, document: &Document) -> BTreeSet<Violation> {
        let structure = self.structures.get(&document.family);
        structure
            .zip(document.structure.as_ref())
            .into_iter()
            .flat_map(|(structure, resources)| structure.violations(resources))
            .collect()
    }

    /// Keeps what was judged, where it is to be judged again.
    fn note(&mut self, completion: &Completion, document: Document) {
        let Some(record) = &mut self.record else {
            return;
        };
        if record.seen.insert(completion.clone()) {
            record.documents.push(document);
        }
    }

    /// The verdict on an artifact of `arm`, and what was judged for it; nothing is judged where the toolchain decides.
    pub fn grade_recording(
        &mut self,
        arm: &str,
        gradable: &Gradable,
    ) -> Result<(Verdict, Option<Recording>), OracleError> {
        let Gradable::Graph(graph) = gradable else {
            return Ok((self.grade(arm, gradable)?, None));
        };
        self.record = Some(Record::default());
        let verdict = self.of_graph(arm, graph);
        let record = self.record.take().unwrap_or_default();
        let verdict = verdict?;
        let tries = record.documents.into_iter().map(|document| Try {
            structural: self.structural(&document),
            input: document.input,
        });
        let recording = Recording::new(&self.oracle, &verdict, tries.collect());
        Ok((verdict, Some(recording)))
    }

    fn of_toolchain(&self, arm: &str, record: &ToolchainRecord) -> Verdict {
        let command = record.command.join(" ");
        let id = &self.oracle.spec.id;
        if !record.rejects_the_sources() {
            let mut verdict = Verdict::new(id, arm, Status::Ungradable);
            verdict.reasons.push(format!(
                "`{command}` did not judge the sources: {}",
                record.reason()
            ));
            return verdict;
        }
        let message = format!("`{command}` rejects the sources: {}", record.summary());
        self.rejected(arm, "the toolchain accepts the sources", message, None)
    }

    fn of_refused(&self, arm: &str, refusal: &Refusal) -> Verdict {
        let Refusal { by, what, .. } = refusal;
        let message = format!("{by} refuses the {what}: {}", refusal.message);
        let place = refusal.place.clone();
        let source = place.map(|(file, line)| SourceLine { file, line });
        self.rejected(arm, &format!("{by} accepts the {what}"), message, source)
    }

    /// What the toolchain rejects has failed before any rule could look at it.
    fn rejected(
        &self,
        arm: &str,
        title: &str,
        message: String,
        source: Option<SourceLine>,
    ) -> Verdict {
        let mut verdict = Verdict::new(&self.oracle.spec.id, arm, Status::Fail);
        verdict.tier = Some("0".to_owned());
        verdict.checks.push(CheckOutcome {
            id: TOOLCHAIN_RULE.to_owned(),
            tier: "0".to_owned(),
            title: title.to_owned(),
            status: CheckStatus::Fail,
            findings: vec![FindingOutcome {
                resource: None,
                path: None,
                message,
                source,
            }],
        });
        verdict
            .checks
            .extend(self.oracle.rules.iter().map(|rule| CheckOutcome {
                id: rule.id.clone(),
                tier: rule.tier.clone(),
                title: rule.title.clone(),
                status: CheckStatus::NotRun,
                findings: Vec::new(),
            }));
        verdict.catches = self.caught(&BTreeSet::from([TOOLCHAIN_RULE.to_owned()]), "0");
        verdict
    }

    /// Whether the verdict on a graph could be pass: no completion that the search tries violates anything.
    ///
    /// The search ends at the first completion that does, so this costs less than the verdict.
    pub fn may_pass(&mut self, graph: &Graph) -> Result<bool, OracleError> {
        if graph.notes.iter().any(|note| note.forbids_verdict) {
            return Ok(false);
        }
        let (_, outcome) = self.searched(graph, search_failure)?;
        Ok(outcome.failed == 0 && outcome.errors == 0 && !outcome.spent)
    }

    /// The verdict on a graph of `arm`.
    pub fn of_graph(&mut self, arm: &str, graph: &Graph) -> Result<Verdict, OracleError> {
        let (leaves, outcome) = self.searched(graph, search)?;
        Ok(self.verdict(arm, graph, &leaves, &outcome))
    }

    /// The open leaves of a graph, and what a search over them finds.
    fn searched<'g>(
        &'g mut self,
        graph: &'g Graph,
        search: fn(&[Candidates], usize, Completing<'g>) -> Outcome,
    ) -> Result<(Vec<Leaf>, Outcome), OracleError> {
        let oracle = self.oracle.clone();
        let leaves = leaves(graph, &|word| oracle.vocabulary().has_word(word));
        let nothing = (Pool::default(), Vocabulary::default());
        // Reading fixtures takes longer than grading, and most artifacts leave nothing open.
        let (pool, vocabulary) = match leaves.as_slice() {
            [] => (&nothing.0, &nothing.1),
            leaves if leaves.iter().all(Leaf::is_finite) => (&nothing.0, oracle.vocabulary()),
            _ => (oracle.pool(), oracle.vocabulary()),
        };
        let sources = Sources {
            graph,
            pool,
            vocabulary,
        };
        let candidates: Vec<Candidates> = leaves
            .iter()
            .map(|leaf| candidates(leaf, sources))
            .collect();
        let completing = Completing {
            grader: self,
            graph,
        };
        let outcome = search(&candidates, BUDGET, completing);
        if let (0, 0, Some(message)) = (outcome.passed, outcome.failed, &outcome.first_error) {
            return Err(OracleError::Broken {
                scenario: oracle.spec.id.clone(),
                message: without_secrets(message, &sensitive_texts(graph)),
            });
        }
        Ok((leaves, outcome))
    }

    fn verdict(&self, arm: &str, graph: &Graph, leaves: &[Leaf], outcome: &Outcome) -> Verdict {
        let forbidden: Vec<String> = graph
            .notes
            .iter()
            .filter(|note| note.forbids_verdict)
            .map(|note| note.message.clone())
            .collect();
        let status = outcome.status(!forbidden.is_empty());
        let mut verdict = Verdict::new(&self.oracle.spec.id, arm, status);
        verdict.completions = Completions {
            tried: outcome.tried(),
            exhaustive: outcome.exhaustive,
            evaluations: outcome.evaluations,
        };
        verdict.reasons = forbidden;
        let secrets = sensitive_texts(graph);
        if let Some(error) = &outcome.first_error {
            let error = without_secrets(error, &secrets);
            verdict.reasons.push(format!(
                "a rule raises an error on {} completions: {error}",
                outcome.errors
            ));
        }
        if outcome.spent {
            verdict.reasons.push(format!(
                "the budget of {BUDGET} evaluations was spent before all was tried"
            ));
        }
        let rules = self.oracle.rules.iter();
        verdict.checks = rules
            .map(|rule| Self::check(rule, graph, &secrets, outcome, status))
            .collect();
        let failed: BTreeSet<String> = verdict.failed_rules().map(str::to_owned).collect();
        let failing = verdict
            .checks
            .iter()
            .filter(|check| check.status == CheckStatus::Fail);
        verdict.tier = failing.map(|check| check.tier.clone()).min();
        if let Some(tier) = verdict.tier.clone() {
            verdict.catches = self.caught(&failed, &tier);
        }
        if status == Status::Unverifiable {
            verdict.deciding = leaves
                .iter()
                .filter(|leaf| outcome.deciding.contains(&leaf.id))
                .map(|leaf| deciding(leaf, graph))
                .collect();
        }
        verdict
    }

    fn check(
        rule: &Rule,
        graph: &Graph,
        secrets: &[Text],
        outcome: &Outcome,
        status: Status,
    ) -> CheckOutcome {
        let check_status = outcome.check_status(&rule.id, status);
        let found = outcome
            .violations
            .iter()
            .filter(|violation| violation.rule == rule.id);
        let optional = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        CheckOutcome {
            id: rule.id.clone(),
            tier: rule.tier.clone(),
            title: rule.title.clone(),
            status: check_status,
            findings: found
                .map(|violation| FindingOutcome {
                    resource: optional(&violation.resource),
                    path: optional(&violation.path),
                    message: without_secrets(&violation.message, secrets),
                    source: source_line(graph, &violation.resource, &violation.path),
                })
                .collect(),
        }
    }

    /// The catches that name exactly the violated rules.
    fn caught(&self, rules: &BTreeSet<String>, tier: &str) -> Vec<CaughtAt> {
        let catches = self.oracle.spec.catches.iter();
        catches
            .filter(|catch| catch.rules.iter().cloned().collect::<BTreeSet<_>>() == *rules)
            .map(|catch| CaughtAt {
                id: catch.id.clone(),
                tier: tier.to_owned(),
            })
            .collect()
    }
}

/// Where a value of a resource is written; an undecided second instance is written where the first is.
fn source_line(graph: &Graph, address: &str, pointer: &str) -> Option<SourceLine> {
    let resource = graph.resources.get(address)?;
    resource.place_of(pointer).map(|place| SourceLine {
        file: place.file.to_string(),
        line: place.line,
    })
}

/// What structural checks and the results of rules come to together.
pub(super) fn judgement(
    rules: &[Rule],
    mut violations: BTreeSet<Violation>,
    results: Result<Vec<RuleResult>, RegoError>,
) -> Judgement {
    for result in results.map_err(|error| error.to_string())? {
        let id = result.rule.unwrap_or_default();
        let Some(rule) = rules.iter().find(|rule| rule.id == id) else {
            let known = rules.iter().map(|rule| rule.id.as_str());
            let meant = closest(&id, known)
                .map(|rule| format!(": did you mean `{rule}`?"))
                .unwrap_or_default();
            return Err(format!(
                "a result names rule `{id}`, which no annotation declares{meant}"
            ));
        };
        violations.insert(Violation {
            tier: rule.tier.clone(),
            rule: id,
            resource: result.resource.unwrap_or_default(),
            path: result.path.unwrap_or_default(),
            message: result.message,
        });
    }
    Ok(violations)
}

fn deciding(leaf: &Leaf, graph: &Graph) -> DecidingLeaf {
    let place = leaf.places.first();
    DecidingLeaf {
        id: leaf.id.to_string(),
        resource: place
            .map(|place| place.address.to_string())
            .filter(|address| !address.is_empty()),
        path: place
            .map(|place| place.pointer.clone())
            .filter(|pointer| !pointer.is_empty()),
        source: place.and_then(|place| source_line(graph, &place.address, &place.pointer)),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::graph::{Options, completed};
    use crate::spec::Root;

    use super::super::gradable::read_gradable;

    #[test]
    fn what_is_judged_is_the_completed_graph() {
        let root =
            Root::discover(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).expect("the project");
        let mut compared = 0;
        for scenario in ["bucket-hardening", "queue-dead-letter"] {
            let oracle = Arc::new(Oracle::load(&root, scenario).expect("loads"));
            let grader = Grader::new(oracle.clone(), &Limits::default()).expect("prepared");
            for fixture in root.fixtures(scenario).expect("listed") {
                let arm = oracle.arm(&fixture.arm).expect("known");
                let recorded = fixture.recorded(&arm.artifact.file).expect("recorded");
                let source = fixture.source_folder();
                let source = source.is_dir().then_some(source.as_path());
                let read = read_gradable(arm, recorded.path(), source, &Options::default());
                let Gradable::Graph(graph) = read.expect("read") else {
                    continue;
                };
                let completion = Completion::default();
                let document = grader.document(&graph, &completion);
                let whole = completed(&graph, &completion);
                let input = document.input.expect("exact");
                assert!(
                    input == Input::new(&whole).expect("exact"),
                    "{}",
                    fixture.path.display()
                );
                let structure = &grader.structures[&arm.family];
                assert_eq!(
                    structure.violations(&document.structure.expect("checks")),
                    structure.violations(&whole)
                );
                compared += 1;
            }
        }
        assert!(compared > 40, "{compared} compared");
    }
}
