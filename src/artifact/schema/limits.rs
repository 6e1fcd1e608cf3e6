//! What the toolchain itself refuses of the arguments that the project knows: what must be set, and which values it takes.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::value::{Node, parse_json};

/// One row a limit: type, path and limit (`scripts/argument-limits.py` writes them and says how).
const ROWS: &str = include_str!("limits.tsv");

/// What is refused at one place; what no table knows is not limited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// It must be set where what surrounds it is.
    pub required: bool,
    /// The values it takes, when they are listed.
    pub allowed: Vec<Node>,
    /// The least number.
    pub least: Option<i64>,
    /// The greatest number.
    pub greatest: Option<i64>,
}

type ByPath = HashMap<&'static str, Limits>;

static BY_TYPE: LazyLock<HashMap<&'static str, ByPath>> = LazyLock::new(|| {
    let mut found: HashMap<_, ByPath> = HashMap::new();
    for row in ROWS.lines() {
        let mut columns = row.split('\t');
        if let (Some(kind), Some(path), Some(limit)) =
            (columns.next(), columns.next(), columns.next())
        {
            let of_type = found.entry(kind).or_default();
            of_type.entry(path).or_default().read(limit);
        }
    }
    found
});

/// The limits of the argument or property at `path` (a pointer in which `*` stands for every item) of a type.
pub fn limits(kind: &str, path: &str) -> Option<&'static Limits> {
    BY_TYPE.get(kind)?.get(path)
}

impl Limits {
    fn read(&mut self, limit: &str) {
        if limit == "required" {
            self.required = true;
        } else if let Some(values) = limit.strip_prefix("one of ") {
            if let Ok(Node::List(values)) = parse_json(values) {
                self.allowed = values;
            }
        } else if let Some((least, greatest)) = limit
            .strip_prefix("from ")
            .and_then(|range| range.split_once(" to "))
        {
            self.least = least.parse().ok();
            self.greatest = greatest.parse().ok();
        }
    }

    /// Whether a number is in range and, where values are listed, among them.
    pub fn takes(&self, number: i64) -> bool {
        self.least.is_none_or(|least| number >= least)
            && self.greatest.is_none_or(|greatest| number <= greatest)
            && (self.allowed.is_empty() || self.allowed.contains(&Node::from(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_says_something() {
        let mut types = 0;
        let mut last = "";
        for row in ROWS.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let [kind, path, limit] = columns.as_slice() else {
                panic!("{row}")
            };
            let mut read = Limits::default();
            read.read(limit);
            assert_ne!(read, Limits::default(), "{row}");
            assert!(path.starts_with('/'), "{row}");
            types += usize::from(*kind != last);
            last = kind;
        }
        assert!(types > 60, "only {types} types");
    }

    #[test]
    fn what_is_required_listed_or_bounded_is_known_of_both_families() {
        let of = |kind, path| limits(kind, path).cloned().unwrap_or_default();
        assert!(of("aws_ssm_parameter", "/type").required);
        assert!(of("AWS::SSM::Parameter", "/Type").required);
        assert!(!of("aws_ssm_parameter", "/value").required);
        for (kind, path) in [
            ("aws_cloudwatch_log_group", "/retention_in_days"),
            ("AWS::Logs::LogGroup", "/RetentionInDays"),
        ] {
            assert!(
                of(kind, path).takes(7) && !of(kind, path).takes(10),
                "{kind}"
            );
        }
        let versioning = of(
            "aws_s3_bucket_versioning",
            "/versioning_configuration/*/status",
        );
        assert!(versioning.allowed.contains(&"Suspended".into()));
        let retention = of("AWS::SQS::Queue", "/MessageRetentionPeriod");
        assert_eq!(
            (retention.least, retention.greatest),
            (Some(60), Some(1_209_600))
        );
    }
}
