//! An oracle: a scenario's spec, its rules and the fact library, loaded once and used for any number of artifacts.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use miette::Diagnostic;
use thiserror::Error;

use crate::arm::{Arm, load_arm};
use crate::graph::Options;
use crate::rego::{Annotation, Bundle, BundleOptions, RegoError};
use crate::source::{Findings, read_known_yaml};
use crate::spec::{
    FixtureRole, PolicyRule, Recorded, Root, RootError, Spec, Tier, Workspace, load_spec,
};

use super::candidates::Pool;
use super::gradable::{Gradable, read_gradable};
use super::structural::StructureError;
use super::vocabulary::Vocabulary;

/// Why an oracle cannot be loaded or used.
#[derive(Debug, Error, Diagnostic)]
pub enum OracleError {
    /// The scenario does not exist.
    #[error("unknown scenario `{name}`")]
    UnknownScenario {
        /// As given.
        name: String,
        /// What to do.
        #[help]
        help: String,
    },
    /// The scenario does not run on the arm.
    #[error("scenario `{scenario}` does not run on arm `{arm}`")]
    UnknownArm {
        /// The scenario.
        scenario: String,
        /// As given.
        arm: String,
        /// What to do.
        #[help]
        help: String,
    },
    /// A file of the project cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Root(#[from] RootError),
    /// A spec or arm is not valid.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Findings(#[from] Findings),
    /// The policies cannot be loaded.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Rego(#[from] RegoError),
    /// A structural check cannot be evaluated.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Structure(#[from] StructureError),
    /// A rule cannot be evaluated in any completion: the oracle is broken, not the author's work.
    #[error("the rules of `{scenario}` raise an error on every completion: {message}")]
    #[diagnostic(help(
        "run `proofmark test`; a rule must be defined for every graph, end in time, and put into `rule` the id of its metadata"
    ))]
    Broken {
        /// The scenario.
        scenario: String,
        /// The engine's message.
        message: String,
    },
}

/// A rule as the oracle announces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Permanent id.
    pub id: String,
    /// Tier, `0` or `1`.
    pub tier: String,
    /// What it demands.
    pub title: String,
}

/// A loaded scenario.
#[derive(Debug)]
pub struct Oracle {
    /// The project it belongs to.
    pub root: Root,
    /// The spec.
    pub spec: Spec,
    /// Arms of the spec by name.
    pub arms: BTreeMap<String, Arm>,
    /// Rules and fact library.
    pub bundle: Bundle,
    /// The rule to evaluate, as `data.scenarios.x.deny`.
    pub entry: String,
    /// Structural checks, then rules, in the order of their ids.
    pub rules: Vec<Rule>,
    vocabulary: OnceLock<Vocabulary>,
    pool: OnceLock<Pool>,
}

impl Oracle {
    /// Loads the scenario `name` of the project at `root`.
    pub fn load(root: &Root, name: &str) -> Result<Self, OracleError> {
        let file = root.spec_file(name);
        if !file.is_file() {
            return Err(unknown_scenario(root, name));
        }
        let spec = load_spec(&root.read(&file)?, &Workspace::default())?;
        let mut arms = BTreeMap::new();
        for arm in &spec.arms {
            arms.insert(arm.clone(), load_arm(&root.read(&root.arm_file(arm))?)?);
        }
        let folders = [root.library_folder(), root.policy_folder(name)];
        let bundle = Bundle::load(&folders, &BundleOptions::shipped())?;
        Ok(Self::of(root.clone(), spec, arms, bundle))
    }

    /// The same for a scenario whose certificate is current: spec, arms and policies passed every check when it was
    /// proved, so they are not examined again, and of the fact library only what the rules use is loaded.
    pub fn load_proved(root: &Root, name: &str) -> Result<Self, OracleError> {
        let spec: Spec = read_known_yaml(&root.read(&root.spec_file(name))?)?;
        let mut arms = BTreeMap::new();
        for arm in &spec.arms {
            let source = root.read(&root.arm_file(arm))?;
            arms.insert(arm.clone(), read_known_yaml(&source)?);
        }
        let folders = [root.library_folder(), root.policy_folder(name)];
        let bundle = Bundle::load(&folders, &BundleOptions::proved(&spec.policy))?;
        Ok(Self::of(root.clone(), spec, arms, bundle))
    }

    /// The same as [`Self::load`], refused when the spec does not fit the policies, the arms or the fixtures.
    pub fn load_checked(root: &Root, name: &str) -> Result<Self, OracleError> {
        let oracle = Self::load(root, name)?;
        let rules = oracle
            .bundle
            .metadata()
            .iter()
            .filter(|annotation| annotation.path == oracle.entry);
        let workspace = Workspace {
            arms: Some(
                oracle
                    .arms
                    .iter()
                    .map(|(arm, loaded)| (arm.clone(), loaded.family))
                    .collect(),
            ),
            rules: Some(rules.filter_map(policy_rule).collect()),
            negatives: Some(root.negatives(name)?),
            operators: None,
        };
        load_spec(&root.read(&root.spec_file(name))?, &workspace)?;
        Ok(oracle)
    }

    /// The oracle of a spec with these policies.
    fn of(root: Root, spec: Spec, arms: BTreeMap<String, Arm>, bundle: Bundle) -> Self {
        let entry = format!("data.{}.deny", spec.policy);
        let rules = rules(&spec, &bundle, &entry);
        Self {
            root,
            spec,
            arms,
            bundle,
            entry,
            rules,
            vocabulary: OnceLock::new(),
            pool: OnceLock::new(),
        }
    }

    /// The arm `name`, when the scenario runs on it.
    pub fn arm(&self, name: &str) -> Result<&Arm, OracleError> {
        self.arms.get(name).ok_or_else(|| OracleError::UnknownArm {
            scenario: self.spec.id.clone(),
            arm: name.to_owned(),
            help: format!("its arms are: {}", self.spec.arms.join(", ")),
        })
    }

    /// What the rules name, found out when a value is unknown for the first time.
    pub fn vocabulary(&self) -> &Vocabulary {
        let find = || Vocabulary::of(&self.spec, &self.bundle);
        self.vocabulary.get_or_init(find)
    }

    /// What the scenario's own fixtures hold, read when a value is unknown for the first time.
    pub fn pool(&self) -> &Pool {
        self.pool.get_or_init(|| {
            let mut pool = Pool::default();
            for fixture in self.root.fixtures(&self.spec.id).unwrap_or_default() {
                // A try that lent candidates would help to decide itself, and every new one could change other verdicts.
                if matches!(
                    fixture.role,
                    FixtureRole::DoNothing | FixtureRole::Try { .. }
                ) {
                    continue;
                }
                let Some(arm) = self.arms.get(&fixture.arm) else {
                    continue;
                };
                let Some(Recorded::Artifact(artifact)) = fixture.recorded(&arm.artifact.file)
                else {
                    continue;
                };
                let source = fixture.source_folder();
                let source = source.is_dir().then_some(source.as_path());
                if let Ok(Gradable::Graph(graph)) =
                    read_gradable(arm, &artifact, source, &Options::default())
                {
                    match fixture.role {
                        FixtureRole::Reference { .. } => pool.collect_reference(&graph),
                        _ => pool.collect(&graph),
                    }
                }
            }
            pool
        })
    }
}

/// What a rule's annotation says of it; `None` when it states no id.
pub fn policy_rule(annotation: &Annotation) -> Option<PolicyRule> {
    Some(PolicyRule {
        id: annotation.id()?.to_owned(),
        tier: annotation.tier().as_deref().and_then(Tier::parse),
        catches: annotation
            .catches()
            .into_iter()
            .map(str::to_owned)
            .collect(),
    })
}

fn unknown_scenario(root: &Root, name: &str) -> OracleError {
    let names: Vec<String> = root
        .spec_files()
        .unwrap_or_default()
        .iter()
        .filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    OracleError::UnknownScenario {
        name: name.to_owned(),
        help: format!("the scenarios are: {}", names.join(", ")),
    }
}

fn rules(spec: &Spec, bundle: &Bundle, entry: &str) -> Vec<Rule> {
    let structural = spec.checks.iter().map(|check| Rule {
        id: check.id.clone(),
        tier: "0".to_owned(),
        title: check.title.clone(),
    });
    let policy = bundle
        .metadata()
        .iter()
        .filter(|annotation| annotation.path == entry)
        .filter_map(|annotation| {
            Some(Rule {
                id: annotation.id()?.to_owned(),
                tier: annotation.tier().unwrap_or_else(|| "1".to_owned()),
                title: annotation.title.clone().unwrap_or_default(),
            })
        });
    let mut rules: Vec<Rule> = structural.chain(policy).collect();
    rules.sort_by(|one, other| (&one.tier, &one.id).cmp(&(&other.tier, &other.id)));
    rules
}
