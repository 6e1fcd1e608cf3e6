//! Plans beside their sources: what the graph of the sources alone says, against what the graph of the plan alone says.
//!
//! `PROOFMARK_UPDATE_LEDGER=1` rewrites both tables; the reasons written by hand into the second are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use proofmark::graph::{Graph, Loaded, Mode, Options, Resource, load, symbolic};
use proofmark::value::{Node, Text, parse_json};

use crate::corpus::{corpus, listed};

/// How far plans and sources agree, pair by pair.
const TABLE: &str = "tests/data/pair-agreement.tsv";

/// Every difference, with its reason.
const DIFFERENCES: &str = "tests/data/pair-differences.tsv";

/// What one pair shows.
#[derive(Default)]
struct Agreement {
    planned: usize,
    written: usize,
    both: usize,
    compared: usize,
    equal: usize,
    /// Leaves that only the plan knows: the sources hold a reference or an unknown.
    open_in_sources: usize,
    /// Leaves that only the plan knows and nobody assigns: computed, or a default.
    unassigned: usize,
    /// Leaves that only the sources know or tell apart.
    open_in_plan: usize,
    open_in_both: usize,
    references: usize,
    found: usize,
    differences: Vec<Difference>,
    unassigned_names: Vec<String>,
}

struct Difference {
    kind: &'static str,
    address: Text,
    path: String,
    /// Why it is so, where a program can tell.
    reason: &'static str,
}

fn graph(loaded: Loaded) -> Graph {
    match loaded {
        Loaded::Graph(graph) => graph,
        Loaded::Toolchain(_) => panic!("a graph"),
    }
}

/// The values of root variables that the plan was made with.
fn variables(plan: &Graph) -> Options {
    let values = plan.variables.iter();
    let given = values.map(|(name, value)| {
        let text = match value {
            Node::Text(text) => text.to_string(),
            other => serde_json::to_string(other).expect("json"),
        };
        (name.to_string(), text)
    });
    Options {
        variables: given.collect(),
        ..Options::default()
    }
}

fn agreement(folder: &Path, sources: &Path) -> Result<Agreement, String> {
    let plan = load(&folder.join("plan.json"), None, &Options::default());
    let plan = graph(plan.map_err(|error| format!("the plan is refused: {error}"))?);
    let sources = load(sources, None, &variables(&plan));
    let sources = graph(sources.map_err(|error| format!("the sources are refused: {error}"))?);
    let mut agreement = Agreement::default();
    agreement.instances(&plan, &sources);
    for (address, planned) in &plan.resources {
        if let Some(written) = sources.resources.get(address) {
            agreement.both += 1;
            let mut place = Place {
                agreement: &mut agreement,
                planned,
                path: String::new(),
            };
            place.node(&planned.values, Some(&written.values));
        }
    }
    agreement.references(&plan, &sources);
    Ok(agreement)
}

fn is_deleted(resource: &Resource) -> bool {
    matches!(resource.actions.as_slice(), [only] if &**only == "delete")
}

impl Agreement {
    fn differ(&mut self, kind: &'static str, address: &Text, path: &str, reason: &'static str) {
        self.differences.push(Difference {
            kind,
            address: address.clone(),
            path: path.to_owned(),
            reason,
        });
    }

    fn instances(&mut self, plan: &Graph, sources: &Graph) {
        self.planned = plan.resources.len();
        self.written = sources.resources.len();
        for (address, resource) in &plan.resources {
            if !sources.resources.contains_key(address) {
                let reason = if is_deleted(resource) {
                    "the plan deletes it: the sources hold it no more"
                } else if in_remote_module(&resource.module, sources) {
                    "in a module whose sources are not at hand"
                } else {
                    ""
                };
                self.differ("only in plan", address, "", reason);
            }
        }
        for (address, resource) in &sources.resources {
            if !plan.resources.contains_key(address) {
                let reason = if resource.mode == Mode::Data {
                    "a data source that was read before the plan: plans of that version leave it out"
                } else {
                    ""
                };
                self.differ("only in sources", address, "", reason);
            }
        }
    }

    fn references(&mut self, plan: &Graph, sources: &Graph) {
        let document = symbolic(sources);
        let resources = document
            .get("resources")
            .and_then(Node::as_object)
            .expect("resources");
        for (address, resource) in &plan.resources {
            let Some(written) = resources.get(address) else {
                continue;
            };
            let found: Vec<(&str, &str, &str)> = written
                .get("refs")
                .and_then(Node::as_list)
                .unwrap_or_default()
                .iter()
                .map(|reference| {
                    let text = |name| {
                        reference
                            .get(name)
                            .and_then(Node::as_text)
                            .unwrap_or_default()
                    };
                    (text("path"), text("to"), text("attribute"))
                })
                .collect();
            let stated: BTreeSet<(String, Text, Text)> = resource
                .mentions
                .iter()
                .map(|mention| {
                    (
                        argument(&mention.path),
                        mention.to.address.clone(),
                        mention.to.attribute.clone(),
                    )
                })
                .collect();
            for (path, to, attribute) in stated {
                self.references += 1;
                let is_it = |(place, target, name): &&(&str, &str, &str)| {
                    argument(place) == path
                        && **target == *to
                        && (attribute.is_empty()
                            || name.is_empty()
                            || first_step(name) == first_step(&attribute))
                };
                if found.iter().any(|reference| is_it(&reference)) {
                    self.found += 1;
                } else {
                    let target = format!("{path} -> {to}.{attribute}");
                    let source = sources.resources.get(address);
                    let value = source.and_then(|source| source.values.at(&path));
                    let keyed = |(place, target, _): &(&str, &str, &str)| {
                        argument(place) == path && without_keys(target) == without_keys(&to)
                    };
                    let reason = match value {
                        _ if found.iter().any(keyed) => {
                            "a plan cuts a reference short at a computed key and means every instance: the sources tell which"
                        }
                        _ if !resource.index.is_null()
                            && found.iter().any(|(place, ..)| argument(place) == path) =>
                        {
                            "`each.value` is one member of what `for_each` goes through, of which a plan names all"
                        }
                        Some(value) if value.is_plain() => {
                            "the sources know the value: nothing is left to refer to"
                        }
                        _ if sources.resources.get(&to).is_some_and(|target| {
                            let named = target.values.at(&format!("/{attribute}"));
                            named.is_some_and(Node::is_plain)
                        }) =>
                        {
                            "the sources know what it refers to: its text stands there in place of the reference"
                        }
                        _ => "",
                    };
                    self.differ("reference", address, &target, reason);
                }
            }
        }
    }

    fn add(&mut self, other: &Self) {
        for (sum, part) in [
            (&mut self.planned, other.planned),
            (&mut self.written, other.written),
            (&mut self.both, other.both),
            (&mut self.compared, other.compared),
            (&mut self.equal, other.equal),
            (&mut self.open_in_sources, other.open_in_sources),
            (&mut self.unassigned, other.unassigned),
            (&mut self.open_in_plan, other.open_in_plan),
            (&mut self.open_in_both, other.open_in_both),
            (&mut self.references, other.references),
            (&mut self.found, other.found),
        ] {
            *sum += part;
        }
    }

    fn row(&self) -> String {
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.planned,
            self.written,
            self.both,
            self.compared,
            self.equal,
            self.open_in_sources,
            self.unassigned,
            self.open_in_plan,
            self.open_in_both,
            self.references,
            self.found,
            self.differences.len(),
        )
    }
}

/// Whether a module, or one above it, has no sources here.
fn in_remote_module(module: &str, sources: &Graph) -> bool {
    let remote = sources
        .notes
        .iter()
        .filter(|note| note.code == "remote-module");
    remote
        .filter_map(|note| note.address.as_deref())
        .any(|call| {
            module
                .strip_prefix(call)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
}

/// An address without the keys of instances.
fn without_keys(address: &str) -> String {
    let steps = address
        .split('[')
        .enumerate()
        .map(|(index, part)| match index {
            0 => part,
            _ => part.split_once(']').map_or("", |(_, rest)| rest),
        });
    steps.collect()
}

/// The argument that a pointer leads into.
fn argument(pointer: &str) -> String {
    let end = pointer.get(1..).and_then(|rest| rest.find('/'));
    pointer
        .get(..end.map_or(pointer.len(), |end| end + 1))
        .unwrap_or(pointer)
        .to_owned()
}

fn first_step(attribute: &str) -> &str {
    attribute.split(['.', '[']).next().unwrap_or(attribute)
}

/// One place of one resource.
struct Place<'a> {
    agreement: &'a mut Agreement,
    planned: &'a Resource,
    path: String,
}

impl Place<'_> {
    fn inside(&mut self, token: &str, visit: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push('/');
        self.path
            .push_str(&token.replace('~', "~0").replace('/', "~1"));
        visit(self);
        self.path.truncate(length);
    }

    fn node(&mut self, planned: &Node, written: Option<&Node>) {
        let written = written.filter(|written| !is_unset(written));
        match (planned, written) {
            (planned, None) if is_unset(planned) => {}
            (Node::Object(planned), Some(Node::Object(written))) => self.object(planned, written),
            (Node::List(planned), Some(Node::List(written))) => self.list(planned, written),
            // A block that occurs once is an object on one side and a list of one on the other.
            (Node::Object(planned), Some(Node::List(written))) if written.len() == 1 => {
                match &written[0] {
                    Node::Object(written) => self.object(planned, written),
                    _ => self.leaf(&Node::Object(planned.clone()), Some(&written[0])),
                }
            }
            (Node::List(planned), Some(Node::Object(written))) if planned.len() == 1 => {
                match &planned[0] {
                    Node::Object(planned) => self.object(planned, written),
                    _ => self.leaf(&planned[0], Some(&Node::Object(written.clone()))),
                }
            }
            (planned, written) => self.leaf(planned, written),
        }
    }

    fn object(&mut self, planned: &BTreeMap<Text, Node>, written: &BTreeMap<Text, Node>) {
        let keys: BTreeSet<&Text> = planned.keys().chain(written.keys()).collect();
        for key in keys {
            let planned = planned.get(key).unwrap_or(&Node::Null);
            self.inside(key, |place| place.node(planned, written.get(key)));
        }
    }

    fn list(&mut self, planned: &[Node], written: &[Node]) {
        if planned.len() != written.len() {
            self.leaf(
                &Node::List(planned.to_vec()),
                Some(&Node::List(written.to_vec())),
            );
            return;
        }
        let mut free: Vec<usize> = (0..written.len()).collect();
        for (index, item) in planned.iter().enumerate() {
            let best = free.iter().enumerate().max_by_key(|(_, candidate)| {
                (likeness(item, &written[**candidate]), **candidate == index)
            });
            let partner = best
                .map(|(position, _)| position)
                .map(|position| free.remove(position));
            self.inside(&index.to_string(), |place| {
                place.node(item, partner.map(|partner| &written[partner]));
            });
        }
    }

    fn leaf(&mut self, planned: &Node, written: Option<&Node>) {
        match (planned.is_plain(), written) {
            (true, None) => {
                self.agreement.unassigned += 1;
                let name = format!("{}{}", self.planned.address, self.path);
                self.agreement.unassigned_names.push(name);
            }
            (false, None) => self.differ("assigned only in plan"),
            (true, Some(written)) if written.is_plain() => {
                if is_unset(planned) {
                    self.differ("unset only in plan");
                    return;
                }
                self.agreement.compared += 1;
                if same(planned, written) {
                    self.agreement.equal += 1;
                } else {
                    self.differ("value");
                }
            }
            (true, Some(_)) if is_unset(planned) => self.differ("unset only in plan"),
            (true, Some(_)) => self.agreement.open_in_sources += 1,
            (false, Some(written)) if written.is_plain() => self.agreement.open_in_plan += 1,
            (false, Some(_)) => self.agreement.open_in_both += 1,
        }
    }

    fn differ(&mut self, kind: &'static str) {
        let (address, path) = (self.planned.address.clone(), self.path.clone());
        let reason = match path.as_str() {
            "/tags_all" if self.planned.values.get("tags_all").is_none() => {
                "a provider from before default tags: it has no such attribute"
            }
            path if kind == "unset only in plan"
                && is_default(&self.planned.resource_type, path) =>
            {
                "a default that the provider of that time did not have"
            }
            _ => "",
        };
        self.agreement.differ(kind, &address, &path, reason);
    }
}

/// Whether the table of defaults holds what stands at a pointer.
fn is_default(kind: &str, pointer: &str) -> bool {
    let steps = pointer.split('/').skip(1);
    let steps = steps.map(|step| {
        if step.parse::<usize>().is_ok() {
            "*"
        } else {
            step
        }
    });
    let row = format!("{kind}\t{}\t", steps.collect::<Vec<_>>().join("/"));
    let table = include_str!("../../src/artifact/schema/aws-defaults.tsv");
    table.lines().any(|line| line.starts_with(&row))
}

/// Null, and what providers do not tell from it.
fn is_unset(node: &Node) -> bool {
    match node {
        Node::Null => true,
        Node::List(items) => items.is_empty(),
        Node::Object(members) => members.values().all(is_unset),
        Node::Text(text) => text.is_empty(),
        _ => false,
    }
}

fn likeness(planned: &Node, written: &Node) -> i64 {
    match (planned, written) {
        (Node::Object(planned), Node::Object(written)) => planned
            .iter()
            .map(|(key, value)| {
                written
                    .get(key)
                    .map_or(0, |written| likeness(value, written))
            })
            .sum(),
        (Node::List(planned), Node::List(written)) => {
            let each = planned
                .iter()
                .zip(written)
                .map(|(planned, written)| likeness(planned, written));
            each.sum::<i64>() - i64::from(planned.len() != written.len())
        }
        (planned, written) if !planned.is_plain() || !written.is_plain() => 0,
        (planned, written) => {
            if same(planned, written) {
                2
            } else {
                -2
            }
        }
    }
}

/// Whether two known values are one: scalars by their text, JSON by its structure.
fn same(planned: &Node, written: &Node) -> bool {
    if planned == written
        || document(planned).is_some_and(|planned| document(written) == Some(planned))
    {
        return true;
    }
    match (planned, written) {
        (Node::List(left), Node::List(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        _ => spelled(planned).is_some_and(|planned| spelled(written) == Some(planned)),
    }
}

fn document(node: &Node) -> Option<Node> {
    match node {
        Node::Json(inner) => Some(inner.as_ref().clone()),
        Node::Text(text) if text.trim_start().starts_with(['{', '[']) => parse_json(text).ok(),
        _ => None,
    }
}

fn spelled(node: &Node) -> Option<String> {
    match node {
        Node::Bool(value) => Some(value.to_string()),
        Node::Number(number) => Some(number.to_text()),
        Node::Text(text) => Some(text.to_string()),
        _ => None,
    }
}

#[test]
fn plans_and_sources_agree_as_far_as_the_tables_say() {
    let Some(corpus) = corpus() else {
        println!("skipped: there is no corpus; name its folder in PROOFMARK_CORPUS");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let before =
        [TABLE, DIFFERENCES].map(|path| fs::read_to_string(root.join(path)).unwrap_or_default());
    let reasons: BTreeMap<&str, &str> = before[1]
        .lines()
        .filter_map(|row| row.rsplit_once('\t'))
        .collect();
    let mut table = String::from(
        "pair\tin plan\tin sources\tin both\tcompared\tequal\topen in sources\tassigned by nobody\topen in plan\topen in both\treferences\tfound\tdifferences\n",
    );
    let mut differences = String::from("pair\tkind\taddress\tplace\treason\n");
    for folder in listed(&corpus, "hcl_plan_pairs") {
        let name = folder
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if !folder.join("plan.json").is_file() {
            writeln!(table, "{name}\tthe folder holds no plan").expect("written");
            continue;
        }
        match agreement(&folder, &folder) {
            Err(refusal) => {
                writeln!(table, "{name}\t{}", refusal.replace(['\n', '\t'], " ")).expect("written");
            }
            Ok(agreement) => {
                writeln!(table, "{name}\t{}", agreement.row()).expect("written");
                for difference in &agreement.differences {
                    let Difference {
                        kind,
                        address,
                        path,
                        reason,
                    } = difference;
                    let row = format!("{name}\t{kind}\t{address}\t{path}");
                    let by_hand = reasons.get(row.as_str()).copied().unwrap_or_default();
                    let reason = if reason.is_empty() { by_hand } else { reason };
                    writeln!(differences, "{row}\t{reason}").expect("written");
                }
            }
        }
    }
    if std::env::var_os("PROOFMARK_UPDATE_LEDGER").is_some() {
        fs::write(root.join(TABLE), table).expect("written");
        fs::write(root.join(DIFFERENCES), differences).expect("written");
        return;
    }
    for (path, before, after) in [
        (TABLE, &before[0], &table),
        (DIFFERENCES, &before[1], &differences),
    ] {
        assert!(
            before == after,
            "the pairs agree in another way than {path} says:\n{}",
            crate::corpus::changes(before, after)
        );
    }
}

#[test]
fn recorded_fixtures_and_their_sources_do_not_differ() {
    let mut folders = 0;
    let mut unassigned = BTreeSet::new();
    let mut total = Agreement::default();
    for root in ["grading-proof", "negative-fixtures", "tests/data"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
        // A plan over a state knows what no source says.
        let is_over_a_state = |entry: &walkdir::DirEntry| entry.path().ends_with("witnesses/no-op");
        for entry in walkdir::WalkDir::new(root)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| !is_over_a_state(entry))
        {
            let folder = entry.expect("an entry").into_path();
            if !folder.join("plan.json").is_file() || !folder.join("src").is_dir() {
                continue;
            }
            let one = agreement(&folder, &folder.join("src")).expect("a pair");
            let differences: Vec<String> = one
                .differences
                .iter()
                .filter(|difference| difference.reason.is_empty())
                // The provider gives protocols their names.
                .filter(|difference| !difference.path.ends_with("/protocol"))
                .map(|difference| {
                    format!(
                        "{} {} {}",
                        difference.kind, difference.address, difference.path
                    )
                })
                .collect();
            assert_eq!(differences, Vec::<String>::new(), "{}", folder.display());
            unassigned.extend(one.unassigned_names.iter().cloned());
            folders += 1;
            total.add(&one);
        }
    }
    println!("{folders} fixtures: {}", total.row());
    // What a provider computes while it plans, and what stands in an argument written like a block, of which a schema
    // does not tell what is computed.
    let computed = [
        "/expired_object_delete_marker",
        "/kms_data_key_reuse_period_seconds",
        "/self",
        "/transition_default_minimum_object_size",
    ];
    unassigned.retain(|name| !computed.iter().any(|path| name.ends_with(path)));
    assert_eq!(unassigned, BTreeSet::new());
    assert!(folders > 50, "{folders} fixtures");
}

#[test]
fn the_least_that_types_ask_for_shows_the_same_defaults_with_and_without_a_plan() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/provider-defaults");
    let sources = graph(load(&folder, None, &Options::default()).expect("sources"));
    let recorded =
        parse_json(include_str!("../data/provider-defaults/recorded.json")).expect("json");
    let mut total = Agreement::default();
    for (address, values) in recorded.as_object().expect("an object") {
        let mut planned = sources.resources[address].clone();
        planned.values = values.clone();
        let mut place = Place {
            agreement: &mut total,
            planned: &planned,
            path: String::new(),
        };
        place.node(values, Some(&sources.resources[address].values));
    }
    // What is left is computed, or hangs on other arguments: a plan of another configuration need not show the same.
    let computed = [
        "/domain_validation_options",
        "/source_dest_check",
        "/subject_alternative_names",
        "/tags_all",
        "/token_validity_units/0/access_token",
        "/token_validity_units/0/id_token",
        "/token_validity_units/0/refresh_token",
        "/transition_default_minimum_object_size",
    ];
    total
        .unassigned_names
        .retain(|name| !computed.iter().any(|path| name.ends_with(path)));
    assert_eq!(total.unassigned_names, Vec::<String>::new());
    // While logs are off the provider hides where they would go.
    total
        .differences
        .retain(|difference| !difference.path.ends_with("_logs/0/bucket"));
    let differences: Vec<String> = total
        .differences
        .iter()
        .map(|difference| {
            format!(
                "{} {} {}",
                difference.kind, difference.address, difference.path
            )
        })
        .collect();
    assert_eq!(differences, Vec::<String>::new());
    assert!(total.equal > 1_000, "{}", total.row());
}

#[test]
fn every_difference_between_a_plan_and_its_sources_has_a_reason() {
    let differences = include_str!("../data/pair-differences.tsv");
    for row in differences.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        assert!(columns.len() == 5 && !columns[4].is_empty(), "{row}");
    }
}
