//! Variants written as files and read again: the same graph as the edits made in memory, and the same verdict.
//!
//! `VARIANTS=n` sets how many of each fixture are tried (0: all of them), `SHOW=1` prints what differs or cannot be written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proofmark::grade::{Gradable, Grader, Oracle, read_gradable};
use proofmark::graph::{Graph, Mode, Options};
use proofmark::proof::variant::mutation::mutants;
use proofmark::proof::variant::write::{Origin, Written, write};
use proofmark::proof::variant::{Edit, Place, Variant, applied, unlikeness};
use proofmark::rego::Limits;
use proofmark::spec::{FixtureFolder, FixtureRole, Root};
use proofmark::value::{Node, Text, append_index, append_token, document_of, parse_json};

use crate::cli::{copy, repository};

/// What came of the variants of one kind.
#[derive(Default)]
struct Count {
    same: usize,
    unwritable: BTreeMap<&'static str, usize>,
    different: usize,
}

pub(crate) struct Fixture {
    pub(crate) folder: FixtureFolder,
    oracle: Oracle,
}

pub(crate) fn references() -> Vec<Fixture> {
    let root = Root::discover(Some(repository())).expect("the project");
    let mut found = Vec::new();
    for file in root.spec_files().expect("listed") {
        let scenario = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        for folder in root.fixtures(&scenario).expect("listed") {
            if matches!(folder.role, FixtureRole::Reference { .. }) {
                let oracle = Oracle::load(&root, &scenario).expect("an oracle");
                found.push(Fixture { folder, oracle });
            }
        }
    }
    found
}

impl Fixture {
    pub(crate) fn read(&self, folder: &FixtureFolder) -> Result<Graph, String> {
        let arm = &self.oracle.arms[&folder.arm];
        let recorded = folder.recorded(&arm.artifact.file).expect("recorded");
        let sources = folder.source_folder();
        let sources = sources.is_dir().then_some(sources);
        match read_gradable(
            arm,
            recorded.path(),
            sources.as_deref(),
            &Options::default(),
        ) {
            Ok(Gradable::Graph(graph)) => Ok(graph),
            Ok(Gradable::Refused(_)) => Err(REFUSED.to_owned()),
            other => Err(format!("{other:?}")),
        }
    }
}

/// What becomes of a variant that no service would take, such as one with a circle of references.
const REFUSED: &str = "refused";

/// A variant for every leaf, list and member, and what the mutation operators make.
pub(crate) fn variants(graph: &Graph) -> Vec<Variant> {
    let variant = |(operator, edit): (&'static str, Edit)| Variant {
        operator,
        place: match &edit {
            Edit::Set { at, .. } | Edit::Remove { at } | Edit::Append { at, .. } => at.clone(),
            Edit::AddResource(resource) => Place::new(resource.address.clone(), ""),
            Edit::RemoveResource { address } => Place::new(address.clone(), ""),
        },
        change: String::new(),
        edits: vec![edit],
    };
    let mut found: Vec<Variant> = edits(graph).into_iter().map(variant).collect();
    found.extend(mutants(graph));
    found
}

fn edits(graph: &Graph) -> Vec<(&'static str, Edit)> {
    let mut found = Vec::new();
    for resource in graph.resources.values() {
        if resource.mode == Mode::Managed {
            let at = |pointer: &str| Place::new(resource.address.clone(), pointer);
            collect(&resource.values, &mut String::new(), &at, &mut found);
            let is_used = graph.resources.values().any(|other| {
                let mut references = other.values.references();
                references.extend(other.mentions.iter().map(|mention| mention.to.clone()));
                references.iter().any(|to| to.address == resource.address)
            });
            if !is_used {
                let address = resource.address.clone();
                found.push(("resource removed", Edit::RemoveResource { address }));
            }
            let mut twin = resource.clone();
            twin.name = Text::from(format!("{}Twin", resource.name));
            let own = format!("{}.{}", resource.resource_type, resource.name);
            twin.address = match &*resource.resource_type {
                kind if kind.contains("::") => format!("{}Twin", resource.address),
                _ => resource.address.replacen(&own, &format!("{own}Twin"), 1),
            }
            .into();
            found.push(("resource added", Edit::AddResource(Box::new(twin))));
        }
    }
    found
}

fn collect(
    node: &Node,
    pointer: &mut String,
    at: &dyn Fn(&str) -> Place,
    found: &mut Vec<(&'static str, Edit)>,
) {
    let length = pointer.len();
    let document = match node {
        Node::Text(text) => match parse_json(text) {
            Ok(document @ (Node::Object(_) | Node::List(_))) => Some(Cow::Owned(document)),
            _ => None,
        },
        Node::Json(inner) => Some(Cow::Borrowed(inner.as_ref())),
        Node::Join(_) => document_of(node).map(Cow::Owned),
        _ => None,
    };
    if let Some(document) = document {
        if !matches!(node, Node::Join(_)) {
            collect(&document, pointer, at, found);
        }
        return;
    }
    let set = |value: Node| Edit::Set {
        at: at(pointer),
        value,
    };
    match node {
        Node::Object(members) => {
            // Tags stand a second time among those that take effect, which is for the operators to know.
            let is_tags = |key: &str| pointer.is_empty() && matches!(key, "tags" | "tags_all");
            let members: Vec<_> = members.iter().filter(|(key, _)| !is_tags(key)).collect();
            // A plan shows an empty list of blocks where there is none.
            let is_empty = |value: &Node| value.as_list().is_some_and(<[Node]>::is_empty);
            for (key, value) in members.into_iter().filter(|(_, value)| !is_empty(value)) {
                append_token(pointer, key);
                found.push(("removed", Edit::Remove { at: at(pointer) }));
                collect(value, pointer, at, found);
                pointer.truncate(length);
            }
        }
        Node::List(items) => {
            let Some(first) = items.first() else { return };
            let value = first.clone();
            found.push((
                "appended",
                Edit::Append {
                    at: at(pointer),
                    value,
                },
            ));
            for (index, item) in items.iter().enumerate() {
                append_index(pointer, index);
                found.push(("removed", Edit::Remove { at: at(pointer) }));
                collect(item, pointer, at, found);
                pointer.truncate(length);
            }
        }
        Node::Bool(value) => found.push(("flipped", set(Node::Bool(!value)))),
        Node::Number(_) => found.push(("shifted", set(Node::from(7)))),
        Node::Text(text) => {
            let odd = format!("{text}-${{o}}\"%{{x}}\\\n");
            found.push(("changed", set(Node::text(odd))));
        }
        Node::Ref(reference) => {
            found.push(("cut", set(Node::text("elsewhere"))));
            let part = [Node::Ref(reference.clone()), Node::text("/*")];
            found.push(("bent", set(Node::join(part))));
        }
        _ => found.push(("cut", set(Node::text("elsewhere")))),
    }
}

/// Puts the files of a variant over a copy of its fixture, and takes them back when it is dropped.
struct Placed<'a> {
    written: &'a Written,
    from: &'a Path,
    to: &'a Path,
}

impl<'a> Placed<'a> {
    fn over(written: &'a Written, from: &'a Path, to: &'a Path) -> Self {
        let placed = Self { written, from, to };
        for (path, text) in written.files() {
            let target = placed.target(path);
            fs::create_dir_all(target.parent().expect("a folder")).expect("made");
            fs::write(target, text).expect("written");
        }
        placed
    }

    fn target(&self, path: &Path) -> std::path::PathBuf {
        self.to.join(path.strip_prefix(self.from).expect("inside"))
    }
}

impl Drop for Placed<'_> {
    fn drop(&mut self) {
        for path in self.written.files().keys() {
            if path.exists() {
                fs::copy(path, self.target(path)).expect("restored");
            } else {
                fs::remove_file(self.target(path)).expect("removed");
            }
        }
    }
}

/// Variants of each reference that are graded as well.
const GRADED: usize = 2;

/// How the verdicts on two graphs differ.
fn verdicts(grader: &mut Grader, arm: &str, graphs: [Graph; 2]) -> Option<String> {
    let mut verdict = |graph: Graph| match grader.grade(arm, &Gradable::Graph(graph)) {
        Ok(verdict) => {
            let rules: Vec<&str> = verdict.failed_rules().collect();
            format!("{:?} by {rules:?}", verdict.verdict)
        }
        Err(broken) => broken.to_string(),
    };
    let [one, other] = graphs.map(&mut verdict);
    (one != other).then(|| format!("{one} and read {other}"))
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn a_variant_written_and_read_again_is_the_graph_that_its_edits_make() {
    let limit = number("VARIANTS").unwrap_or(8);
    let show = std::env::var("SHOW").is_ok();
    let mut counts: BTreeMap<(String, &'static str), Count> = BTreeMap::new();
    let mut differences = Vec::new();
    let mut graders: BTreeMap<String, Grader> = BTreeMap::new();
    for fixture in references() {
        let folder = &fixture.folder;
        let graph = fixture.read(folder).expect("readable");
        let arm = &fixture.oracle.arms[&folder.arm];
        let recorded = folder.recorded(&arm.artifact.file).expect("recorded");
        let sources = folder.source_folder();
        let options = Options::default();
        let origin = Origin {
            artifact: recorded.path(),
            sources: sources.is_dir().then_some(&sources),
            options: &options,
        };
        let scratch = tempfile::tempdir().expect("a folder");
        copy(&folder.path, scratch.path());
        let mut there = folder.clone();
        there.path = scratch.path().to_owned();
        let all = variants(&graph);
        let step = all.len().checked_div(limit).unwrap_or(1).max(1);
        let scenario = &fixture.oracle.spec.id;
        let grader = graders.entry(scenario.clone()).or_insert_with(|| {
            let root = Root::discover(Some(repository())).expect("the project");
            let oracle = Oracle::load(&root, scenario).expect("an oracle");
            Grader::new(oracle.into(), &Limits::default()).expect("a grader")
        });
        let mut graded = 0;
        for variant in all.into_iter().step_by(step) {
            let expected = applied(&graph, &variant.edits).expect("it fits");
            let kind = (folder.arm.clone(), variant.operator);
            let count = counts.entry(kind).or_default();
            let (operator, place) = (variant.operator, &variant.place);
            let folder_name = folder.path.strip_prefix(repository()).expect("inside");
            let name = format!(
                "{} {operator} {}{}",
                folder_name.display(),
                place.address,
                place.pointer
            );
            match write(origin, &graph, &variant.edits) {
                Err(reason) => {
                    *count.unwritable.entry(reason.reason()).or_default() += 1;
                    if show {
                        println!("unwritable {name}: {reason}");
                    }
                }
                Ok(written) => {
                    let _placed = Placed::over(&written, &folder.path, scratch.path());
                    let found = match fixture.read(&there) {
                        Ok(read) => {
                            let found = unlikeness(&expected, &read).map(|found| {
                                let [one, other] = found.values;
                                format!("{}: {one} and read {other}", found.pointer)
                            });
                            found.or_else(|| {
                                graded += 1;
                                let graphs = [expected, read];
                                (graded <= GRADED).then(|| verdicts(grader, &folder.arm, graphs))?
                            })
                        }
                        Err(problem) => Some(problem),
                    };
                    match found {
                        None => count.same += 1,
                        Some(found) if found == REFUSED => {
                            *count.unwritable.entry(REFUSED).or_default() += 1;
                        }
                        Some(found) => {
                            count.different += 1;
                            differences.push(format!("{name}: {found}"));
                        }
                    }
                }
            }
        }
    }
    if show {
        for ((arm, kind), count) in &counts {
            let (same, different) = (count.same, count.different);
            println!(
                "{arm} {kind}: {same} same, {different} different, {:?}",
                count.unwritable
            );
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    most_are_written(&counts);
}

/// Of each arm nearly all variants can be written; mostly those of one instance among several cannot.
fn most_are_written(counts: &BTreeMap<(String, &'static str), Count>) {
    for arm in ["awscdk", "cdktn", "hcl", "terraconstructs"] {
        let own = counts.iter().filter(|((of, _), _)| of == arm);
        let (mut written, mut unwritable) = (0, 0);
        for (_, count) in own {
            written += count.same;
            unwritable += count.unwritable.values().sum::<usize>();
        }
        assert!(
            unwritable * 16 <= written,
            "{arm}: {unwritable} of {written}"
        );
    }
}
