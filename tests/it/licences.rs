//! What the package depends on: licences that `deny.toml` allows, and the public registry as the only source.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A licence expression, as SPDX writes them.
#[derive(Debug, PartialEq, Eq)]
enum Licence {
    /// An identifier, with its exception where it has one.
    One(String),
    Any(Vec<Licence>),
    All(Vec<Licence>),
}

impl Licence {
    /// Reads an expression; `/` between identifiers is an old spelling of `OR`.
    fn parse(text: &str) -> Option<Self> {
        let spaced = text
            .replace('(', " ( ")
            .replace(')', " ) ")
            .replace('/', " OR ");
        let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
        let licence = Self::any(&mut words)?;
        words.is_empty().then_some(licence)
    }

    fn any(words: &mut Vec<&str>) -> Option<Self> {
        let mut parts = vec![Self::all(words)?];
        while words.pop_if(|word| *word == "OR").is_some() {
            parts.push(Self::all(words)?);
        }
        Some(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Self::Any(parts)
        })
    }

    fn all(words: &mut Vec<&str>) -> Option<Self> {
        let mut parts = vec![Self::one(words)?];
        while words.pop_if(|word| *word == "AND").is_some() {
            parts.push(Self::one(words)?);
        }
        Some(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Self::All(parts)
        })
    }

    fn one(words: &mut Vec<&str>) -> Option<Self> {
        match words.pop()? {
            "(" => {
                let inner = Self::any(words)?;
                (words.pop()? == ")").then_some(inner)
            }
            ")" | "OR" | "AND" | "WITH" => None,
            identifier => Some(Self::One(match words.pop_if(|word| *word == "WITH") {
                Some(_) => format!("{identifier} WITH {}", words.pop()?),
                None => identifier.to_owned(),
            })),
        }
    }

    fn is_allowed(&self, allowed: &BTreeSet<String>) -> bool {
        match self {
            Self::One(licence) => allowed.contains(licence),
            Self::Any(parts) => parts.iter().any(|part| part.is_allowed(allowed)),
            Self::All(parts) => parts.iter().all(|part| part.is_allowed(allowed)),
        }
    }
}

/// The licences that `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let text = fs::read_to_string(file).expect("readable");
    let (_, list) = text.split_once("allow = [").expect("a list of licences");
    let (list, _) = list.split_once(']').expect("the end of the list");
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// `cargo metadata` without a network: of all platforms where their packages are at hand, else of this one.
fn metadata() -> serde_json::Value {
    let run = |more: &[&str]| {
        Command::new(env!("CARGO"))
            .args(["metadata", "--locked", "--offline", "--format-version", "1"])
            .args(more)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs")
    };
    let mut output = run(&[]);
    if !output.status.success() {
        let version = Command::new("rustc")
            .arg("-vV")
            .output()
            .expect("rustc runs");
        let version = String::from_utf8(version.stdout).expect("text");
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        output = run(&["--filter-platform", host.expect("the host's name")]);
    }
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let allowed = allowed();
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 50, "only {} packages", packages.len());
    let refused: Vec<String> = packages
        .iter()
        .filter_map(|package| {
            let licence = package["license"].as_str().unwrap_or("none stated");
            let fits = Licence::parse(licence).is_some_and(|licence| licence.is_allowed(&allowed));
            (!fits).then(|| format!("{} {}: {licence}", package["name"], package["version"]))
        })
        .collect();
    assert!(
        refused.is_empty(),
        "not allowed by deny.toml:\n{}",
        refused.join("\n")
    );
}

#[test]
fn every_dependency_comes_from_the_registry() {
    let metadata = metadata();
    let own = env!("CARGO_PKG_NAME");
    let packages = metadata["packages"].as_array().expect("packages");
    let sources: BTreeSet<&str> = packages
        .iter()
        .filter(|package| package["name"] != own)
        .map(|package| package["source"].as_str().unwrap_or("a folder"))
        .collect();
    assert!(
        sources.len() == 1 && sources.iter().all(|source| source.starts_with("registry+")),
        "{sources:?}"
    );
}

#[test]
fn expressions_of_licences_are_read_with_their_precedence() {
    let allowed = BTreeSet::from(["MIT".to_owned(), "Zlib".to_owned()]);
    let is_allowed = |text: &str| {
        let licence = Licence::parse(text).expect("an expression");
        licence.is_allowed(&allowed)
    };
    assert!(is_allowed("GPL-3.0 OR MIT"));
    assert!(is_allowed("GPL-3.0/MIT"));
    assert!(is_allowed("Zlib AND MIT OR GPL-3.0 AND Zlib"));
    assert!(!is_allowed("MIT AND GPL-3.0"));
    assert!(!is_allowed("(MIT OR Zlib) AND GPL-3.0"));
    assert!(!is_allowed("MIT WITH Classpath-exception-2.0"));
    for broken in ["", "MIT OR", "(MIT", "MIT)", "MIT Zlib", "WITH MIT"] {
        assert_eq!(Licence::parse(broken), None, "`{broken}`");
    }
}
