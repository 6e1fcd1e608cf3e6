//! Witnesses: what an operator makes of a recorded artifact is what the toolchain recorded of changed sources.

use std::collections::{BTreeMap, BTreeSet};

use crate::arm::{Arm, Family, load_arm};
use crate::grade::{Gradable, options_of, read_gradable};
use crate::graph::{Graph, Options};
use crate::source::read_yaml;
use crate::spec::{
    FixtureFolder, FixtureRole, Root, RootError, WITNESS_SCHEMA, WitnessAbout, WitnessFolder,
};

use super::gap::{Gap, GapKind};
use super::variant::mutation::{self, OPERATORS, Operator, Subject};
use super::variant::respelling::{self, RESPELLINGS};
use super::variant::{Written, applied, unlikeness};

/// The scenario that gaps of witnesses are told under: they belong to none.
const SCENARIO: &str = "witnesses";

/// What is wrong with the witnesses, and which operators have none.
pub fn prove_witnesses(root: &Root) -> Result<Vec<Gap>, RootError> {
    let mut gaps = Vec::new();
    if !root.witness_folder().is_dir() {
        return Ok(gaps);
    }
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for folder in root.witnesses()? {
        if let Err(message) = check(root, &folder) {
            let help = "mend the operator, or record the witness again with `make record`";
            gaps.push(
                Gap::new(SCENARIO, root.relative(&folder.path), message, help).of(GapKind::Witness),
            );
        }
        seen.insert((folder.operator, folder.family));
    }
    for (operator, family) in needed(root)? {
        if !seen.contains(&(operator.to_owned(), family.as_str().to_owned())) {
            let subject = format!("grading-proof/witnesses/{operator}/{}", family.as_str());
            let message = "nothing shows that the operator makes what the toolchain makes";
            let help = "record a witness: CONTRIBUTING says how";
            gaps.push(Gap::new(SCENARIO, subject, message, help).of(GapKind::Witness));
        }
    }
    Ok(gaps)
}

/// Operators and the families on whose references they make something.
fn needed(root: &Root) -> Result<BTreeSet<(&'static str, Family)>, RootError> {
    let mut found = BTreeSet::new();
    let mut arms: BTreeMap<String, Option<Arm>> = BTreeMap::new();
    for file in root.spec_files()? {
        let scenario = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for folder in root.fixtures(&scenario)? {
            if !matches!(folder.role, FixtureRole::Reference { .. }) {
                continue;
            }
            let arm = arms
                .entry(folder.arm.clone())
                .or_insert_with(|| arm(root, &folder.arm).ok());
            let Some(arm) = arm else { continue };
            let Ok(graph) = read(arm, &folder) else {
                continue;
            };
            let subject = Subject::of(&graph);
            for operator in OPERATORS {
                let key = (operator.name(), arm.family);
                if !found.contains(&key) && !operator.variants(&subject).is_empty() {
                    found.insert(key);
                }
            }
        }
    }
    Ok(found)
}

/// What contradicts a witness.
fn check(root: &Root, folder: &WitnessFolder) -> Result<(), String> {
    let shown = |error: &dyn std::fmt::Display| error.to_string();
    let source = root
        .read(&folder.about_file())
        .map_err(|error| shown(&error))?;
    let (about, _): (WitnessAbout, _) = read_yaml(&source).map_err(|error| shown(&error))?;
    if about.schema != WITNESS_SCHEMA {
        return Err(format!("its schema is not `{WITNESS_SCHEMA}`"));
    }
    if about.operator != folder.operator {
        return Err(format!(
            "it is about `{}` and lies under another operator",
            about.operator
        ));
    }
    let arm = arm(root, &about.arm)?;
    if arm.family.as_str() != folder.family {
        return Err(format!(
            "`{}` is of another family than its folder says",
            about.arm
        ));
    }
    let base_folder = match &about.base {
        Some(base) => root.fixture_at(base, &about.arm),
        None => folder.base(&about.arm),
    };
    let base = read(&arm, &base_folder)?;
    let recorded = read(&arm, &folder.changed(&about.arm))?;
    let mut first = None;
    for made in made(&about, &arm, &base_folder, &base)? {
        match unlikeness(&made, &recorded) {
            None => return Ok(()),
            found => first = first.or(found),
        }
    }
    let found = first.ok_or("the operator makes nothing of the base")?;
    let [one, other] = found.values;
    let place = found.pointer;
    Err(format!(
        "at `{place}` the operator makes {one} and the toolchain {other}"
    ))
}

/// What the operator makes at the place of a witness: one graph, or of a respelling all that it makes.
fn made(
    about: &WitnessAbout,
    arm: &Arm,
    folder: &FixtureFolder,
    base: &Graph,
) -> Result<Vec<Graph>, String> {
    if let Some(operator) = mutation::operator(&about.operator) {
        return mutated(about, operator, base);
    }
    let known = RESPELLINGS
        .iter()
        .find(|known| known.name == about.operator);
    let respelling = known.ok_or_else(|| format!("no operator is called `{}`", about.operator))?;
    let recorded = folder.recorded(&arm.artifact.file);
    let written = recorded.map(|recorded| Written {
        path: recorded.path().clone(),
        sources: Some(folder.source_folder())
            .filter(|sources| sources.is_dir() && arm.family == Family::Terraform),
        options: options_of(arm, &Options::default()),
    });
    let subject = respelling::Subject {
        graph: base,
        written: written.as_ref(),
    };
    let mut made = Vec::new();
    respelling.apply(&subject, &mut |respelled| {
        made.push(respelled.graph);
        true
    });
    Ok(made)
}

fn mutated(
    about: &WitnessAbout,
    operator: &dyn Operator,
    base: &Graph,
) -> Result<Vec<Graph>, String> {
    let mut variants = operator.variants(&Subject::of(base));
    variants.retain(|variant| {
        *variant.place.address == *about.address
            && variant.place.pointer == about.pointer
            && about
                .change
                .as_ref()
                .is_none_or(|change| variant.change == *change)
    });
    match variants.as_slice() {
        [variant] => match applied(base, &variant.edits) {
            Ok(made) => Ok(vec![made]),
            Err(unfit) => Err(unfit.to_string()),
        },
        [] => Err("the operator makes nothing at that place".to_owned()),
        _ => Err("the operator makes several variants there; say which by `change`".to_owned()),
    }
}

fn arm(root: &Root, name: &str) -> Result<Arm, String> {
    let source = root
        .read(&root.arm_file(name))
        .map_err(|error| error.to_string())?;
    load_arm(&source).map_err(|error| error.to_string())
}

fn read(arm: &Arm, folder: &FixtureFolder) -> Result<Graph, String> {
    let recorded = folder.recorded(&arm.artifact.file);
    let recorded = recorded.ok_or_else(|| "nothing is recorded".to_owned())?;
    let sources = Some(folder.source_folder()).filter(|folder| folder.is_dir());
    match read_gradable(
        arm,
        recorded.path(),
        sources.as_deref(),
        &Options::default(),
    ) {
        Ok(Gradable::Graph(graph)) => Ok(graph),
        Ok(_) => Err("what is recorded is no artifact".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
