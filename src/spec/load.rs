//! Loads specs: the format, and what only the surroundings can tell, all findings at once.

use crate::source::yaml::Located;
use crate::source::{Finding, Findings, SourceText, read_yaml};

use super::Spec;
use super::semantics::{Workspace, examine};

/// Loads a spec for use; warnings are dropped.
pub fn load_spec(source: &SourceText, workspace: &Workspace) -> Result<Spec, Findings> {
    let (spec, findings) = read_spec(source, workspace)?;
    Findings::refuse_errors(findings).map(|_| spec)
}

/// Reads a spec and everything that can be said about it; fails where its format is not met.
pub fn read_spec(
    source: &SourceText,
    workspace: &Workspace,
) -> Result<(Spec, Vec<Finding>), Findings> {
    let (spec, tree): (Spec, Located) = read_yaml(source)?;
    let findings = examine(&spec, source, &tree, workspace);
    Ok((spec, findings))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{PolicyRule, Tier};
    use super::*;
    use crate::arm::Family;
    use crate::source::rendered;

    const SPEC: &str = "\
schema: proofmark.spec/1
id: parameter-reader
title: Parameter reader
intent: A role that reads one parameter.
prompt: Create a parameter.
difficulty: easy
policy: scenarios.parameter_reader
arms: [hcl, awscdk]
checks:
  - id: PR101
    title: the parameter exists
    select: {terraform: aws_ssm_parameter, cloudformation: AWS::SSM::Parameter}
    path: {terraform: /name, cloudformation: /Name}
    operator: equals
    value: /billing/api-endpoint
    quantifier: some
catches:
  - id: wildcard-resource
    title: the policy names every resource
    class: graph-dependency
    rules: [PR002]
    tier: 1
    evidence: the toolchain accepts it
do_nothing: {rules: [PR101]}
";

    fn workspace() -> Workspace {
        let rule = |id: &str, catches: &[&str]| PolicyRule {
            id: id.to_owned(),
            tier: Some(Tier::Policy),
            catches: catches.iter().map(|catch| (*catch).to_owned()).collect(),
        };
        let negative = |arm: &str| (arm.to_owned(), "wildcard-resource".to_owned());
        Workspace {
            arms: Some(BTreeMap::from([
                ("hcl".to_owned(), Family::Terraform),
                ("awscdk".to_owned(), Family::Cloudformation),
            ])),
            rules: Some(vec![rule("PR002", &["wildcard-resource"])]),
            negatives: Some([negative("hcl"), negative("awscdk")].into()),
            operators: Some(vec!["number-raised", "text-changed"]),
        }
    }

    /// The findings about the sample after `from` was replaced by `to`.
    fn findings(from: &str, to: &str) -> Vec<Finding> {
        assert!(SPEC.contains(from), "{from}");
        let source = SourceText::new("specs/parameter-reader.yaml", SPEC.replacen(from, to, 1));
        match read_spec(&source, &workspace()) {
            Ok((_, findings)) => findings,
            Err(findings) => findings.into_vec(),
        }
    }

    fn shown(from: &str, to: &str) -> String {
        rendered(&findings(from, to))
    }

    #[test]
    fn the_sample_is_accepted() {
        assert_eq!(shown("easy", "easy"), "");
    }

    #[test]
    fn an_unknown_key_is_named_with_its_likely_meaning() {
        insta::assert_snapshot!(shown("title: Parameter", "titel: Parameter"), @r#"
        unknown-key

          × unknown key `titel`
           ╭─[specs/parameter-reader.yaml:3:1]
         2 │ id: parameter-reader
         3 │ titel: Parameter reader
           · ──┬──
           ·   ╰── no such key
         4 │ intent: A role that reads one parameter.
           ╰────
          help: did you mean `title`?
        "#);
    }

    #[test]
    fn an_operator_that_does_not_exist_is_refused_where_an_entry_names_it() {
        let tolerates = "do_nothing: {rules: [PR101]}\ntolerates:\n  - type: aws_ssm_parameter\n    path: /description\n    operators: [text-changed, text-chagned]\n    reason: Nothing was asked about it.\n";
        let shown = shown("do_nothing: {rules: [PR101]}\n", tolerates);
        assert_eq!(shown.matches("unknown operator").count(), 1, "{shown}");
        assert!(shown.contains("unknown operator `text-chagned`"), "{shown}");
        assert!(shown.contains("did you mean `text-changed`?"), "{shown}");
    }

    #[test]
    fn a_value_of_another_type_is_shown_where_it_stands() {
        insta::assert_snapshot!(shown("title: Parameter reader", "title: [Parameter, reader]"), @r#"
        wrong-type

          × `title` must be a text, not a list
           ╭─[specs/parameter-reader.yaml:3:8]
         2 │ id: parameter-reader
         3 │ title: [Parameter, reader]
           ·        ─────────┬─────────
           ·                 ╰── this is a list
         4 │ intent: A role that reads one parameter.
           ╰────
        "#);
    }

    #[test]
    fn a_second_check_of_one_id_is_refused() {
        insta::assert_snapshot!(shown("catches:\n", "  - id: PR101\n    title: again\n    select: {terraform: a, cloudformation: b}\n    operator: count\n    value: 1\ncatches:\n"), @r#"
        duplicate-id

          × the check `PR101` stands here twice
            ╭─[specs/parameter-reader.yaml:17:9]
         16 │     quantifier: some
         17 │   - id: PR101
            ·         ──┬──
            ·           ╰── second time
         18 │     title: again
            ╰────
        "#);
    }

    #[test]
    fn a_misspelt_operator_is_corrected() {
        insta::assert_snapshot!(shown("operator: equals", "operator: equal"), @r#"
        unknown-value

          × `operator` cannot be `equal`
            ╭─[specs/parameter-reader.yaml:14:15]
         13 │     path: {terraform: /name, cloudformation: /Name}
         14 │     operator: equal
            ·               ──┬──
            ·                 ╰── no such value
         15 │     value: /billing/api-endpoint
            ╰────
          help: did you mean `equals`?
        "#);
    }

    #[test]
    fn a_missing_quantifier_is_asked_for() {
        insta::assert_snapshot!(shown("    quantifier: some\n", ""), @r#"
        quantifier

          × `quantifier` is missing
            ╭─[specs/parameter-reader.yaml:10:5]
          9 │ checks:
         10 │   - id: PR101
            ·     ────┬────
            ·         ╰── of how many resources must this hold?
         11 │     title: the parameter exists
            ╰────
          help: write `every`, `some`, `none`, or `exactly` with `times`
        "#);
    }

    #[test]
    fn an_unknown_rule_is_corrected() {
        insta::assert_snapshot!(shown("rules: [PR002]", "rules: [PR003]"), @r#"
        unused-rule

          ⚠ no catch names the rule `PR002`
            ╭─[specs/parameter-reader.yaml:17:1]
         16 │     quantifier: some
         17 │ catches:
            · ───┬───
            ·    ╰── here
         18 │   - id: wildcard-resource
            ╰────
          help: plant a mistake that only this rule rejects
        catch-rules

          × the rule `PR002` says that it exists for `wildcard-resource`
            ╭─[specs/parameter-reader.yaml:21:12]
         20 │     class: graph-dependency
         21 │     rules: [PR003]
            ·            ───┬───
            ·               ╰── does not name it
         22 │     tier: 1
            ╰────
        unknown-rule

          × unknown rule `PR003`
            ╭─[specs/parameter-reader.yaml:21:13]
         20 │     class: graph-dependency
         21 │     rules: [PR003]
            ·             ──┬──
            ·               ╰── neither in the policy nor among the checks
         22 │     tier: 1
            ╰────
          help: did you mean `PR002`?
        "#);
    }

    #[test]
    fn an_unknown_arm_is_refused() {
        insta::assert_snapshot!(shown("[hcl, awscdk]", "[hcl, awscdk, cdktn]"), @r#"
        unknown-arm

          × unknown arm `cdktn`
           ╭─[specs/parameter-reader.yaml:8:21]
         7 │ policy: scenarios.parameter_reader
         8 │ arms: [hcl, awscdk, cdktn]
           ·                     ──┬──
           ·                       ╰── no such arm
         9 │ checks:
           ╰────
          help: known here: `awscdk`, `hcl`
        missing-fixture

          × the catch `wildcard-resource` has no fixture folder on the arm `cdktn`
            ╭─[specs/parameter-reader.yaml:18:9]
         17 │ catches:
         18 │   - id: wildcard-resource
            ·         ────────┬────────
            ·                 ╰── here
         19 │     title: the policy names every resource
            ╰────
          help: plant the mistake in `negative-fixtures/parameter-reader/cdktn/wildcard-resource`
        "#);
    }

    #[test]
    fn exactly_needs_a_number() {
        insta::assert_snapshot!(shown("quantifier: some", "quantifier: exactly"), @r#"
        quantifier

          × `exactly` needs `times`
            ╭─[specs/parameter-reader.yaml:16:17]
         15 │     value: /billing/api-endpoint
         16 │     quantifier: exactly
            ·                 ───┬───
            ·                    ╰── here
         17 │ catches:
            ╰────
          help: add `times: 1`, or the number you mean
        "#);
    }

    #[test]
    fn a_list_is_needed_where_the_operator_says_one_of() {
        insta::assert_snapshot!(shown("operator: equals", "operator: in"), @r#"
        operator-value

          × the operator `in` takes a list of at least one value
            ╭─[specs/parameter-reader.yaml:15:12]
         14 │     operator: in
         15 │     value: /billing/api-endpoint
            ·            ──────────┬──────────
            ·                      ╰── does not fit the operator
         16 │     quantifier: some
            ╰────
        "#);
    }

    #[test]
    fn an_invalid_regular_expression_is_refused() {
        insta::assert_snapshot!(shown("operator: equals\n    value: /billing/api-endpoint", "operator: matches\n    value: '/billing/(api'"), @r#"
        regular-expression

          × this is no regular expression: unclosed group
            ╭─[specs/parameter-reader.yaml:15:12]
         14 │     operator: matches
         15 │     value: '/billing/(api'
            ·            ───────┬───────
            ·                   ╰── here
         16 │     quantifier: some
            ╰────
        "#);
    }

    #[test]
    fn a_tier_that_does_not_exist_is_refused() {
        insta::assert_snapshot!(shown("tier: 1", "tier: 2"), @r#"
        unknown-value

          × `tier` cannot be the number `2`
            ╭─[specs/parameter-reader.yaml:22:11]
         21 │     rules: [PR002]
         22 │     tier: 2
            ·           ┬
            ·           ╰── no such value
         23 │     evidence: the toolchain accepts it
            ╰────
          help: known here: `0`, `0.5`, `1`
        "#);
    }

    #[test]
    fn a_tier_for_each_arm_must_name_every_arm() {
        insta::assert_snapshot!(shown("tier: 1", "tier: {hcl: 1}"), @r#"
        missing-tier

          × no tier is predicted for the arm `awscdk`
            ╭─[specs/parameter-reader.yaml:22:5]
         21 │     rules: [PR002]
         22 │     tier: {hcl: 1}
            ·     ──┬─
            ·       ╰── here
         23 │     evidence: the toolchain accepts it
            ╰────
          help: add the arm, or say under `not_on` why the mistake cannot be made there
        "#);
    }

    #[test]
    fn a_catch_without_a_fixture_folder_is_refused() {
        insta::assert_snapshot!(shown("- id: wildcard-resource", "- id: wildcard-action"), @r#"
        unknown-catch

          × the rule `PR002` says that it exists for `wildcard-resource`, which is no catch
            ╭─[specs/parameter-reader.yaml:17:1]
         16 │     quantifier: some
         17 │ catches:
            · ───┬───
            ·    ╰── here
         18 │   - id: wildcard-action
            ╰────
          help: known here: `wildcard-action`
        missing-fixture

          × the catch `wildcard-action` has no fixture folder on the arm `hcl`
            ╭─[specs/parameter-reader.yaml:18:9]
         17 │ catches:
         18 │   - id: wildcard-action
            ·         ───────┬───────
            ·                ╰── here
         19 │     title: the policy names every resource
            ╰────
          help: plant the mistake in `negative-fixtures/parameter-reader/hcl/wildcard-action`
        missing-fixture

          × the catch `wildcard-action` has no fixture folder on the arm `awscdk`
            ╭─[specs/parameter-reader.yaml:18:9]
         17 │ catches:
         18 │   - id: wildcard-action
            ·         ───────┬───────
            ·                ╰── here
         19 │     title: the policy names every resource
            ╰────
          help: plant the mistake in `negative-fixtures/parameter-reader/awscdk/wildcard-action`
        "#);
    }

    #[test]
    fn a_path_must_be_a_text_or_a_text_for_each_family() {
        insta::assert_snapshot!(shown("path: {terraform: /name, cloudformation: /Name}", "path: [name]"), @r#"
        wrong-type

          × `path` must be a text or a mapping, not a list
            ╭─[specs/parameter-reader.yaml:13:11]
         12 │     select: {terraform: aws_ssm_parameter, cloudformation: AWS::SSM::Parameter}
         13 │     path: [name]
            ·           ───┬──
            ·              ╰── this is a list
         14 │     operator: equals
            ╰────
        "#);
    }

    #[test]
    fn a_family_misspelt_in_a_path_is_corrected() {
        insta::assert_snapshot!(shown("path: {terraform: /name, cloudformation: /Name}", "path: {terraform: /name, cloudfromation: /Name}"), @r#"
        unknown-key

          × unknown key `cloudfromation`
            ╭─[specs/parameter-reader.yaml:13:30]
         12 │     select: {terraform: aws_ssm_parameter, cloudformation: AWS::SSM::Parameter}
         13 │     path: {terraform: /name, cloudfromation: /Name}
            ·                              ───────┬──────
            ·                                     ╰── no such key
         14 │     operator: equals
            ╰────
          help: did you mean `cloudformation`?
        "#);
    }

    #[test]
    fn a_missing_key_points_at_the_item_that_lacks_it() {
        insta::assert_snapshot!(shown("    title: the policy names every resource\n", ""), @r#"
        missing-key

          × `title` is missing
            ╭─[specs/parameter-reader.yaml:18:5]
         17 │ catches:
         18 │   - id: wildcard-resource
            ·     ──────────┬──────────
            ·               ╰── `title` belongs here
         19 │     class: graph-dependency
            ╰────
        "#);
    }

    #[test]
    fn an_id_of_another_form_is_refused_with_the_form() {
        insta::assert_snapshot!(shown("id: parameter-reader", "id: Parameter_Reader"), @r#"
        malformed

          × `id` cannot be `Parameter_Reader`
           ╭─[specs/parameter-reader.yaml:2:5]
         1 │ schema: proofmark.spec/1
         2 │ id: Parameter_Reader
           ·     ────────┬───────
           ·             ╰── must match `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`
         3 │ title: Parameter reader
           ╰────
          help: permanent id, the same as the file's name
        "#);
    }

    #[test]
    fn all_findings_of_a_file_are_reported_in_its_order() {
        let source = SourceText::new(
            "specs/a.yaml",
            SPEC.replace("easy", "simple").replace("some", "any"),
        );
        let findings = load_spec(&source, &workspace()).expect_err("refused");
        let underlined: Vec<_> = findings
            .as_slice()
            .iter()
            .filter_map(Finding::underlined)
            .collect();
        assert_eq!(underlined, ["simple", "any"]);
    }

    #[test]
    fn what_is_not_known_of_the_surroundings_is_not_held_against_a_spec() {
        let source = SourceText::new("a.yaml", SPEC.replace("id: parameter-reader", "id: a"));
        let (_, findings) = read_spec(&source, &Workspace::default()).expect("read");
        assert_eq!(rendered(&findings), "");
    }
}
