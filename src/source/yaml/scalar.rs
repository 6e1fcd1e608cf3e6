//! Turns located YAML into plain nodes, by the two ways the formats read here resolve unquoted scalars.

use super::{Located, SourceText, Value, YamlError};
use crate::value::{Node, Number, Text};

/// How unquoted scalars are resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// The core schema of YAML 1.2.
    Core,
    /// YAML 1.1 as CloudFormation reads it: JSON's own scalars, `True`/`TRUE`, `~` and nothing else.
    ///
    /// Dates, account ids with leading zeros, octal, hexadecimal, sexagesimal and underscored numbers stay the text
    /// they were written as. So do `yes`, `no`, `on` and `off`, which CloudFormation's own documentation uses as
    /// parameter values. A number not in its canonical spelling (`1.10`, `8.0`) stays text as well: where the
    /// property is a number it is coerced by type, and where it is a version no digit is lost.
    Cloudformation,
}

impl Schema {
    /// What an unquoted scalar means.
    pub fn resolve(self, text: &Text) -> Node {
        match &**text {
            "" | "~" | "null" | "Null" | "NULL" => return Node::Null,
            "true" | "True" | "TRUE" => return Node::Bool(true),
            "false" | "False" | "FALSE" => return Node::Bool(false),
            _ => {}
        }
        let number = match self {
            Self::Core => core_number(text),
            Self::Cloudformation => Number::parse(text).filter(|number| number.to_text() == **text),
        };
        number.map_or_else(|| Node::Text(text.clone()), Node::Number)
    }
}

impl Located {
    /// The plain node this stands for; a tag that is not one of YAML's own is an error.
    ///
    /// `source` is the text this tree was parsed from.
    pub fn to_node(&self, schema: Schema, source: &SourceText) -> Result<Node, YamlError> {
        let error = |message: String| YamlError::new(source, self.span, message);
        match &self.value {
            Value::Scalar { text, plain } => {
                let bad = |kind: &str| error(format!("`{text}` is no {kind}"));
                match self.tag.as_deref() {
                    None if *plain => Ok(schema.resolve(text)),
                    None | Some("!" | "!!str") => Ok(Node::Text(text.clone())),
                    Some("!!null") => Ok(Node::Null),
                    Some("!!bool") => match schema.resolve(text) {
                        boolean @ Node::Bool(_) => Ok(boolean),
                        _ => Err(bad("boolean")),
                    },
                    Some("!!int" | "!!float") => core_number(text)
                        .map(Node::Number)
                        .ok_or_else(|| bad("number")),
                    Some(tag) => Err(error(format!("unknown tag `{tag}`"))),
                }
            }
            Value::Sequence(items) => match self.tag.as_deref() {
                None | Some("!" | "!!seq") => items
                    .iter()
                    .map(|item| item.to_node(schema, source))
                    .collect::<Result<_, _>>()
                    .map(Node::List),
                Some(tag) => Err(error(format!("unknown tag `{tag}`"))),
            },
            Value::Mapping(entries) => match self.tag.as_deref() {
                None | Some("!" | "!!map") => entries
                    .iter()
                    .map(|entry| Ok((entry.key.clone(), entry.value.to_node(schema, source)?)))
                    .collect::<Result<_, _>>()
                    .map(Node::Object),
                Some(tag) => Err(error(format!("unknown tag `{tag}`"))),
            },
        }
    }
}

/// A number of the core schema: decimal with any leading zeros, `0o` octal, `0x` hexadecimal, or a float.
fn core_number(text: &str) -> Option<Number> {
    let radix = |digits: &str, radix| i64::from_str_radix(digits, radix).ok().map(Number::from);
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    match unsigned.strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|first: char| first.is_ascii_digit()) => {
            Number::parse(&format!("{sign}0.{fraction}"))
        }
        Some(_) => None,
        None => Number::parse(&format!("{sign}{unsigned}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::value::parse_json;

    fn node(schema: Schema, text: &str) -> Node {
        let source = SourceText::new("a.yaml", text);
        parse(&source)
            .and_then(|root| root.to_node(schema, &source))
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    #[test]
    fn core_scalars_are_resolved_as_yaml_1_2_says() {
        let text = "[1, -2, +3, 007, 0o17, 0xFF, 1.50, .5, 5., 1e3, true, no, ~, null, , 2012-10-17, 1_000, 0b1, -, .]";
        let text = text.replace(", ,", ", '',");
        let expected = r#"[1, -2, 3, 7, 15, 255, 1.5, 0.5, 5, 1000, true, "no", null, null, "", "2012-10-17", "1_000", "0b1", "-", "."]"#;
        assert_eq!(
            node(Schema::Core, &text.replace("-, .]", "'-', .]")),
            parse_json(expected).expect("json")
        );
    }

    #[test]
    fn cloudformation_keeps_dates_account_ids_and_odd_numbers_as_text() {
        for text in [
            "2012-10-17",
            "012345678901",
            "0755",
            "12:30:45",
            "0x1F",
            "1_000",
            "0o17",
            "1.10",
            "1e3",
            "yes",
            "no",
            "On",
            "off",
            "y",
            "N",
            "=",
            ".5",
            "+5",
            "2001-12-14t21:59:43.10-05:00",
            ".inf",
            "-0",
        ] {
            assert_eq!(
                node(Schema::Cloudformation, &format!("v: {text}")).get("v"),
                Some(&Node::text(text)),
                "{text}"
            );
        }
    }

    #[test]
    fn cloudformation_numbers_booleans_and_nulls_are_exact() {
        let read = node(
            Schema::Cloudformation,
            "[123456789012, 9007199254740993, 0.1, -5, True, FALSE, ~, '1', \"true\", 0]",
        );
        let expected =
            r#"[123456789012, 9007199254740993, 0.1, -5, true, false, null, "1", "true", 0]"#;
        assert_eq!(read, parse_json(expected).expect("json"));
    }

    #[test]
    fn a_thirty_digit_number_keeps_every_digit() {
        let digits = "123456789012345678901234567890";
        for schema in [Schema::Core, Schema::Cloudformation] {
            assert_eq!(
                node(schema, digits),
                Node::Number(Number::parse(digits).expect("number"))
            );
        }
    }

    #[test]
    fn tags_of_yaml_itself_decide_the_kind() {
        let read = node(
            Schema::Core,
            "[!!str 7, !!int '7', !!bool 'true', !!null x, ! 7]",
        );
        assert_eq!(
            read,
            parse_json(r#"["7", 7, true, null, "7"]"#).expect("json")
        );
    }

    #[test]
    fn an_unknown_tag_is_refused_where_it_stands() {
        let source = SourceText::new("a.yaml", "a: 1\nb: !Foo bar\n");
        let error = parse(&source)
            .and_then(|root| root.to_node(Schema::Core, &source))
            .expect_err("refused");
        let span = error.span();
        assert_eq!(error.to_string(), "unknown tag `!Foo`");
        assert_eq!(
            &source.text()[span.offset..span.offset + span.len],
            "!Foo bar"
        );
    }
}
