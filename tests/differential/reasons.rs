//! The reasons for which two sides may differ without either being wrong.

use crate::compare::{Agreement, Finding, Leaf};
use crate::generate::Case;

/// The outcome of a case from its leaves.
pub fn finding(case: &Case, leaves: Vec<(Leaf, String)>) -> Finding {
    let mut worst = Finding {
        agreement: Agreement::Equal,
        detail: String::new(),
    };
    for (leaf, detail) in leaves {
        let agreement = match leaf {
            Leaf::Same => Agreement::Equal,
            leaf => reason(case, leaf, &detail).map_or(Agreement::Differs, Agreement::Explained),
        };
        if agreement > worst.agreement {
            worst = Finding {
                agreement,
                detail: format!("{leaf:?}: {detail}"),
            };
        }
    }
    worst
}

/// Why a leaf may differ; a value that is known on both sides and not equal is never explained.
fn reason(case: &Case, leaf: Leaf, detail: &str) -> Option<&'static str> {
    let text = case.text.as_str();
    match leaf {
        Leaf::Confirmed => Some(
            "known here: whatever the unknown is, as plans with known values in its place confirm",
        ),
        Leaf::More if text.contains("set") && detail.contains("null,null") => {
            Some("one element here: the same unknown twice in a set")
        }
        Leaf::Lenient => refused_there(text, detail),
        Leaf::Strict if text.contains("1e400") => Some(
            "not read here: a number beyond 64-bit floating point is a syntax error of the parser",
        ),
        Leaf::Strict if detail.ends_with("(unknown true)") => {
            Some("refused here already: applying the plan would fail")
        }
        Leaf::Less => unknown_here(text, detail),
        Leaf::Same | Leaf::More | Leaf::Other | Leaf::Strict => None,
    }
}

fn refused_there(text: &str, detail: &str) -> Option<&'static str> {
    let has = |part: &str| text.contains(part);
    if has("rsadecrypt") {
        Some("unknown here: no private key is used")
    } else if has("codebase64") {
        Some(CHARSET)
    } else if detail.contains("infinity") {
        Some(INFINITY)
    } else if has("&&") || has("||") {
        Some("accepted here: the operand that does not decide is not checked")
    } else if has("null") && (detail.contains("type") || detail.contains("single")) {
        Some("accepted here: a bare null has no type")
    } else if open_type(text) {
        Some("accepted here: the type of an unknown value is not followed everywhere")
    } else {
        None
    }
}

const CHARSET: &str = "unknown here: a character set that is not computed with";
const INFINITY: &str = "unknown here: an infinity, which no plan holds";

fn unknown_here(text: &str, detail: &str) -> Option<&'static str> {
    let has = |part: &str| text.contains(part);
    if detail.contains("\"attr\":\"input\"")
        || (detail.contains("\"attr\":\"output\"") && detail.contains("there null"))
    {
        Some("unknown here: an attribute of a resource stays a reference")
    } else if has("plantimestamp") {
        Some("unknown here: the clock is not read")
    } else if has("abspath") || has("pathexpand") {
        Some("unknown here: where the workspace lies does not matter")
    } else if has("base64gzip") {
        Some("unknown here: compressed bytes depend on the compressor")
    } else if has("codebase64") {
        Some(CHARSET)
    } else if has("yamlencode") {
        Some("unknown here: YAML that breaks a line or escapes a character")
    } else if has("yamldecode") {
        Some(
            "unknown here: YAML that versions 1.1 and 1.2 read differently, or with two members of one name",
        )
    } else if has("cidrsubnet") {
        Some("unknown here: a negative subnet number gives an address outside of the range")
    } else if has("format") && has("null") {
        Some("unknown here: a null in a format is an error or null, depending on its type")
    } else if has("terraform::") {
        Some("unknown here: text of HCL that is more than literals, or several objects in a list")
    } else if has("pow(") {
        Some("unknown here: a power with a fraction for its exponent")
    } else if has("/ 0") || detail.contains("infinity") {
        Some(INFINITY)
    } else if open_type(text) {
        Some("unknown here: Terraform knows it from the type of an unknown value")
    } else {
        None
    }
}

/// Whether the case draws on a value that is not known.
fn open_type(text: &str) -> bool {
    ["local.u", "local.any", "local.part", "terraform_data.u"]
        .iter()
        .any(|name| text.contains(name))
}
