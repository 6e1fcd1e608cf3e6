//! The source tree keeps its own rules: which module may use which, how long a file may be, how it opens.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the top to the bottom; those of one level may use one another as long as no circle comes of it.
const LEVELS: [&[&str]; 8] = [
    &["cli"],
    &["report"],
    &["check"],
    &["proof"],
    &["grade"],
    &["certificate", "rego", "graph"],
    &["artifact"],
    &["spec", "arm", "value", "source"],
];

/// Lines a file may have.
const LONGEST_FILE: usize = 800;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn level_of(module: &str) -> usize {
    LEVELS
        .iter()
        .position(|level| level.contains(&module))
        .unwrap_or_else(|| {
            panic!("the module `{module}` has no level: add it to the list here and in src/lib.rs")
        })
}

/// Pairs (user, used) of top-level modules, with the file they were found in.
fn uses() -> BTreeSet<(String, String, String)> {
    let source = root().join("src");
    let mut found = BTreeSet::new();
    for path in rust_files(&source) {
        let relative = path
            .strip_prefix(&source)
            .expect("inside")
            .to_string_lossy()
            .replace('\\', "/");
        let Some((user, _)) = relative.split_once('/') else {
            continue;
        };
        let text = fs::read_to_string(&path).expect("readable");
        for (at, _) in text.match_indices("crate::") {
            let names = used_names(&text[at + "crate::".len()..]);
            found.extend(
                names
                    .into_iter()
                    .map(|used| (user.to_owned(), used, relative.clone())),
            );
        }
    }
    found
}

/// The top-level modules named after `crate::`, also in a list such as `{spec::Spec, value}`.
fn used_names(rest: &str) -> Vec<String> {
    let name = |text: &str| {
        text.trim_start()
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    let Some(list) = rest.strip_prefix('{') else {
        return vec![name(rest)];
    };
    let (mut depth, mut parts, mut part) = (0, Vec::new(), String::new());
    for character in list.chars() {
        match character {
            '}' if depth == 0 => break,
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            '{' => depth += 1,
            '}' => depth -= 1,
            other if depth == 0 => part.push(other),
            _ => {}
        }
    }
    parts.push(part);
    parts
        .iter()
        .map(|part| name(part))
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn lists_of_uses_are_read_to_their_end() {
    assert_eq!(
        used_names("{spec::{Spec, Root}, value, source::x};"),
        ["spec", "value", "source"]
    );
    assert_eq!(used_names("value::Node;"), ["value"]);
}

#[test]
fn modules_use_only_those_below_them() {
    let wrong: Vec<String> = uses()
        .into_iter()
        .filter(|(user, used, _)| user != used && level_of(used) < level_of(user))
        .map(|(user, used, file)| {
            format!("src/{file}: `{user}` uses `{used}`, which stands above it")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_modules_use_each_other() {
    let pairs: BTreeSet<(String, String)> = uses()
        .into_iter()
        // Tests of a lower module may borrow from one above.
        .map(|(user, used, _)| (user, used))
        .filter(|(user, used)| user != used)
        .collect();
    let circles: Vec<_> = pairs
        .iter()
        .filter(|(user, used)| user < used && pairs.contains(&(used.clone(), user.clone())))
        .collect();
    assert!(circles.is_empty(), "these use each other: {circles:?}");
}

#[test]
fn the_order_of_modules_stands_in_the_library_s_first_lines() {
    let text = fs::read_to_string(root().join("src/lib.rs")).expect("readable");
    for module in LEVELS.iter().flat_map(|level| level.iter()) {
        assert!(
            text.contains(&format!("`{module}`")),
            "src/lib.rs does not name `{module}` in its order"
        );
        assert!(
            text.contains(&format!("pub mod {module};")),
            "src/lib.rs does not declare `{module}`"
        );
    }
    let declared = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for module in declared {
        level_of(module);
    }
}

#[test]
fn every_file_opens_with_what_it_is_for_and_is_short_enough() {
    let mut wrong = Vec::new();
    for folder in ["src", "tests", "benches"] {
        for path in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&path).expect("readable");
            let shown = path
                .strip_prefix(root())
                .expect("inside")
                .display()
                .to_string();
            if !text.starts_with("//! ") {
                wrong.push(format!("{shown} does not open with `//!`"));
            }
            let lines = text.lines().count();
            if lines > LONGEST_FILE {
                wrong.push(format!("{shown} has {lines} lines"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_are_nouns_of_the_domain() {
    for path in rust_files(&root().join("src")) {
        let stem = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let banned = [
            "utils", "util", "helpers", "helper", "common", "misc", "imp",
        ];
        assert!(!banned.contains(&stem.as_str()), "{}", path.display());
    }
}
