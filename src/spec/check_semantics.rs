//! What a structural check needs beyond its format: a value that fits its operator, a quantifier, a type for each family.

use crate::arm::Family;
use crate::value::Node;

use super::model::{Check, Operator, Quantifier, Tolerated};
use super::semantics::{Examiner, advise};

/// What an operator asks of `value`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Nothing,
    Anything,
    Scalar,
    List,
    Pattern,
    Number,
}

impl Wanted {
    fn by(operator: Operator) -> Self {
        match operator {
            Operator::Exists | Operator::Absent => Self::Nothing,
            Operator::Equals | Operator::AbsentOrEquals => Self::Anything,
            Operator::In | Operator::SetEquals => Self::List,
            Operator::Contains => Self::Scalar,
            Operator::Matches => Self::Pattern,
            Operator::Count => Self::Number,
        }
    }

    fn fits(self, value: &Node) -> bool {
        match self {
            Self::Nothing => false,
            Self::Anything => true,
            Self::Scalar => matches!(value, Node::Text(_) | Node::Number(_) | Node::Bool(_)),
            Self::List => value.as_list().is_some_and(|items| !items.is_empty()),
            Self::Pattern => value.as_text().is_some(),
            Self::Number => {
                matches!(value, Node::Number(number) if number.as_i64().is_some_and(|count| count >= 0))
            }
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Nothing => "no value",
            Self::Anything => "a value",
            Self::Scalar => "a single value",
            Self::List => "a list of at least one value",
            Self::Pattern => "a regular expression",
            Self::Number => "a number of resources",
        }
    }
}

/// Keeps what is wrong with the check at `place`.
pub(super) fn examine_check(examiner: &mut Examiner<'_>, check: &Check, place: &str) {
    value(examiner, check, place);
    quantifier(examiner, check, place);
    path(examiner, check, place);
    select(examiner, check, place);
}

fn value(examiner: &mut Examiner<'_>, check: &Check, place: &str) {
    let (operator, wanted) = (check.operator.as_str(), Wanted::by(check.operator));
    let key = format!("{place}/value");
    match &check.value {
        None if wanted == Wanted::Nothing => {}
        None => {
            let message = format!("the operator `{operator}` takes {}", wanted.words());
            let finding = examiner.at(&format!("{place}/operator"), "missing-value", message);
            examiner.push(finding.with_help("add `value`"));
        }
        Some(_) if wanted == Wanted::Nothing => {
            let message = format!("the operator `{operator}` takes no value");
            let finding = examiner.at_key(&key, "operator-value", message);
            examiner.push(finding.with_help("remove `value`, or choose another operator"));
        }
        Some(value) if !wanted.fits(value) => {
            let message = format!("the operator `{operator}` takes {}", wanted.words());
            let finding = examiner.at(&key, "operator-value", message);
            examiner.push(finding.with_label("does not fit the operator"));
        }
        Some(Node::Text(pattern)) if wanted == Wanted::Pattern => {
            if let Err(error) = regex::Regex::new(pattern) {
                let reason = error.to_string();
                let reason = reason
                    .lines()
                    .last()
                    .unwrap_or_default()
                    .trim_start_matches("error: ")
                    .to_owned();
                let finding = examiner.at(
                    &key,
                    "regular-expression",
                    format!("this is no regular expression: {reason}"),
                );
                examiner.push(finding);
            }
        }
        Some(_) => {}
    }
}

fn quantifier(examiner: &mut Examiner<'_>, check: &Check, place: &str) {
    match (check.operator, check.quantifier, check.times) {
        (Operator::Count, None, None)
        | (_, Some(Quantifier::Exactly), Some(_))
        | (_, Some(Quantifier::Every | Quantifier::Some | Quantifier::None), None) => {}
        (Operator::Count, quantifier, _) => {
            let key = if quantifier.is_some() {
                "quantifier"
            } else {
                "times"
            };
            let message = format!("the operator `count` takes no `{key}`");
            let finding = examiner.at_key(&format!("{place}/{key}"), "quantifier", message);
            examiner.push(finding.with_help("the number goes into `value`"));
        }
        (_, None, _) => {
            let finding = examiner.at_key(place, "quantifier", "`quantifier` is missing");
            let finding = finding.with_label("of how many resources must this hold?");
            examiner.push(
                finding.with_help("write `every`, `some`, `none`, or `exactly` with `times`"),
            );
        }
        (_, Some(Quantifier::Exactly), None) => {
            let finding = examiner.at(
                &format!("{place}/quantifier"),
                "quantifier",
                "`exactly` needs `times`",
            );
            examiner.push(finding.with_help("add `times: 1`, or the number you mean"));
        }
        (_, Some(_), Some(_)) => {
            let finding = examiner.at_key(
                &format!("{place}/times"),
                "quantifier",
                "`times` belongs to `exactly` alone",
            );
            examiner.push(finding.with_help("remove `times`, or write `quantifier: exactly`"));
        }
    }
}

fn path(examiner: &mut Examiner<'_>, check: &Check, place: &str) {
    let key = format!("{place}/path");
    let Some(path) = &check.path else {
        if check.operator != Operator::Count {
            let message = format!("the operator `{}` needs a `path`", check.operator.as_str());
            let finding = examiner.at(&format!("{place}/operator"), "missing-path", message);
            examiner.push(finding.with_help("add `path`; the empty path is the resource itself"));
        }
        return;
    };
    if check.operator == Operator::Count {
        let finding = examiner.at_key(
            &key,
            "operator-path",
            "the operator `count` takes no `path`",
        );
        examiner.push(finding.with_help("it counts the resources that `select` selects"));
    }
    family_text(examiner, path, &key);
    if let Some(condition) = &check.select.condition {
        family_text(
            examiner,
            &condition.path,
            &format!("{place}/select/where/path"),
        );
    }
}

/// A path for every family that a type is given for, and the other way round; operators that exist.
pub(super) fn examine_tolerated(examiner: &mut Examiner<'_>, entry: &Tolerated, place: &str) {
    for (one, other, key) in [
        (&entry.resource_type, &entry.path, "path"),
        (&entry.path, &entry.resource_type, "type"),
    ] {
        for family in [Family::Terraform, Family::Cloudformation] {
            if one.get(family).is_some() && other.get(family).is_none() {
                let message = format!("no {key} is given for the family `{}`", family.as_str());
                let finding = examiner.at_key(&format!("{place}/{key}"), "missing-family", message);
                examiner.push(finding.with_help(format!("add `{}`", family.as_str())));
            }
        }
    }
    for (family, key) in [
        (Family::Terraform, "terraform"),
        (Family::Cloudformation, "cloudformation"),
    ] {
        if let Some(path) = entry.path.get(family) {
            let by_family = if entry.path.is_same() {
                format!("{place}/path")
            } else {
                format!("{place}/path/{key}")
            };
            examiner.pointer(path, &by_family);
            if entry.path.is_same() {
                break;
            }
        }
    }
    let Some(known) = &examiner.workspace.operators else {
        return;
    };
    for (index, operator) in entry.operators.iter().enumerate() {
        if !known.contains(&operator.as_str()) {
            let at = format!("{place}/operators/{index}");
            let message = format!("unknown operator `{operator}`");
            let finding = examiner.at(&at, "unknown-operator", message);
            examiner.push(advise(finding, operator, known.iter().copied()));
        }
    }
}

fn family_text(examiner: &mut Examiner<'_>, path: &super::FamilyText, key: &str) {
    for family in examiner.families() {
        let Some(text) = path.get(family) else {
            let message = format!("no path is given for the family `{}`", family.as_str());
            let finding = examiner.at_key(key, "missing-family", message);
            examiner.push(finding.with_help(format!("add `{}`", family.as_str())));
            continue;
        };
        let by_family = format!("{key}/{}", family.as_str());
        let before = examiner.findings.len();
        examiner.pointer(text, &by_family);
        // A path given once for all families is reported once.
        if examiner.findings.len() > before && path.is_same() {
            return;
        }
    }
}

fn select(examiner: &mut Examiner<'_>, check: &Check, place: &str) {
    for family in examiner.families() {
        if check.select.resource_type(family).is_none() {
            let message = format!("no type is given for the family `{}`", family.as_str());
            let finding = examiner.at_key(&format!("{place}/select"), "missing-family", message);
            examiner.push(finding.with_help(format!(
                "an arm of the scenario speaks it: add `{}`",
                family.as_str()
            )));
        }
    }
}
