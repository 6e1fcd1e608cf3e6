//! Which files are read, what is refused, and where the refusal points.

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("created");
        std::fs::write(path, text).expect("written");
    }
    folder
}

fn read(files: &[(&str, &str)]) -> Result<Configuration, ConfigError> {
    Configuration::read(folder(files).path(), &Limits::default())
}

/// The text that an error underlines in the one file given.
fn underlined(text: &str) -> (String, String) {
    let error = read(&[("main.tf", text)]).expect_err("refused");
    let span = error.span().expect("a place");
    (
        error.to_string(),
        text[span.offset()..span.offset() + span.len()].to_owned(),
    )
}

#[test]
fn a_syntax_error_points_at_what_is_wrong() {
    let (message, at) = underlined("resource \"a\" \"b\" {\n  c = \n}\n");
    assert!(message.starts_with("syntax error: "), "{message}");
    assert_eq!(at, "\n");
}

#[test]
fn all_syntax_errors_of_all_files_are_reported_at_once() {
    let first =
        "resource \"a\" \"b\" {\n  c = \n}\n\nlocals {\n  x = [1,\n}\n\nresource \"x\" {}\ny = 5\n";
    let second = r#"{"resource": {"t": {"n": {"a": "${var.}", "b": "${1 +}"}}, "u": 5}}"#;
    let files = [
        ("main.tf", first),
        ("more.tf.json", second),
        ("ok.tf", "locals {}\n"),
    ];
    let Err(ConfigError::Several(problems)) = read(&files) else {
        panic!("several problems");
    };
    let underlined: Vec<&str> = problems
        .iter()
        .enumerate()
        .map(|(index, problem)| {
            let span = problem.span().expect("a place");
            let text = if index < 4 { first } else { second };
            &text[span.offset()..span.offset() + span.len()]
        })
        .collect();
    assert_eq!(
        underlined,
        [
            "\n",
            "}",
            "resource \"x\"",
            "y",
            "\"${var.}\"",
            "\"${1 +}\"",
            "5"
        ]
    );
}

#[test]
fn a_block_that_is_never_closed_is_reported_once() {
    let (message, _) =
        underlined("locals {}\nresource \"t\" \"n\" {\n  a = 1\n\nresource \"t\" \"m\" {}\n");
    assert!(message.starts_with("syntax error"), "{message}");
}

#[test]
fn what_is_declared_twice_is_refused_at_the_second_place() {
    assert_eq!(
        underlined("locals {\n a = 1\n}\nlocals {\n  a = 2\n}\n"),
        ("`local.a` is declared twice".to_owned(), "a".to_owned())
    );
    let (message, at) = underlined("resource \"t\" \"n\" {}\nresource \"t\" \"n\" {}\n");
    assert_eq!(
        (message.as_str(), at.as_str()),
        ("`t.n` is declared twice", "resource \"t\" \"n\"")
    );
}

#[test]
fn a_block_without_its_labels_is_refused() {
    assert_eq!(
        underlined("resource \"t\" {}\n"),
        (
            "a `resource` block needs 2 labels".to_owned(),
            "resource \"t\"".to_owned()
        )
    );
}

#[test]
fn a_module_outside_of_the_workspace_is_refused_at_its_source() {
    let (message, at) = underlined("module \"m\" {\n  source = \"../m\"\n}\n");
    assert_eq!(message, "module source `../m` leads out of the workspace");
    assert_eq!(at, "\"../m\"");
    let (message, _) = underlined("module \"m\" {\n  source = \"./none\"\n}\n");
    assert_eq!(message, "module source `./none` does not exist");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_is_not_followed() {
    let outside = folder(&[("main.tf", "locals {}\n")]);
    let inside = folder(&[("main.tf", "module \"m\" {\n  source = \"./m\"\n}\n")]);
    std::os::unix::fs::symlink(outside.path(), inside.path().join("m")).expect("linked");
    let error = Configuration::read(inside.path(), &Limits::default()).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "module source `./m` leads out of the workspace"
    );
    let inside = folder(&[("main.tf", "locals {}\n")]);
    std::os::unix::fs::symlink(outside.path().join("main.tf"), inside.path().join("x.tf"))
        .expect("linked");
    assert!(matches!(
        Configuration::read(inside.path(), &Limits::default()),
        Err(ConfigError::Io { .. })
    ));
}

#[test]
fn a_module_above_the_root_module_is_read_when_the_workspace_holds_it() {
    let workspace = folder(&[
        (
            "live/main.tf",
            "module \"m\" {\n  source = \"../modules/m\"\n}\n",
        ),
        ("modules/m/main.tf", "output \"x\" {\n  value = 1\n}\n"),
    ]);
    let limits = Limits {
        workspace: Some(workspace.path().to_owned()),
        ..Limits::default()
    };
    let configuration = Configuration::read(&workspace.path().join("live"), &limits).expect("read");
    let directories: Vec<&str> = configuration
        .modules()
        .iter()
        .map(|module| &*module.directory)
        .collect();
    assert_eq!(directories, ["", "../modules/m"]);
    assert_eq!(
        &**configuration.modules()[1].files[0].name(),
        "../modules/m/main.tf"
    );
}

#[test]
fn a_module_from_elsewhere_is_noted() {
    let configuration =
        read(&[("main.tf", "module \"m\" {\n  source = \"org/m/aws\"\n}\n")]).expect("read");
    assert_eq!(
        configuration.modules()[0].calls["m"],
        Target::Remote("org/m/aws".into())
    );
}

#[test]
fn override_files_replace_arguments_and_blocks_and_merge_lifecycle() {
    let configuration = read(&[
        (
            "main.tf",
            "resource \"t\" \"n\" {\n a = 1\n b = 1\n c {\n  x = 1\n }\n d {}\n lifecycle {\n  p = 1\n  q = 1\n }\n}\nlocals {\n l = 1\n}\n",
        ),
        (
            "a_override.tf",
            "resource \"t\" \"n\" {\n a = 2\n c {\n  y = 2\n }\n lifecycle {\n  q = 2\n }\n}\nlocals {\n l = 2\n}\n",
        ),
    ])
    .expect("read");
    let blocks = &configuration.modules()[0].blocks;
    assert_eq!(blocks.len(), 2);
    let resource = &blocks[0];
    let text = |attribute: &Attribute| attribute.value.to_string().trim().to_owned();
    let attributes: Vec<(usize, String)> = resource
        .attributes()
        .map(|(file, attribute)| (file, text(attribute)))
        .collect();
    assert_eq!(attributes, [(1, "2".to_owned()), (0, "1".to_owned())]);
    let nested: Vec<String> = resource
        .blocks()
        .map(|(_, block)| {
            let members: Vec<String> = block
                .body
                .attributes()
                .map(|a| format!("{}={}", a.key.as_str(), text(a)))
                .collect();
            format!("{} {}", block.ident.as_str(), members.join(","))
        })
        .collect();
    assert_eq!(nested, ["d ", "lifecycle p=1,q=2", "c y=2"]);
    assert_eq!(
        blocks[1]
            .attributes()
            .map(|(_, attribute)| text(attribute))
            .collect::<Vec<_>>(),
        ["2"]
    );
    let error = read(&[
        ("main.tf", "locals {}\n"),
        ("override.tf", "resource \"t\" \"n\" {}\n"),
    ])
    .expect_err("refused");
    assert_eq!(
        error.to_string(),
        "nothing to override: `t.n` is not declared"
    );
}

#[test]
fn more_than_the_limits_allow_is_refused() {
    let files = folder(&[("a.tf", "locals {}\n"), ("b.tf", "locals {}\n")]);
    let limits = Limits {
        files: 1,
        ..Limits::default()
    };
    let error = Configuration::read(files.path(), &limits).expect_err("refused");
    assert_eq!(error.to_string(), "the sources exceed the limit of 1 files");
    let limits = Limits {
        bytes: 12,
        ..Limits::default()
    };
    assert!(Configuration::read(files.path(), &limits).is_err());
}

#[test]
fn a_tofu_file_stands_in_for_the_terraform_file_of_its_name() {
    let configuration = read(&[
        ("a.tf", "locals {\n x = 1\n}\n"),
        ("a.tofu", "locals {\n y = 1\n}\n"),
    ])
    .expect("read");
    let names: Vec<PathBuf> = configuration.modules()[0]
        .files
        .iter()
        .map(|file| PathBuf::from(&**file.name()))
        .collect();
    assert_eq!(names, [PathBuf::from("a.tofu")]);
}

/// The parts of a block as HCL, in the order in which they are read.
fn spelled(block: &Block) -> String {
    let parts = block.parts.iter().map(|part| part.what.clone());
    unspaced(&parts.collect::<hcl_edit::structure::Body>().to_string())
}

fn unspaced(text: &str) -> String {
    text.split_whitespace().collect()
}

fn json_block(text: &str) -> Block {
    let configuration = read(&[("main.tf.json", text)]).unwrap_or_else(|error| panic!("{error}"));
    let mut modules = configuration.modules;
    modules.remove(0).blocks.remove(0)
}

#[test]
fn json_is_read_as_the_blocks_that_it_stands_for() {
    for (json, labels, hcl) in [
        (
            r#"{"resource": {"aws_s3_bucket": {"b": {"//": "why", "bucket": "x-${var.n}", "versioning": {"enabled": "${true}"}}}}}"#,
            "aws_s3_bucket b",
            r#"bucket = "x-${var.n}" versioning { enabled = true }"#,
        ),
        (
            r#"{"resource": [{"aws_s3_bucket": [{"b": [{"grant": [{"id": "a"}, {"id": "b"}]}]}]}]}"#,
            "aws_s3_bucket b",
            r#"grant { id = "a" } grant { id = "b" }"#,
        ),
        (
            r#"{"resource": {"aws_s3_bucket": {"b": {"dynamic": {"grant": {"for_each": "${var.l}", "iterator": "it", "content": {"id": "${it.key}"}}}}}}}"#,
            "aws_s3_bucket b",
            r#"dynamic "grant" { content { id = it.key } for_each = var.l iterator = it }"#,
        ),
        (
            r#"{"resource": {"other_type": {"b": {"block": {"a": 1.5}, "depends_on": ["a.b"], "provider": "aws.west"}}}}"#,
            "other_type b",
            r#"block = { "a" = 1.5, } depends_on = [a.b] provider = aws.west"#,
        ),
        (
            r#"{"resource": {"aws_s3_bucket": {"b": {"lifecycle": {"ignore_changes": ["tags[\"a\"]"], "precondition": {"condition": "${var.a}"}}, "provisioner": {"local-exec": {"command": "x"}}}}}}"#,
            "aws_s3_bucket b",
            r#"lifecycle { ignore_changes = [tags["a"]] precondition { condition = var.a } } provisioner "local-exec" { command = "x" }"#,
        ),
        (
            r#"{"variable": {"v": {"type": "list(string)", "default": ["${x}"], "validation": {"condition": "${length(var.v) > 0}"}}}}"#,
            "v",
            r#"type = list(string) default = ["$${x}"] validation { condition = length(var.v) > 0 }"#,
        ),
        (
            r#"{"module": {"m": {"source": "remote", "providers": {"aws": "aws.west"}, "n": "%{if var.a}x%{endif}"}}}"#,
            "m",
            r#"source = "remote" providers = { "aws" = aws.west, } n = "%{if var.a}x%{endif}""#,
        ),
    ] {
        let block = json_block(json);
        let found: Vec<&str> = block.labels.iter().map(|label| &**label).collect();
        assert_eq!(found.join(" "), labels, "{json}");
        assert_eq!(spelled(&block), unspaced(hcl), "{json}");
    }
}

#[test]
fn json_and_hcl_files_make_one_module_and_override_each_other() {
    let configuration = read(&[
        ("a.tf", "resource \"aws_s3_bucket\" \"b\" {\n  bucket = \"x\"\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n"),
        ("b_override.tf.json", r#"{"resource": {"aws_s3_bucket": {"b": {"bucket": "y"}}}}"#),
        ("m/main.tf.json", r#"{"locals": {"a": 1}}"#),
        ("m/main.tofu.json", r#"{"locals": {"b": 1}}"#),
    ])
    .expect("read");
    assert_eq!(
        spelled(&configuration.modules()[0].blocks[0]),
        "bucket=\"y\""
    );
    assert_eq!(spelled(&configuration.modules()[1].blocks[0]), "b=1");
}

#[test]
fn a_file_alone_is_a_root_module() {
    let files = folder(&[
        ("cdk.tf.json", r#"{"locals": {"a": 1}}"#),
        ("other.tf", "locals {\n  a = 2\n}\n"),
    ]);
    let configuration = Configuration::read(&files.path().join("cdk.tf.json"), &Limits::default());
    assert_eq!(configuration.expect("read").modules()[0].blocks.len(), 1);
}

#[test]
fn what_is_no_configuration_is_refused_by_name() {
    let message = |files: &[(&str, &str)]| read(files).expect_err("refused").to_string();
    assert!(message(&[("readme.md", "")]).ends_with("`*.tf.json` or `*.tofu.json` file"));
    assert_eq!(
        message(&[("main.tf", "a\u{0}b")]),
        "`main.tf` is a binary file: zero byte at offset 1"
    );
}

#[test]
fn terraform_ignores_the_files_that_opentofu_prefers() {
    let files = folder(&[
        ("main.tf", "locals {\n  a = 1\n}\n"),
        ("main.tofu", "locals {\n  b = 1\n}\n"),
        ("more.tofu.json", "{\"locals\": {\"c\": 1}}"),
    ]);
    let names = |tofu: bool| {
        let limits = Limits {
            tofu,
            ..Limits::default()
        };
        let configuration = Configuration::read(files.path(), &limits).expect("read");
        let blocks = configuration.modules()[0].blocks.iter().map(spelled);
        blocks.collect::<Vec<_>>()
    };
    assert_eq!(names(true), ["b=1", "c=1"]);
    assert_eq!(names(false), ["a=1"]);
}
