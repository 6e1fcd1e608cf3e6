//! What grows without end stops with an error or stays unknown, and nothing outside of the workspace is read.

use std::io::Write as _;

use super::*;

fn refused(locals: &str) -> String {
    let text = format!("locals {{\n{locals}\n}}\noutput \"x\" {{\n value = local.x\n}}\n");
    match try_graph(&[("main.tf", &text)], &[]) {
        Err(error) => error,
        Ok(graph) => {
            assert!(!graph.outputs.contains_key("x"), "{:?}", graph.outputs["x"]);
            graph.notes[0].message.clone()
        }
    }
}

fn is_unknown(locals: &str) -> bool {
    matches!(output(locals), Node::Unknown(unknown) if &*unknown.reason == "function")
}

#[test]
fn loops_within_loops_are_too_large() {
    let message = refused(
        "r = range(1000)\nx = [for a in local.r : [for b in local.r : [for c in local.r : c]]]",
    );
    assert!(message.contains("more than 4000000 values"), "{message}");
}

#[test]
fn a_string_that_doubles_is_too_large() {
    let mut locals = String::from("l0 = \"0123456789abcdef\"\nx = local.l40\n");
    for index in 0..40 {
        locals.push_str(&format!(
            "l{} = \"${{local.l{index}}}${{local.l{index}}}\"\n",
            index + 1
        ));
    }
    assert!(refused(&locals).contains("more than 4000000 values"));
}

#[test]
fn a_width_beyond_all_measure_is_refused() {
    assert!(refused("x = format(\"%999999999d\", 1)").contains("too large"));
    assert!(refused("x = format(\"%.99999999999999999999f\", 1)").contains("too large"));
}

#[test]
fn products_and_replacements_that_explode_stay_unknown() {
    assert!(
        is_unknown("x = one([setproduct(range(1000), range(1000))])")
            || matches!(
                output("x = setproduct(range(1000), range(1000))"),
                Node::Unknown(_)
            )
    );
    assert!(is_unknown(
        "x = replace(join(\"\", [for i in range(1000) : \"aaaaaaaa\"]), \"a\", join(\"\", [for i in range(1000) : \"bbbbbbbb\"]))"
    ));
    assert!(is_unknown(
        "x = join(join(\"\", [for i in range(1000) : \"aaaaaaaa\"]), range(1000))"
    ));
    assert!(is_unknown("x = indent(100000000, \"a\\nb\\nc\")"));
}

#[test]
fn regular_expressions_that_explode_are_refused() {
    assert!(
        refused("x = regex(\"((a{1000}){1000}){1000}\", \"a\")").contains("no regular expression")
    );
}

#[test]
fn a_template_inside_of_a_template_is_refused() {
    let graph = try_graph(
        &[
            (
                "main.tf",
                "output \"x\" {\n value = templatefile(\"t.tftpl\", {})\n}\n",
            ),
            ("t.tftpl", "${templatefile(\"t.tftpl\", {})}"),
        ],
        &[],
    );
    let graph = graph.expect("a graph");
    assert_eq!(graph.notes[0].code, "no-value");
}

#[test]
fn an_archive_that_grows_without_end_stays_unknown() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder
        .write_all(&vec![b'0'; 64 * 1024 * 1024])
        .expect("written");
    let bytes = encoder.finish().expect("compressed");
    let files = [("bomb", bytes)];
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(files[0].0), &files[0].1).expect("written");
    std::fs::write(
        folder.path().join("main.tf"),
        "output \"x\" {\n value = base64gunzip(filebase64(\"bomb\"))\n}\noutput \"y\" {\n value = base64gunzip(\"H4sIAAAAAAAA/0rUSdLRSdYFAAAA//8BAAD//1yyjfMHAAAA\")\n}\n",
    )
    .expect("written");
    let configuration = Configuration::read(folder.path(), &Limits::default()).expect("read");
    let graph = from_configuration(&configuration, &Options::default()).expect("a graph");
    assert!(matches!(&graph.outputs["x"], Node::Unknown(_)));
    assert_eq!(graph.outputs["y"], Node::text("a,b,,c-"));
}

#[test]
fn nothing_outside_of_the_workspace_is_read() {
    for call in [
        "file(\"/etc/passwd\")",
        "file(\"../../../../etc/passwd\")",
        "filesha256(\"/etc/hostname\")",
        "fileexists(\"/etc/passwd\")",
        "fileexists(\"../none/at/all\")",
        "fileset(\"/etc\", \"*\")",
        "templatefile(\"/etc/hostname\", {})",
    ] {
        let node = output(&format!("x = {call}"));
        assert!(
            matches!(node, Node::Unknown(_)) || matches!(&node, Node::OneOf(_)),
            "{call}: {node:?}"
        );
    }
}

/// Each encoding doubles the escapes of the one inside: forty of them would be a text of a terabyte.
#[test]
fn encodings_inside_one_another_are_carried_out_a_few_times_only() {
    let nested = |depth: usize| {
        let (open, close) = ("jsonencode(".repeat(depth), ")".repeat(depth));
        output(&format!("x = {open}{{ a = \"\\\"\" }}{close}"))
    };
    assert!(nested(3).is_plain());
    assert!(matches!(nested(40), Node::Unknown(_) | Node::Json(_)));
    assert!(!nested(40).is_plain());
}
