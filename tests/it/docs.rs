//! The documents show what the program does: each command in a `console` block runs, and prints what stands below it.
//!
//! A command must succeed unless `$ echo $?` follows it. Below a command, `...` stands for any number of lines and `…` for
//! any text within a line; white space, numbers by themselves and hashes are not compared.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::cli::{copy, repository};

/// A command of a document and what is said about it.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
    status: i32,
}

/// The commands of the document's `console` blocks.
fn commands(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let (mut inside, mut asks_status) = (false, false);
    for (index, line) in text.lines().enumerate() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, _) if line == "```" => inside = false,
            (true, Some("echo $?")) => asks_status = true,
            (true, Some(command)) => {
                asks_status = false;
                found.push(Shown {
                    line: index + 1,
                    command: command.to_owned(),
                    output: Vec::new(),
                    status: 0,
                });
            }
            (true, None) => {
                let shown = found.last_mut().expect("a block begins with a command");
                if asks_status {
                    shown.status = line.parse().expect("an exit status");
                } else {
                    shown.output.push(line.to_owned());
                }
            }
        }
    }
    found
}

/// A line without what may differ from one version of the project to the next.
fn normal(line: &str) -> String {
    let word = |word: &str| {
        let bare = word.trim_end_matches(['%', ',', ';', ':', ')']);
        let is_number = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
        let is_hash = bare.len() >= 12 && bare.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_number || is_hash {
            return "#".to_owned();
        }
        match bare.rsplit_once(':') {
            Some((file, line)) if line.parse::<usize>().is_ok() => format!("{file}:#"),
            _ => word.to_owned(),
        }
    };
    line.split_whitespace()
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}

fn matches_line(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (normal(shown), normal(printed));
    let mut rest = printed.as_str();
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(first) else {
        return false;
    };
    rest = after;
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn matches_output(shown: &[String], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((dots, more)), _) if dots == "..." => (0..=printed.len()).any(|skipped| {
            let rest = printed.get(skipped..);
            rest.is_some_and(|rest| matches_output(more, rest))
        }),
        (Some((line, more)), Some((first, rest))) => {
            matches_line(line, first) && matches_output(more, rest)
        }
        _ => false,
    }
}

/// A copy of what the program works on, with current certificates: whether the committed ones are up to date is
/// nothing that a page should fail for (`proofmark prove --check` does).
fn project() -> TempDir {
    static PROVED: OnceLock<TempDir> = OnceLock::new();
    let proved = PROVED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        for part in [
            "arms",
            "specs",
            "policies",
            "grading-proof",
            "negative-fixtures",
        ] {
            copy(&repository().join(part), &folder.path().join(part));
        }
        run(folder.path(), "proofmark prove --changed --quiet");
        folder
    });
    let folder = tempfile::tempdir().expect("a folder");
    copy(proved.path(), folder.path());
    folder
}

/// What `command` prints on both streams, and its exit status.
fn run(folder: &Path, command: &str) -> (String, i32) {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_proofmark"));
    let beside = program.parent().expect("a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(beside).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1 </dev/null")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(folders).expect("a path"))
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .output()
        .expect("started");
    let text = String::from_utf8(output.stdout).expect("text");
    (text, output.status.code().expect("an exit status"))
}

fn check_document(file: &str) {
    let text = fs::read_to_string(repository().join(file)).expect("readable");
    let folder = project();
    let commands = commands(&text);
    assert!(!commands.is_empty(), "{file} shows no command");
    let mut wrong = String::new();
    for shown in commands {
        let (printed, status) = run(folder.path(), &shown.command);
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        let silent = shown.output.is_empty();
        if status != shown.status || !(silent || matches_output(&shown.output, &lines)) {
            let _ = write!(
                wrong,
                "{file}:{}: `{}` must end with {} and ends with {status}, or prints something else:\n{printed}\n",
                shown.line, shown.command, shown.status
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_readme_shows_what_the_program_does() {
    check_document("README.md");
}

#[test]
fn the_page_on_authoring_an_oracle_shows_what_the_program_does() {
    check_document("docs/author-an-oracle.md");
}

#[test]
fn the_page_on_grading_in_ci_shows_what_the_program_does() {
    check_document("docs/grade-in-ci.md");
}

#[test]
fn the_page_on_reading_a_verdict_shows_what_the_program_does() {
    check_document("docs/read-a-verdict.md");
}

#[test]
fn the_page_on_reading_a_proof_shows_what_the_program_does() {
    check_document("docs/read-a-proof.md");
}

#[test]
fn every_page_is_tested_and_every_link_leads_somewhere() {
    let own = fs::read_to_string(repository().join("tests/it/docs.rs")).expect("readable");
    let mut pages = vec![];
    for entry in fs::read_dir(repository().join("docs")).expect("listed") {
        let name = entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned();
        let page = format!("docs/{name}");
        assert!(
            own.contains(&format!("check_document(\"{page}\")")),
            "{page} is not tested"
        );
        pages.push(page);
    }
    pages.extend(
        [
            "README.md",
            "DESIGN.md",
            "SCHEMA.md",
            "DECISIONS.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
        ]
        .map(str::to_owned),
    );
    for page in pages {
        let path = repository().join(&page);
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{page} is missing"));
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap_or_default();
            let file = target.split('#').next().unwrap_or_default();
            let folder = path.parent().expect("a folder");
            let is_elsewhere = file.is_empty() || file.contains("://");
            assert!(
                is_elsewhere || folder.join(file).exists(),
                "{page}: `{target}` leads nowhere"
            );
        }
    }
}

#[test]
fn a_shown_line_matches_whatever_the_numbers_are() {
    assert!(matches_line("PR001  ok   12 of 13", "PR001 ok 7 of 9"));
    assert!(!matches_line("PR001 ok", "PR002 ok"));
    assert!(matches_line("a … c", "a b b c"));
    assert!(!matches_line("a … c", "a b d"));
    assert!(matches_line("at main.tf:30:", "at main.tf:4:"));
    let shown = ["a", "...", "d"].map(str::to_owned);
    assert!(matches_output(&shown, &["a", "b", "c", "d"]));
    assert!(matches_output(&shown, &["a", "d"]));
    assert!(!matches_output(&shown, &["a", "d", "e"]));
}

#[test]
fn a_block_is_cut_into_commands_outputs_and_statuses() {
    let text = "```console\n$ a --b\nout\n$ echo $?\n3\n```\nno $ c\n```console\n$ d\n```\n";
    let shown = commands(text);
    assert_eq!(shown.len(), 2);
    assert_eq!((shown[0].command.as_str(), shown[0].status), ("a --b", 3));
    assert_eq!(shown[0].output, ["out"]);
    assert_eq!((shown[1].line, shown[1].status), (9, 0));
}
