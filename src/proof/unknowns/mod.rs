//! Unknown injection: what decides a verdict may be unknown, and then no reference fails or stays a pass, and no negative passes.

mod site;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::certificate::UnknownCounts;
use crate::grade::{Gradable, Grader, Oracle, OracleError, Status, Verdict};
use crate::graph::{Completion, Graph};
use crate::rego::Limits;
use crate::value::Node;

use super::equivalence::change::changes;
use super::fixture::Fixture;
use super::gap::{Gap, GapKind};
use super::variant::{Place, applied};
use super::watch::Watch;

use site::Site;

/// What unknown injection came to.
#[derive(Debug, Default)]
pub struct UnknownProof {
    /// How much was injected, by arm.
    pub counts: BTreeMap<String, UnknownCounts>,
    /// Verdicts that should not have been.
    pub gaps: Vec<Gap>,
}

#[derive(Debug, Default)]
struct Injected {
    counts: UnknownCounts,
    gaps: Vec<Gap>,
}

/// Injects unknowns into the references and negatives of `rows`; `watch` is told of each.
pub fn unknowns(
    oracle: &Arc<Oracle>,
    rows: &[(Fixture, Option<Verdict>)],
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<UnknownProof, OracleError> {
    watch.stage("unknowns", rows.len());
    let injected: Vec<Result<(String, Injected), OracleError>> = rows
        .par_iter()
        .filter_map(|(fixture, verdict)| {
            watch.step();
            let status = verdict.as_ref()?.verdict;
            let expected = match fixture.role() {
                "reference" => Status::Pass,
                "negative" => Status::Fail,
                _ => return None,
            };
            // What comes out otherwise than predicted is a gap already.
            (status == expected).then(|| fixture.graph(oracle).map(|graph| (fixture, graph)))?
        })
        .map_init(
            || Grader::new(oracle.clone(), limits),
            |grader, (fixture, graph)| {
                let arm = fixture.folder.arm.clone();
                let Ok(grader) = grader else {
                    return Ok((arm, Injected::default()));
                };
                let mut injection = Injection {
                    oracle,
                    grader,
                    fixture,
                    graph: &graph,
                    found: Injected::default(),
                };
                injection.run()?;
                Ok((arm, injection.found))
            },
        )
        .collect();
    let mut proof = UnknownProof::default();
    for injected in injected {
        let (arm, injected) = injected?;
        proof.counts.entry(arm).or_default().add(injected.counts);
        proof.gaps.extend(injected.gaps);
    }
    Ok(proof)
}

/// The injections into one fixture.
struct Injection<'a> {
    oracle: &'a Oracle,
    grader: &'a mut Grader,
    fixture: &'a Fixture,
    graph: &'a Graph,
    found: Injected,
}

impl Injection<'_> {
    fn run(&mut self) -> Result<(), OracleError> {
        let sites = Site::all(self.graph);
        if self.fixture.role() == "negative" {
            return self.negative(&sites);
        }
        let mut deciding = Vec::new();
        for site in sites {
            if self.decides(&site) {
                deciding.push(site);
            }
        }
        for site in &deciding {
            match site.node {
                Some(_) => self.found.counts.leaves += 1,
                None => self.found.counts.resources += 1,
            }
            self.reference(&[site])?;
        }
        let pairs = pairs(deciding.len(), &[1, deciding.len() / 2]);
        self.found.counts.pairs += pairs.len();
        self.found.counts.possible_pairs += all_pairs(deciding.len());
        for (one, other) in pairs {
            if let (Some(one), Some(other)) = (deciding.get(one), deciding.get(other)) {
                self.reference(&[one, other])?;
            }
        }
        Ok(())
    }

    /// Whether some other value here makes the reference fail.
    fn decides(&mut self, site: &Site) -> bool {
        let Some(node) = &site.node else {
            let mut graph = self.graph.clone();
            if site.inject(&mut graph).is_err() {
                return false;
            }
            return [0, 2].into_iter().any(|count| {
                let completion = Completion {
                    instances: [(site.id(), count)].into(),
                    ..Completion::default()
                };
                self.fails(&graph, &completion)
            });
        };
        // What mentions a resource is never another one: a mention is an association.
        let values = other_values(node);
        values.into_iter().any(|value| {
            let edit = edit(&site.place, value);
            applied(self.graph, &[edit])
                .is_ok_and(|graph| self.fails(&graph, &Completion::default()))
        })
    }

    fn fails(&mut self, graph: &Graph, completion: &Completion) -> bool {
        let document = self.grader.document(graph, completion);
        let judgement = self.grader.judge(&document);
        judgement.is_ok_and(|violations| !violations.is_empty())
    }

    /// A reference of which what decides is unknown is unverifiable, and says so of nothing else.
    fn reference(&mut self, sites: &[&Site]) -> Result<(), OracleError> {
        let Some(graph) = self.injected(sites) else {
            return Ok(());
        };
        let arm = &self.fixture.folder.arm;
        let verdict = self.grader.grade(arm, &Gradable::Graph(graph))?;
        let ids: BTreeSet<String> = sites.iter().map(|site| site.id().to_string()).collect();
        let strangers: Vec<&str> = verdict
            .deciding
            .iter()
            .map(|leaf| leaf.id.as_str())
            .filter(|id| !ids.contains(*id))
            .collect();
        let message = match verdict.verdict {
            Status::Unverifiable if !verdict.reasons.is_empty() => {
                format!(
                    "the verdict is `unverifiable` for another reason: {}",
                    verdict.reasons.join("; ")
                )
            }
            Status::Unverifiable if !strangers.is_empty() => {
                format!("the verdict is said to hang on {}", strangers.join(", "))
            }
            Status::Unverifiable if verdict.deciding.is_empty() => {
                "the verdict is `unverifiable` and names no value".to_owned()
            }
            Status::Unverifiable => return Ok(()),
            other => format!("the verdict is `{}`", other.word()),
        };
        self.gap(sites, &message);
        Ok(())
    }

    /// A negative of which anything is unknown does not pass.
    fn negative(&mut self, sites: &[Site]) -> Result<(), OracleError> {
        for site in sites {
            self.found.counts.in_negatives += 1;
            self.never_passes(&[site])?;
        }
        let pairs = pairs(sites.len(), &[sites.len() / 2]);
        self.found.counts.pairs_in_negatives += pairs.len();
        for (one, other) in pairs {
            if let (Some(one), Some(other)) = (sites.get(one), sites.get(other)) {
                self.never_passes(&[one, other])?;
            }
        }
        Ok(())
    }

    fn never_passes(&mut self, sites: &[&Site]) -> Result<(), OracleError> {
        let Some(graph) = self.injected(sites) else {
            return Ok(());
        };
        if self.grader.may_pass(&graph)? {
            self.gap(sites, "the verdict is `pass`");
        }
        Ok(())
    }

    /// The graph with unknowns; one inside another that is unknown already cannot be.
    fn injected(&self, sites: &[&Site]) -> Option<Graph> {
        let mut graph = self.graph.clone();
        for site in sites {
            site.inject(&mut graph).ok()?;
        }
        Some(graph)
    }

    fn gap(&mut self, sites: &[&Site], message: &str) {
        let places: Vec<String> = sites
            .iter()
            .map(|site| match site.node {
                Some(_) => format!("`{}{}`", site.place.address, site.place.pointer),
                None => format!("the number of `{}`", site.place.address),
            })
            .collect();
        let message = format!("{message} while {} is not known", places.join(" and "));
        let help = "let the search try what decides it (`src/grade/candidates`), or mend the rule";
        let gap = Gap::new(&self.oracle.spec.id, &self.fixture.name, message, help);
        self.found.gaps.push(gap.of(GapKind::Unknown));
    }
}

/// What else may stand in place of a value; `None` for nothing.
fn other_values(node: &Node) -> Vec<Option<Node>> {
    match node {
        // A document as a whole decides when it may as well be missing; its parts are sites of their own.
        Node::Json(_) | Node::Object(_) => vec![None],
        node => {
            let changes = changes(Some(node), &[], &|_| Vec::new());
            changes.into_iter().map(|change| change.value).collect()
        }
    }
}

fn edit(place: &Place, value: Option<Node>) -> super::variant::Edit {
    let at = place.clone();
    match value {
        Some(value) => super::variant::Edit::Set { at, value },
        None => super::variant::Edit::Remove { at },
    }
}

/// The pairs that are tried of so many sites, each with those so far away: the next one mostly stands in the same
/// document, the one half of them away in another resource.
fn pairs(sites: usize, strides: &[usize]) -> Vec<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    for one in 0..sites {
        for stride in strides {
            let other = (one + stride) % sites;
            if one != other {
                pairs.insert((one.min(other), one.max(other)));
            }
        }
    }
    pairs.into_iter().collect()
}

fn all_pairs(sites: usize) -> usize {
    sites * sites.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_site_is_paired_with_the_next_and_with_one_far_away() {
        let pairs = |sites: usize| pairs(sites, &[1, sites / 2]);
        assert!(pairs(0).is_empty() && pairs(1).is_empty());
        assert_eq!(pairs(2), [(0, 1)]);
        assert_eq!(pairs(3).len(), all_pairs(3));
        for sites in [4, 7, 40, 41] {
            let pairs = pairs(sites);
            assert!(pairs.len() <= 2 * sites, "{sites}");
            assert!(
                pairs.contains(&(0, 1)) && pairs.contains(&(0, sites / 2)),
                "{sites}"
            );
            let is_in = |site: usize| {
                pairs
                    .iter()
                    .any(|(one, other)| [*one, *other].contains(&site))
            };
            assert!((0..sites).all(is_in), "{sites}");
        }
    }
}
