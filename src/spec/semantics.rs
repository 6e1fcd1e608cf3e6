//! What the format of a spec cannot say: ids that must exist, values that must fit their operator.

use std::collections::{BTreeMap, BTreeSet};

use crate::arm::Family;
use crate::source::yaml::Located;
use crate::source::{Finding, SourceText, Span, closest};

use super::check_semantics::{examine_check, examine_tolerated};
use super::equivalence_semantics::examine_equivalence;
use super::model::{Catch, TOOLCHAIN_RULE};
use super::{Spec, Tier};

/// What a spec's surroundings hold; what is `None` is not known, and nothing is held against it.
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    /// Arms by name, with the family of their artifacts.
    pub arms: Option<BTreeMap<String, Family>>,
    /// The rules of the scenario's policy.
    pub rules: Option<Vec<PolicyRule>>,
    /// Negative fixture folders, as (arm, catch).
    pub negatives: Option<BTreeSet<(String, String)>>,
    /// The names of the operators that make artifact mutants.
    pub operators: Option<Vec<&'static str>>,
}

/// What a policy says about one of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRule {
    /// Permanent id.
    pub id: String,
    /// Its tier, where stated.
    pub tier: Option<Tier>,
    /// The catches it says it exists for.
    pub catches: Vec<String>,
}

/// Collects findings about one spec.
pub(super) struct Examiner<'a> {
    pub(super) spec: &'a Spec,
    pub(super) workspace: &'a Workspace,
    source: &'a SourceText,
    tree: &'a Located,
    pub(super) findings: Vec<Finding>,
}

/// Everything that is wrong with `spec` although its format is met, in the order of the file.
pub(super) fn examine(
    spec: &Spec,
    source: &SourceText,
    tree: &Located,
    workspace: &Workspace,
) -> Vec<Finding> {
    let mut examiner = Examiner {
        spec,
        workspace,
        source,
        tree,
        findings: Vec::new(),
    };
    examiner.file_name();
    examiner.arms();
    examiner.duplicates();
    for (index, check) in spec.checks.iter().enumerate() {
        examine_check(&mut examiner, check, &format!("/checks/{index}"));
    }
    for (index, catch) in spec.catches.iter().enumerate() {
        examiner.catch(catch, &format!("/catches/{index}"));
    }
    for (index, rule) in spec.do_nothing.rules.iter().enumerate() {
        examiner.rule(rule, &format!("/do_nothing/rules/{index}"));
    }
    examiner.policy();
    for (index, tolerated) in spec.tolerates.iter().enumerate() {
        examine_tolerated(&mut examiner, tolerated, &format!("/tolerates/{index}"));
    }
    examine_equivalence(&mut examiner);
    examiner.findings.sort_by_key(Finding::span);
    examiner.findings
}

impl Examiner<'_> {
    /// An error at the value that `pointer` leads to.
    pub(super) fn at(
        &self,
        pointer: &str,
        code: &'static str,
        message: impl Into<String>,
    ) -> Finding {
        Finding::at(
            self.source,
            self.tree.locate_nearest(pointer),
            code,
            message,
        )
    }

    /// An error at the key that `pointer` leads to; in a list, at the item's first line.
    pub(super) fn at_key(
        &self,
        pointer: &str,
        code: &'static str,
        message: impl Into<String>,
    ) -> Finding {
        Finding::at(
            self.source,
            naming(self.source, self.tree, pointer),
            code,
            message,
        )
    }

    /// Keeps a finding.
    pub(super) fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// The families of the spec's arms, each once.
    pub(super) fn families(&self) -> BTreeSet<Family> {
        let known = self.workspace.arms.as_ref();
        self.spec
            .arms
            .iter()
            .filter_map(|arm| known?.get(arm))
            .copied()
            .collect()
    }

    /// Refuses what is no JSON pointer.
    pub(super) fn pointer(&mut self, text: &str, place: &str) {
        if !text.is_empty() && !text.starts_with('/') {
            let finding = self.at(place, "pointer", format!("`{text}` is no pointer"));
            self.push(
                finding
                    .with_label("must start with `/`")
                    .with_help(format!("write `/{}`", text.replace('.', "/"))),
            );
        }
    }

    fn file_name(&mut self) {
        let Some(stem) = self.source.file_stem().filter(|stem| *stem != self.spec.id) else {
            return;
        };
        let finding = self.at(
            "/id",
            "file-name",
            format!(
                "the spec `{}` stands in a file of another name",
                self.spec.id
            ),
        );
        let finding = finding.with_help(format!("rename the spec to `{stem}`, or the file"));
        self.push(finding);
    }

    fn arms(&mut self) {
        let Some(known) = self.workspace.arms.as_ref() else {
            return;
        };
        for (index, arm) in self.spec.arms.iter().enumerate() {
            if !known.contains_key(arm) {
                let finding = self.at(
                    &format!("/arms/{index}"),
                    "unknown-arm",
                    format!("unknown arm `{arm}`"),
                );
                self.push(advise(
                    finding.with_label("no such arm"),
                    arm,
                    known.keys().map(String::as_str),
                ));
            }
        }
    }

    fn duplicates(&mut self) {
        let spec = self.spec;
        self.each_once(
            "check",
            spec.checks.iter().map(|check| &check.id),
            |index| format!("/checks/{index}/id"),
        );
        self.each_once(
            "catch",
            spec.catches.iter().map(|catch| &catch.id),
            |index| format!("/catches/{index}/id"),
        );
        self.each_once("arm", spec.arms.iter(), |index| format!("/arms/{index}"));
        let rules = self.workspace.rules.as_deref().unwrap_or_default();
        for (index, check) in spec.checks.iter().enumerate() {
            if rules.iter().any(|rule| rule.id == check.id) {
                let place = format!("/checks/{index}/id");
                let message = format!("`{}` is the id of a rule in the policy as well", check.id);
                self.push(
                    self.at(&place, "duplicate-id", message)
                        .with_help("give the check an id of its own"),
                );
            }
        }
    }

    fn each_once<'i>(
        &mut self,
        what: &str,
        ids: impl Iterator<Item = &'i String>,
        place: impl Fn(usize) -> String,
    ) {
        let mut seen = BTreeSet::new();
        for (index, id) in ids.enumerate() {
            if !seen.insert(id) {
                let finding = self.at(
                    &place(index),
                    "duplicate-id",
                    format!("the {what} `{id}` stands here twice"),
                );
                self.push(finding.with_label("second time"));
            }
        }
    }

    fn catch(&mut self, catch: &Catch, place: &str) {
        for (index, rule) in catch.rules.iter().enumerate() {
            self.rule(rule, &format!("{place}/rules/{index}"));
        }
        if catch.rules.len() > 1 && catch.rules.iter().any(|rule| rule == TOOLCHAIN_RULE) {
            let message = "what the toolchain rejects reaches no rule";
            self.push(
                self.at(&format!("{place}/rules"), "toolchain", message)
                    .with_help("name `toolchain` alone"),
            );
        }
        self.catch_arms(catch, place);
        self.catch_fixtures(catch, place);
    }

    fn catch_arms(&mut self, catch: &Catch, place: &str) {
        let spec = self.spec;
        for arm in &spec.arms {
            let excused = catch.not_on.contains_key(arm);
            match catch.tier.on(arm) {
                None if !excused => {
                    let message = format!("no tier is predicted for the arm `{arm}`");
                    let finding = self.at_key(&format!("{place}/tier"), "missing-tier", message);
                    self.push(finding.with_help(
                        "add the arm, or say under `not_on` why the mistake cannot be made there",
                    ));
                }
                Some(tier) if !excused => self.tier(catch, arm, tier, place),
                _ => {}
            }
        }
        let named = match &catch.tier {
            super::TierByArm::Same(_) => Vec::new(),
            super::TierByArm::Each(tiers) => tiers.keys().map(|arm| ("tier", arm)).collect(),
        };
        for (key, arm) in named
            .into_iter()
            .chain(catch.not_on.keys().map(|arm| ("not_on", arm)))
        {
            if !spec.arms.contains(arm) {
                let message = format!("the scenario does not run on the arm `{arm}`");
                let finding = self.at_key(&format!("{place}/{key}/{arm}"), "unknown-arm", message);
                self.push(advise(finding, arm, spec.arms.iter().map(String::as_str)));
            }
        }
    }

    /// The predicted tier must be one that a named rule has.
    fn tier(&mut self, catch: &Catch, arm: &str, tier: Tier, place: &str) {
        let tiers: Option<Vec<Tier>> = catch.rules.iter().map(|rule| self.tier_of(rule)).collect();
        let Some(first) = tiers.and_then(|tiers| tiers.into_iter().min()) else {
            return;
        };
        if first != tier && catch.rules.iter().any(|rule| rule != TOOLCHAIN_RULE) || first < tier {
            let by_arm = format!("{place}/tier/{arm}");
            let found = if self.tree.at(&by_arm).is_some() {
                by_arm
            } else {
                format!("{place}/tier")
            };
            let message =
                format!("tier `{tier}` is predicted, but the rules named reject at tier `{first}`");
            if !self.findings.iter().any(|finding| {
                finding.message() == message && finding.span() == self.tree.locate(&found)
            }) {
                self.push(self.at(&found, "tier", message));
            }
        }
    }

    fn tier_of(&self, rule: &str) -> Option<Tier> {
        if rule == TOOLCHAIN_RULE || self.spec.checks.iter().any(|check| check.id == rule) {
            return Some(Tier::Structure);
        }
        let known = self
            .workspace
            .rules
            .as_ref()?
            .iter()
            .find(|known| known.id == rule)?;
        Some(known.tier.unwrap_or(Tier::Policy))
    }

    fn catch_fixtures(&mut self, catch: &Catch, place: &str) {
        let Some(known) = self.workspace.negatives.as_ref() else {
            return;
        };
        let spec = self.spec;
        for arm in spec
            .arms
            .iter()
            .filter(|arm| !catch.not_on.contains_key(*arm))
        {
            if !known.contains(&(arm.clone(), catch.id.clone())) {
                let message = format!(
                    "the catch `{}` has no fixture folder on the arm `{arm}`",
                    catch.id
                );
                let folder = format!("negative-fixtures/{}/{arm}/{}", spec.id, catch.id);
                let finding = self.at(&format!("{place}/id"), "missing-fixture", message);
                self.push(finding.with_help(format!("plant the mistake in `{folder}`")));
            }
        }
    }

    fn rule(&mut self, rule: &str, place: &str) {
        let Some(known) = self.workspace.rules.as_ref() else {
            return;
        };
        let spec = self.spec;
        let words = || {
            let checks = spec.checks.iter().map(|check| check.id.as_str());
            known
                .iter()
                .map(|rule| rule.id.as_str())
                .chain(checks)
                .chain([TOOLCHAIN_RULE])
        };
        if !words().any(|word| word == rule) {
            let finding = self.at(place, "unknown-rule", format!("unknown rule `{rule}`"));
            let words: Vec<&str> = words().collect();
            self.push(advise(
                finding.with_label("neither in the policy nor among the checks"),
                rule,
                words,
            ));
        }
    }

    /// What the policy's annotations say must agree with the catches.
    fn policy(&mut self) {
        let (spec, rules) = (
            self.spec,
            self.workspace.rules.as_deref().unwrap_or_default(),
        );
        for rule in rules {
            let named = |rules: &[String]| rules.contains(&rule.id);
            for claimed in &rule.catches {
                match spec.catches.iter().position(|catch| catch.id == *claimed) {
                    None => {
                        let message = format!(
                            "the rule `{}` says that it exists for `{claimed}`, which is no catch",
                            rule.id
                        );
                        let finding = self.at_key("/catches", "unknown-catch", message);
                        self.push(advise(
                            finding,
                            claimed,
                            spec.catches.iter().map(|catch| catch.id.as_str()),
                        ));
                    }
                    Some(index)
                        if spec
                            .catches
                            .get(index)
                            .is_some_and(|catch| !named(&catch.rules)) =>
                    {
                        let message =
                            format!("the rule `{}` says that it exists for `{claimed}`", rule.id);
                        let finding =
                            self.at(&format!("/catches/{index}/rules"), "catch-rules", message);
                        self.push(finding.with_label("does not name it"));
                    }
                    Some(_) => {}
                }
            }
            if !spec.catches.iter().any(|catch| named(&catch.rules)) {
                let message = format!("no catch names the rule `{}`", rule.id);
                let finding = self.at_key("/catches", "unused-rule", message).as_warning();
                self.push(finding.with_help("plant a mistake that only this rule rejects"));
            }
        }
    }
}

/// The place that names the value at `pointer`: its key, or the first line of an item.
fn naming(source: &SourceText, tree: &Located, pointer: &str) -> Span {
    let span = tree
        .locate_key(pointer)
        .unwrap_or_else(|| tree.locate_nearest(pointer));
    let text = source
        .text()
        .get(span.offset..span.offset + span.len)
        .unwrap_or_default();
    Span {
        offset: span.offset,
        len: text
            .lines()
            .next()
            .map_or(span.len, |line| line.trim_end().len()),
    }
}

/// Adds the nearest of the known words as advice, or all of them.
pub(super) fn advise<'k>(
    finding: Finding,
    word: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Finding {
    let known: Vec<&str> = known.into_iter().collect();
    match closest(word, known.iter().copied()) {
        Some(nearest) => finding.with_help(format!("did you mean `{nearest}`?")),
        None if known.is_empty() => finding,
        None => finding.with_help(format!("known here: `{}`", known.join("`, `"))),
    }
}
