//! Mutants of policies that no input can tell from the true text, each with the argument for it (`policies/equivalent.yaml`).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::source::yaml::Located;
use crate::source::{Finding, Findings, SourceText, read_yaml};

/// The list of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equivalents {
    /// Format and version of the file.
    pub schema: EquivalentsFormat,
    /// The mutants, each with its argument.
    pub mutants: Vec<Equivalent>,
}

/// Format and version of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum EquivalentsFormat {
    /// The format described here.
    #[serde(rename = "proofmark.equivalent/1")]
    V1,
}

/// One mutant that changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// Id of the mutant, as `proofmark prove` shows it for a survivor.
    #[schemars(regex(pattern = "^[0-9a-f]{12}$"))]
    pub mutant: String,
    /// The policy file, from the root of the project.
    #[schemars(length(min = 1))]
    pub file: String,
    /// The rule or function, as `data.…`.
    #[schemars(length(min = 1))]
    pub rule: String,
    /// What the mutant changes, in short.
    #[schemars(length(min = 1))]
    pub change: String,
    /// Why no input can tell it from the true text, so that a reviewer can check it.
    #[schemars(length(min = 20))]
    pub argument: String,
}

/// Reads the list and what can be said of it alone; fails where its format is not met.
pub fn read_equivalents(source: &SourceText) -> Result<(Equivalents, Vec<Finding>), Findings> {
    let (list, tree): (Equivalents, Located) = read_yaml(source)?;
    let mut findings = Vec::new();
    let mut seen = BTreeMap::new();
    for (index, entry) in list.mutants.iter().enumerate() {
        if seen.insert(entry.mutant.as_str(), index).is_some() {
            let span = tree.locate_nearest(&format!("/mutants/{index}/mutant"));
            let message = format!("the mutant `{}` stands here twice", entry.mutant);
            let finding = Finding::at(source, span, "duplicate-id", message);
            findings.push(finding.with_label("second time"));
        }
    }
    Ok((list, findings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::rendered;

    fn shown(entry: &str) -> String {
        let text = format!("schema: proofmark.equivalent/1\nmutants:\n{entry}");
        let source = SourceText::new("policies/equivalent.yaml", text);
        match read_equivalents(&source) {
            Ok((_, findings)) => rendered(&findings),
            Err(findings) => rendered(&findings.into_vec()),
        }
    }

    const ENTRY: &str = "  - mutant: 0123456789ab
    file: policies/lib/arn.rego
    rule: data.lib.arn.covers
    change: without the test for a wildcard
    argument: a pattern without one matches itself alone
";

    #[test]
    fn a_complete_entry_is_accepted() {
        assert_eq!(shown(ENTRY), "");
    }

    #[test]
    fn an_entry_without_an_argument_and_one_that_stands_twice_are_refused() {
        let without = ENTRY.replace(
            "    argument: a pattern without one matches itself alone\n",
            "",
        );
        assert!(
            shown(&without).contains("`argument` is missing"),
            "{}",
            shown(&without)
        );
        let twice = shown(&[ENTRY, ENTRY].concat());
        assert!(
            twice.contains("the mutant `0123456789ab` stands here twice"),
            "{twice}"
        );
    }

    #[test]
    fn an_id_of_another_form_is_refused() {
        let shown = shown(&ENTRY.replace("0123456789ab", "first"));
        assert!(shown.contains("first"), "{shown}");
    }
}
