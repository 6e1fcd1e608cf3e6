//! A JSON Schema as Markdown tables: one for each object, one for each list of words.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// The tables of the format `name`: its own fields first, then every type it is made of.
pub fn schema_tables(name: &str, schema: &Value) -> String {
    let definitions = schema.get("$defs").and_then(Value::as_object);
    let tables = Tables { definitions };
    let mut text = format!("### `{name}`\n\n");
    tables.section(&mut text, schema);
    for (title, definition) in definitions.into_iter().flatten() {
        if only_word(definition).is_none() {
            let _ = write!(text, "#### `{title}` in `{name}`\n\n");
            tables.section(&mut text, definition);
        }
    }
    text
}

struct Tables<'a> {
    definitions: Option<&'a Map<String, Value>>,
}

impl Tables<'_> {
    fn section(&self, text: &mut String, schema: &Value) {
        if let Some(description) = description(schema) {
            let _ = write!(text, "{description}\n\n");
        }
        if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
            self.fields(text, schema, fields);
        } else if let Some(words) = words(schema) {
            text.push_str("| value | meaning |\n|---|---|\n");
            for (word, meaning) in words {
                let _ = writeln!(text, "| `{word}` | {} |", cell(&meaning));
            }
            text.push('\n');
        } else {
            let _ = write!(text, "It is {}.\n\n", self.kind(schema));
        }
    }

    fn fields(&self, text: &mut String, schema: &Value, fields: &Map<String, Value>) {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        text.push_str("| field | type | required | meaning |\n|---|---|---|---|\n");
        for (field, schema) in fields {
            let needed = if required.contains(&field.as_str()) {
                "yes"
            } else {
                "no"
            };
            let mut meaning = description(schema).unwrap_or_default();
            if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
                let _ = write!(meaning, " Matches `{pattern}`.");
            }
            if let Some(default) = schema.get("default").filter(|default| !default.is_null()) {
                let _ = write!(meaning, " Default: `{default}`.");
            }
            let kind = self.kind(schema);
            let _ = writeln!(
                text,
                "| `{field}` | {} | {needed} | {} |",
                cell(&kind),
                cell(meaning.trim())
            );
        }
        text.push('\n');
    }

    /// What a value is, in words.
    fn kind(&self, schema: &Value) -> String {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let name = reference.rsplit('/').next().unwrap_or(reference);
            let definition = self.definitions.and_then(|all| all.get(name));
            return match definition.and_then(only_word) {
                Some(word) => format!("`{word}`"),
                None => format!("`{name}`"),
            };
        }
        if let Some(word) = only_word(schema) {
            return format!("`{word}`");
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(kinds) = schema.get(key).and_then(Value::as_array) {
                let kinds: Vec<String> = kinds.iter().map(|kind| self.kind(kind)).collect();
                return kinds.join(" or ");
            }
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
            return values.join(" or ");
        }
        match schema.get("type") {
            Some(Value::String(kind)) => self.named(kind, schema),
            Some(Value::Array(kinds)) => {
                let kinds = kinds.iter().filter_map(Value::as_str);
                let kinds: Vec<String> = kinds.map(|kind| self.named(kind, schema)).collect();
                kinds.join(" or ")
            }
            _ => "anything".to_owned(),
        }
    }

    fn named(&self, kind: &str, schema: &Value) -> String {
        match kind {
            "string" => "text".to_owned(),
            "integer" => "whole number".to_owned(),
            "array" => match schema.get("items") {
                Some(items) => format!("list of {}", self.kind(items)),
                None => "list".to_owned(),
            },
            "object" => match schema.get("additionalProperties") {
                Some(values @ Value::Object(_)) => format!("map to {}", self.kind(values)),
                _ => "object".to_owned(),
            },
            other => other.to_owned(),
        }
    }
}

/// The words a schema allows, each with its meaning.
fn words(schema: &Value) -> Option<Vec<(String, String)>> {
    let choices = schema.get("oneOf").and_then(Value::as_array)?;
    choices
        .iter()
        .map(|choice| {
            let word = choice.get("const").and_then(Value::as_str)?;
            Some((word.to_owned(), description(choice).unwrap_or_default()))
        })
        .collect()
}

/// The only word a schema allows.
fn only_word(schema: &Value) -> Option<String> {
    if let Some(word) = schema.get("const").and_then(Value::as_str) {
        return Some(word.to_owned());
    }
    match words(schema)?.as_slice() {
        [(word, _)] => Some(word.clone()),
        _ => None,
    }
}

fn description(schema: &Value) -> Option<String> {
    let text = schema.get("description").and_then(Value::as_str)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Text within a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_say_their_type_and_whether_they_are_required() {
        let schema = json!({
            "description": "A thing.",
            "properties": {
                "schema": {"$ref": "#/$defs/Version", "description": "The format."},
                "names": {"type": "array", "items": {"type": "string"}, "default": []},
                "size": {"anyOf": [{"$ref": "#/$defs/Size"}, {"type": "null"}]},
            },
            "required": ["schema"],
            "$defs": {
                "Version": {"oneOf": [{"const": "thing/1"}]},
                "Size": {"oneOf": [
                    {"const": "small", "description": "Up to a|b."},
                    {"const": "large"},
                ]},
            },
        });
        insta::assert_snapshot!(schema_tables("thing", &schema), @r"
        ### `thing`

        A thing.

        | field | type | required | meaning |
        |---|---|---|---|
        | `schema` | `thing/1` | yes | The format. |
        | `names` | list of text | no | Default: `[]`. |
        | `size` | `Size` or null | no |  |

        #### `Size` in `thing`

        | value | meaning |
        |---|---|
        | `small` | Up to a\|b. |
        | `large` |  |
        ");
    }
}
