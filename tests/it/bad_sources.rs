//! Sources that are broken or hostile: everything wrong is underlined, nothing runs away, nothing outside is read.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::bad_input::{folder_with, refused, unwrapped};
use crate::cli::{code, repository, run, stderr, stdout};

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("created");
        fs::write(path, text).expect("written");
    }
    folder
}

/// The graph of a folder.
fn graph(folder: &TempDir) -> Value {
    let output = run(folder.path(), &["graph", "."]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What the refusal of a folder tells.
fn told(folder: &TempDir) -> String {
    let output = refused(folder.path(), &["graph", "."], 4);
    assert_eq!(stdout(&output), "");
    unwrapped(&stderr(&output))
}

#[test]
fn every_syntax_error_of_every_file_is_underlined() {
    let folder = folder(&[
        (
            "main.tf",
            "resource \"a\" \"b\" {\n  c = \n}\nlocals {\n  x = [1,\n}\n",
        ),
        ("more.tf.json", "{\n  \"locals\": {\"x\": \"${1 +}\"}\n}\n"),
    ]);
    let told = told(&folder);
    for place in [
        "main.tf:2:",
        "main.tf:6:",
        "more.tf.json:2:",
        "the sources have 3 problems",
    ] {
        assert!(told.contains(place), "`{place}` is not in {told}");
    }
}

#[test]
fn what_nests_too_deep_is_refused_at_its_place_and_a_long_line_is_not_printed_whole() {
    let deep = format!(
        "output \"a\" {{\n  value = {}{}\n}}\n",
        "[".repeat(5000),
        "]".repeat(5000)
    );
    let json = format!(
        "{{\"output\": {{\"a\": {{\"value\": {}{}}}}}}}",
        "[".repeat(5000),
        "]".repeat(5000)
    );
    let sum = format!("output \"a\" {{\n  value = {}1\n}}\n", "1 + ".repeat(5000));
    let blocks = format!(
        "resource \"a\" \"b\" {{\n{}{}}}\n",
        "x {\n".repeat(300),
        "}\n".repeat(300)
    );
    for (name, text) in [
        ("main.tf", &deep),
        ("main.tf.json", &json),
        ("main.tf", &sum),
        ("main.tf", &blocks),
    ] {
        let told = told(&folder_with(name, text));
        assert!(told.contains(name), "{told}");
        assert!(told.len() < 6000, "{} characters", told.len());
    }
}

#[test]
fn a_circle_of_locals_is_underlined_and_modules_that_call_each_other_forbid_a_verdict() {
    let locals = folder_with(
        "main.tf",
        "locals {\n  a = local.b\n  b = \"x${local.a}\"\n}\noutput \"o\" {\n  value = local.a\n}\n",
    );
    let told = told(&locals);
    assert!(
        told.contains("local.a") && told.contains("main.tf:"),
        "{told}"
    );
    let modules = folder(&[
        ("main.tf", "module \"m\" {\n  source = \"./m\"\n}\n"),
        ("m/main.tf", "module \"n\" {\n  source = \"../\"\n}\n"),
    ]);
    let notes = graph(&modules)["notes"].clone();
    assert_eq!(notes[0]["code"], "module-not-expanded");
    assert_eq!(notes[0]["forbids_verdict"], true);
}

#[test]
fn a_module_that_is_not_at_hand_is_named_and_forbids_a_verdict() {
    let text = "module \"vpc\" {\n  source = \"terraform-aws-modules/vpc/aws\"\n}\noutput \"o\" {\n  value = module.vpc.id\n}\n";
    let graph = graph(&folder_with("main.tf", text));
    assert_eq!(graph["notes"][0]["code"], "remote-module");
    assert_eq!(graph["notes"][0]["address"], "module.vpc");
    assert_eq!(graph["notes"][0]["forbids_verdict"], true);
    assert!(graph["outputs"]["o"]["$unknown"].is_string(), "{graph}");
}

#[test]
fn a_module_path_that_leads_nowhere_or_out_is_underlined() {
    for (source, problem) in [
        ("./none", "does not exist"),
        ("../elsewhere", "leads out of the workspace"),
        ("./main.tf", "is not a folder"),
    ] {
        let text = format!("module \"m\" {{\n  source = \"{source}\"\n}}\n");
        let told = told(&folder_with("main.tf", text));
        assert!(
            told.contains(problem) && told.contains("main.tf:2:"),
            "{told}"
        );
    }
}

#[test]
fn collections_and_modules_that_explode_are_stopped() {
    let doubling = (1..=9).map(|level| {
        let before = format!("${{local.a{}}}", level - 1);
        format!("  a{level} = \"{}\"\n", before.repeat(8))
    });
    let doubling = doubling.collect::<Vec<_>>().concat();
    let strings = format!(
        "locals {{\n  a0 = \"0123456789\"\n{doubling}}}\noutput \"o\" {{\n  value = local.a9\n}}\n"
    );
    let nested = "output \"o\" {\n  value = [for x in range(1000) : [for y in range(1000) : [for z in range(1000) : \"${x}${y}${z}\"]]]\n}\n";
    let count = "resource \"terraform_data\" \"a\" {\n  count = 1000000000\n}\n";
    for text in [&*strings, nested, count] {
        let told = told(&folder_with("main.tf", text));
        assert!(told.contains("more than"), "{told}");
    }
    let mut modules = vec![];
    for level in 0..25 {
        let (name, below) = match level {
            0 => ("main.tf".to_owned(), "./m1".to_owned()),
            _ => (format!("m{level}/main.tf"), format!("../m{}", level + 1)),
        };
        let call = |name: &str| format!("module \"{name}\" {{\n  source = \"{below}\"\n}}\n");
        modules.push((name, call("a") + &call("b")));
    }
    modules.push(("m25/main.tf".to_owned(), "locals {}\n".to_owned()));
    let files: Vec<(&str, &str)> = modules
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    assert!(told(&folder(&files)).contains("more than"));
}

#[cfg(unix)]
#[test]
fn nothing_outside_of_the_workspace_is_read_and_what_only_a_run_tells_is_unknown() {
    let outside = folder_with("secret.txt", "hunter2");
    let secret = outside.path().join("secret.txt");
    let text = format!(
        "locals {{\n  a = file(\"{path}\")\n  b = file(\"link\")\n  c = templatefile(\"link\", {{}})\n  d = filebase64(\"{path}\")\n  e = fileset(\"{folder}\", \"*\")\n  f = filesha256(\"link\")\n  g = timestamp()\n  h = fileexists(\"{path}\")\n}}\noutput \"o\" {{\n  value = local\n}}\noutput \"all\" {{\n  value = [local.a, local.b, local.c, local.d, local.e, local.f, local.g]\n}}\n",
        path = secret.display(),
        folder = outside.path().display()
    );
    let folder = folder_with("main.tf", &text);
    std::os::unix::fs::symlink(&secret, folder.path().join("link")).expect("linked");
    let graph = graph(&folder);
    for value in graph["outputs"]["all"].as_array().expect("a list") {
        assert!(value["$unknown"].is_string(), "{value}");
    }
    let shown = graph.to_string();
    assert!(
        !shown.contains("hunter2") && !shown.contains("aHVudGVyMg"),
        "{shown}"
    );
}

#[cfg(unix)]
#[test]
fn a_source_that_is_a_link_out_of_the_workspace_is_refused() {
    let outside = folder_with("main.tf", "locals {}\n");
    for name in ["main.tf", "main.tf.json", "terraform.tfvars"] {
        let folder = folder_with("other.tf", "locals {}\n");
        std::os::unix::fs::symlink(outside.path().join("main.tf"), folder.path().join(name))
            .expect("linked");
        assert!(
            told(&folder).contains("leads out of the workspace"),
            "{name}"
        );
    }
}

/// The arm's tool is Terraform, which plans `main.tf`: another text beside it must not stand in for what was planned.
#[test]
fn a_file_that_the_arms_tool_ignores_hides_nothing() {
    let fixture = repository().join("negative-fixtures/parameter-reader/hcl/suffix-wildcard");
    let folder = tempfile::tempdir().expect("a folder");
    let main = fs::read_to_string(fixture.join("src/main.tf")).expect("readable");
    let right = main.replace("arn}*", "arn}");
    assert_ne!(main, right, "the planted star");
    fs::create_dir(folder.path().join("src")).expect("created");
    for entry in fs::read_dir(fixture.join("src")).expect("listed") {
        let entry = entry.expect("an entry");
        let copy = folder.path().join("src").join(entry.file_name());
        fs::copy(entry.path(), copy).expect("copied");
    }
    fs::write(folder.path().join("src/main.tofu"), right).expect("written");
    let source = folder.path().join("src");
    let plan = fixture.join("plan.json");
    for artifact in [&plan, &source] {
        let output = run(
            repository(),
            &[
                "grade",
                "--scenario",
                "parameter-reader",
                "--arm",
                "hcl",
                "--source",
                &source.to_string_lossy(),
                &artifact.to_string_lossy(),
            ],
        );
        assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn fifty_megabytes_of_sources_are_refused() {
    let folder = folder_with("main.tf", "# nothing\n".repeat(5_000_000));
    assert!(told(&folder).contains("exceed the limit of 16777216 bytes"));
}

/// No time is asserted: before lines were looked up in an index this took minutes, which a person notices.
#[test]
fn a_long_file_of_resources_is_read_in_time_that_grows_with_its_length() {
    let resource = |index: usize| {
        format!(
            "resource \"aws_sqs_queue\" \"q{index}\" {{
  name = \"queue-{index}\"
}}
"
        )
    };
    let text = (0..20_000).map(resource).collect::<Vec<_>>().concat();
    let folder = folder_with("main.tf", text);
    let output = run(folder.path(), &["graph", "."]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("\"aws_sqs_queue.q19999\""));
}
