//! Cases from patterns: `<s>` stands for some expression of type string, `<n>` for a number, and so on.

use proptest::prelude::{Just, Rng, Strategy};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::constructs::CONSTRUCTS;
use crate::functions;

/// Expressions nested within each other.
const DEPTH: u32 = 2;

/// One expression or block to be planned and evaluated.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct Case {
    /// Name of its file, its output and whatever else it declares.
    pub name: String,
    /// What it tests.
    pub construct: String,
    /// The file.
    pub text: String,
    /// Files in a folder of its own.
    pub files: Vec<(String, String)>,
}

/// `count` cases for each construct and function whose name contains `only`.
pub fn cases(seed: u64, count: usize, only: &str) -> Vec<Case> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut cases = Vec::new();
    let constructs = CONSTRUCTS.iter().map(|(name, patterns)| {
        let patterns = patterns.iter().map(|pattern| (*pattern).to_owned());
        (*name, patterns.collect::<Vec<_>>())
    });
    let all = constructs.chain(functions::patterns());
    for (construct, patterns) in all.filter(|(name, _)| name.contains(only)) {
        for pattern in patterns.iter().cycle().take(count.max(patterns.len())) {
            let name = format!("c{:05}", cases.len());
            let strategy = (Just(pattern.clone()), Just(name))
                .prop_perturb(|(pattern, name), rng| case(construct, &pattern, name, rng));
            cases.push(strategy.new_tree(&mut runner).expect("a case").current());
        }
    }
    cases
}

fn case(construct: &'static str, pattern: &str, name: String, mut rng: TestRng) -> Case {
    let text = filled(pattern, &mut rng, DEPTH)
        .replace('@', &name)
        .replace('\u{1}', "@");
    let mut parts = text.split("=====");
    let first = parts.next().unwrap_or_default();
    let text = if first.starts_with('\n') {
        first.to_owned()
    } else {
        format!("output \"{name}\" {{\n  value = {first}\n}}\n")
    };
    let files = parts
        .filter_map(|part| part.split_once("=="))
        .map(|(file, text)| (file.trim().to_owned(), text.trim_start().to_owned()))
        .collect();
    Case {
        name,
        construct: construct.to_owned(),
        text,
        files,
    }
}

fn filled(pattern: &str, rng: &mut TestRng, depth: u32) -> String {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        match after.split_once('>') {
            Some((kind, after)) if is_kind(kind) => {
                text.push_str(&expression(kind, rng, depth));
                rest = after;
            }
            _ => {
                text.push('<');
                rest = after;
            }
        }
    }
    text + rest
}

fn is_kind(kind: &str) -> bool {
    choices(kind).is_some()
}

/// An expression of a kind: mostly a leaf, the more so the deeper it stands.
fn expression(kind: &str, rng: &mut TestRng, depth: u32) -> String {
    let (leaves, composed) = choices(kind).expect("a kind");
    let composed = if depth == 0 { &[][..] } else { composed };
    let is_leaf = composed.is_empty() || rng.next_u32() % 100 < 65;
    let from = if is_leaf { leaves } else { composed };
    let pattern = from[rng.next_u32() as usize % from.len()];
    filled(pattern, rng, depth.saturating_sub(1))
}

type Patterns = &'static [&'static str];

/// The leaves and the composed expressions of a kind.
#[expect(clippy::too_many_lines, reason = "a table by kind")]
fn choices(kind: &str) -> Option<(Patterns, Patterns)> {
    Some(match kind {
        // Strings, the last ones not known.
        "s" => (
            &[
                r#""""#,
                r#""a""#,
                r#""b""#,
                r#""abc""#,
                r#""Hello World""#,
                r#""héllo wörld""#,
                r#""日本語""#,
                r#""e\u0301te\u0301""#,
                r#""a,b,,c""#,
                r#""  pad ""#,
                r#""a\nb\r\n""#,
                r#""10""#,
                r#""007""#,
                r#""-5""#,
                r#""true""#,
                r#""1.50""#,
                r#""x-y_z.w""#,
                r#""<&> é""#,
                r#""q\"q""#,
                r#""ß ǅ İ""#,
                r#""\t\\ $${x} %%{y}""#,
                r#""👨‍👩‍👧!""#,
                "local.s",
                "local.o.name",
                "local.ls[1]",
                "local.us",
                "local.part",
                "terraform_data.u.id",
            ],
            &[
                r#""${<s>}-<w>""#,
                "upper(<s>)",
                "<b> ? <s> : <s>",
                "tostring(<n>)",
                r#"format("%s/%s", <s>, <s>)"#,
                "local.ms[\"k1\"]",
                r#"join("-", <ls>)"#,
                "trimspace(<s>)",
                r#"replace(<s>, "a", "z")"#,
                "try(<s>, \"t\")",
                "coalesce(<s>, \"c\")",
            ],
        ),
        // Strings that are known.
        "k" => (
            &[
                r#""""#,
                r#""a""#,
                r#""b""#,
                r#""abc""#,
                r#""Hello World""#,
                r#""héllo wörld""#,
                r#""日本語""#,
                r#""a,b,,c""#,
                r#""  pad ""#,
                r#""a\nb\r\n""#,
                r#""10""#,
                r#""x-y_z.w""#,
                r#""<&>""#,
                r#""q\"q""#,
                "local.s",
                "local.ls[2]",
                r#""👨‍👩‍👧!""#,
                r#""ſs ŉ ﬁ""#,
                r#""e\u0301""#,
            ],
            &[r#""${<k>}<w>""#, "tostring(<n0>)", "lower(<k>)"],
        ),
        // Bare words inside of strings.
        "w" => (&["x", "y z", "-", "/", ".", "1", "é"], &[]),
        "key" => (
            &[
                "a",
                "b",
                "c1",
                "key",
                "x_y",
                "\"q r\"",
                "\"k1\"",
                "(local.s)",
            ],
            &[],
        ),
        // Known numbers.
        "n0" => (
            &[
                "0",
                "1",
                "-1",
                "2",
                "3",
                "7",
                "10",
                "255",
                "1.5",
                "-2.25",
                "0.1",
                "0.2",
                "1e3",
                "1e-3",
                "9007199254740993",
                "123456789012345678901234567890",
                "3.14159",
                "1e20",
                "1.0",
                "100",
                "-7",
                "0.5",
                "2.5",
                "1e-10",
                "1e30",
                "99.995",
                "local.n",
                "\"12\"",
            ],
            &[
                "<n0> + <n0>",
                "<n0> * <n0>",
                "-(<n0>)",
                "<n0> / 3",
                "length(<ts>)",
            ],
        ),
        "n" => (
            &[
                "0",
                "1",
                "-1",
                "2",
                "3",
                "10",
                "1.5",
                "-2.25",
                "0.1",
                "1e3",
                "9007199254740993",
                "local.n",
                "local.o.size",
                "local.un",
            ],
            &[
                "<n> + <n>",
                "<n> * <n>",
                "<n> - <n>",
                "length(<ls>)",
                "<b> ? <n> : <n>",
                "abs(<n>)",
                "max(<n>, <n>)",
            ],
        ),
        // Small whole numbers.
        "i" => (&["0", "1", "2", "3", "4", "-1", "5", "-2"], &[]),
        "p" => (&["0", "1", "2", "3", "5", "8"], &[]),
        "b0" => (
            &["true", "false", "local.b", "\"true\""],
            &[
                "!<b0>",
                "<n0> < <n0>",
                "<k> == <k>",
                "<b0> && <b0>",
                "<b0> || <b0>",
            ],
        ),
        "b" => (
            &["true", "false", "local.b", "local.ub"],
            &[
                "!<b>",
                "<n> < <n>",
                "<s> == <s>",
                "<b> && <b>",
                "<b> || <b>",
                "<n> >= <n>",
                "<any> != null",
            ],
        ),
        // Tuples and lists of strings.
        "ts" => (
            &[
                r#"["a", "b", "a"]"#,
                "[]",
                "local.ts",
                r#"["x"]"#,
                r#"["é", "e", "z", "A", ""]"#,
            ],
            &["[<k>, <k>]", "concat(<ts>, <ts>)", "[<k>, <k>, <k>]"],
        ),
        "ls" => (
            &[
                r#"["a", "b", "a"]"#,
                "local.ls",
                "local.ts",
                r#"tolist(["b", "a"])"#,
                r#"["x", local.us]"#,
                "local.uls",
                r#"tolist(["p", local.us, "q"])"#,
            ],
            &[
                "[<s>, <s>]",
                "concat(<ls>, <ls>)",
                "tolist([<s>, <s>])",
                r#"split(",", <s>)"#,
                "[for v in <ls> : upper(v)]",
                "reverse(<ls>)",
                "<b> ? <ls> : <ls>",
            ],
        ),
        "ln0" => (
            &[
                "[1, 2, 3]",
                "[3, 1, 2, 1]",
                "tolist([0.5, 1])",
                "[10]",
                "range(3)",
            ],
            &["[<n0>, <n0>]", "[<n0>, <n0>, <n0>]"],
        ),
        "ln" => (
            &[
                "[1, 2, 3]",
                "[3, 1, 2]",
                "[1, local.un]",
                "local.uln",
                "tolist([1, local.un, 2])",
            ],
            &["[<n>, <n>]", "concat(<ln>, <ln>)"],
        ),
        "lb" => (
            &[
                "[true, false]",
                "[true]",
                "[]",
                "[true, local.ub]",
                "[false, local.ub]",
                "tolist([true, true])",
            ],
            &["[<b>, <b>]"],
        ),
        "ss" => (
            &[
                r#"toset(["b", "a", "b"])"#,
                "local.ss",
                "local.uss",
                r#"toset(["z", local.us])"#,
                "toset([])",
            ],
            &["toset(<ls>)", "setunion(<ss>, <ss>)", "toset([<s>, <s>])"],
        ),
        "ss0" => (
            &[
                r#"toset(["b", "a", "b"])"#,
                "local.ss",
                "toset([])",
                r#"toset(["é", "z", "A"])"#,
            ],
            &["toset(<ts>)", "setunion(<ss0>, <ss0>)"],
        ),
        "sn0" => (
            &["toset([3, 1, 2, 1])", "toset([10, 9, 1.5])"],
            &["toset(<ln0>)"],
        ),
        "ms" => (
            &[
                r#"{ a = "1", b = "2" }"#,
                "local.ms",
                "local.ums",
                r#"tomap({ x = "y", z = local.us })"#,
                r#"{ a = local.us, k1 = "v" }"#,
                "{}",
            ],
            &[
                "{ <key> = <s>, zz = <s> }",
                "merge(<ms>, <ms>)",
                "tomap({ m = <s>, l = <s> })",
                "{ for v in <ts> : v => upper(v)... }",
            ],
        ),
        "ms0" => (
            &[
                r#"{ a = "1", b = "2" }"#,
                "local.ms",
                r#"tomap({ x = "y", B = "c" })"#,
                "{}",
            ],
            &["{ <key> = <k>, zz = <k> }", "merge(<ms0>, <ms0>)"],
        ),
        "o" => (
            &[
                "local.o",
                "{ a = 1, b = \"x\", c = [true] }",
                "local.uo",
                "{ a = local.us, n = 2 }",
            ],
            &["{ s = <s>, n = <n>, l = <ls> }", "{ x = <any>, y = <any> }"],
        ),
        "c" => (
            &["local.ls", "local.ms", "local.ss", "local.ts", "local.o"],
            &["<ls>", "<ms>", "<ss>", "<ln>", "<o>"],
        ),
        "any0" => (
            &[
                "null", "1", "\"1\"", "true", "\"true\"", "\"a\"", "[]", "{}",
            ],
            &[
                "<k>",
                "<n0>",
                "<ts>",
                "<ms0>",
                "<ss0>",
                "<b0>",
                "[<any0>, <any0>]",
                "{ a = <any0> }",
            ],
        ),
        "any" => (
            &[
                "null",
                "1",
                "\"1\"",
                "true",
                "\"a\"",
                "local.any",
                "local.us",
            ],
            &[
                "<s>",
                "<n>",
                "<ls>",
                "<ms>",
                "<ss>",
                "<o>",
                "<b>",
                "[<any>, <any>]",
                "{ a = <any> }",
            ],
        ),
        _ => return None,
    })
}
