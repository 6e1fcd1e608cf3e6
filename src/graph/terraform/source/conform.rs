//! Values in the types and shapes that the provider's schema gives them, as a plan shows them.

use std::sync::Arc;

use crate::artifact::schema::{Body, Kind, Nesting};
use crate::value::{
    Node, Number, Object, OneOf, Pointer, Text, Unknown, append_index, append_token,
};

use super::expression::key_text;
use super::mark::spelled;
use super::unknown::derived;

/// Converts what stands for another type (`"true"` for a boolean), and gives nested blocks the shape they have in values.
///
/// The places of arguments that the provider marks sensitive are added to `sensitive`.
pub(super) fn conform(
    values: Object,
    body: Body,
    pointer: &mut Pointer,
    sensitive: &mut Vec<Pointer>,
) -> Object {
    let members = values.into_iter().map(|(key, value)| {
        let length = pointer.len();
        append_token(pointer, &key);
        let value = if let Some((nesting, inner)) = body.block(&key) {
            blocks(value, nesting, inner, pointer, sensitive)
        } else if let Some(argument) = body.argument(&key) {
            if argument.sensitive && !value.is_null() {
                sensitive.push(pointer.clone());
            }
            converted(value, argument.kind)
        } else {
            value
        };
        pointer.truncate(length);
        (key, value)
    });
    members.collect()
}

fn blocks(
    value: Node,
    nesting: Nesting,
    body: Body,
    pointer: &mut Pointer,
    sensitive: &mut Vec<Pointer>,
) -> Node {
    match (nesting, value) {
        (Nesting::Single, Node::List(mut items)) if items.len() == 1 => {
            let only = items.pop().unwrap_or_default();
            blocks(only, nesting, body, pointer, sensitive)
        }
        (Nesting::Single | Nesting::Map, Node::Object(members)) => {
            Node::Object(conform(members, body, pointer, sensitive))
        }
        (Nesting::List | Nesting::Set, Node::List(items)) => {
            let items = items.into_iter().enumerate().map(|(index, item)| {
                let length = pointer.len();
                append_index(pointer, index);
                let item = match item {
                    Node::Object(members) => {
                        Node::Object(conform(members, body, pointer, sensitive))
                    }
                    other => other,
                };
                pointer.truncate(length);
                item
            });
            Node::List(items.collect())
        }
        (Nesting::List | Nesting::Set, one @ Node::Object(_)) => {
            blocks(Node::List(vec![one]), nesting, body, pointer, sensitive)
        }
        (_, other) => other,
    }
}

/// The value as an argument of this kind holds it.
pub(super) fn converted(value: Node, kind: Kind) -> Node {
    match (kind, value) {
        (_, Node::OneOf(choice)) => Node::OneOf(Arc::new(OneOf {
            condition: choice.condition.clone(),
            values: choice
                .values
                .iter()
                .map(|branch| converted(branch.clone(), kind))
                .collect(),
        })),
        (_, Node::Unknown(unknown)) if unknown.kind.is_none() => {
            Node::Unknown(Arc::new(typed(&unknown, kind)))
        }
        (Kind::Text | Kind::Number | Kind::Bool, Node::Unknown(unknown)) => {
            Node::Unknown(retyped(unknown, kind))
        }
        (Kind::Number | Kind::Bool, open @ (Node::Ref(_) | Node::Join(_))) => of_kind(&open, kind),
        (Kind::Text, node @ (Node::Number(_) | Node::Bool(_))) => {
            key_text(&node).map_or(node, Node::Text)
        }
        (Kind::Number, Node::Text(text)) => {
            Number::parse(&text).map_or(Node::Text(text), Node::Number)
        }
        (Kind::Bool, Node::Text(text)) => match &*text {
            "true" | "1" => Node::Bool(true),
            "false" | "0" => Node::Bool(false),
            _ => Node::Text(text),
        },
        (Kind::List(_), Node::List(items)) => {
            let items = items
                .into_iter()
                .map(|item| converted(item, kind.inside("")));
            Node::List(items.collect())
        }
        (Kind::Map(_) | Kind::Object(_), Node::Object(members)) => {
            let members = members
                .into_iter()
                .map(|(key, value)| (key.clone(), converted(value, kind.inside(&key))));
            Node::Object(members.collect())
        }
        (_, other) => other,
    }
}

/// An unknown of another kind than its argument holds is another value than where it stands elsewhere: `"7"` in a tag is
/// `7` where a number belongs.
fn retyped(unknown: Arc<Unknown>, kind: Kind) -> Arc<Unknown> {
    let (Some(own), Some(held)) = (unknown.kind.as_deref(), kind.name()) else {
        return unknown;
    };
    if own == held || !matches!(own, "string" | "number" | "bool") {
        return unknown;
    }
    let domain = unknown.domain.iter().cloned();
    let mut domain: Vec<Node> = domain
        .map(|value| converted(value, kind))
        .filter(|value| match kind {
            Kind::Number => matches!(value, Node::Number(_) | Node::Null),
            Kind::Bool => matches!(value, Node::Bool(_) | Node::Null),
            _ => true,
        })
        .collect();
    if kind == Kind::Bool && domain.is_empty() {
        domain = vec![Node::Bool(true), Node::Bool(false)];
    }
    Arc::new(Unknown {
        id: Text::from(format!("{} as {held}", unknown.id)),
        kind: Some(Text::from(held)),
        domain,
        ..(*unknown).clone()
    })
}

/// What a reference or a text made of parts is where a number or a boolean belongs.
fn of_kind(open: &Node, kind: Kind) -> Node {
    let name = kind.name();
    let spelling = format!("{} as {}", spelled(open), name.unwrap_or_default());
    Node::Unknown(derived("conversion", spelling, &[open], name).into())
}

/// An unknown value of which the schema tells the type.
fn typed(unknown: &Unknown, kind: Kind) -> Unknown {
    let domain = if kind == Kind::Bool && unknown.domain.is_empty() {
        vec![Node::Bool(true), Node::Bool(false)]
    } else {
        unknown.domain.clone()
    };
    Unknown {
        kind: kind.name().map(Text::from),
        domain,
        ..unknown.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifact::schema;
    use crate::value::parse_json;

    fn conformed(kind: &str, values: &str) -> (Node, Vec<Pointer>) {
        let Node::Object(values) = parse_json(values).expect("JSON") else {
            panic!("an object");
        };
        let mut sensitive = Vec::new();
        let body = schema::resource(kind).expect("known");
        let values = conform(values, body, &mut String::new(), &mut sensitive);
        (Node::Object(values), sensitive)
    }

    #[test]
    fn text_becomes_what_the_argument_holds_and_free_text_stays_text() {
        let (values, _) = conformed(
            "aws_s3_bucket",
            r#"{"force_destroy": "true", "bucket": 5, "tags": {"a": "true", "b": 1},
                "versioning": [{"enabled": "false"}], "unheard_of": "true"}"#,
        );
        let expected = r#"{"force_destroy": true, "bucket": "5", "tags": {"a": "true", "b": "1"},
                "versioning": [{"enabled": false}], "unheard_of": "true"}"#;
        assert_eq!(values, parse_json(expected).expect("JSON"));
    }

    #[test]
    fn a_block_is_a_list_unless_there_is_always_one() {
        let (values, _) = conformed(
            "aws_s3_bucket",
            r#"{"versioning": {"enabled": true}, "timeouts": [{"create": "1m"}]}"#,
        );
        let expected = r#"{"versioning": [{"enabled": true}], "timeouts": {"create": "1m"}}"#;
        assert_eq!(values, parse_json(expected).expect("JSON"));
    }

    #[test]
    fn what_the_provider_marks_sensitive_is_named() {
        let (_, sensitive) = conformed("aws_db_instance", r#"{"password": "x", "username": "y"}"#);
        assert_eq!(sensitive, ["/password"]);
    }

    #[test]
    fn an_unknown_value_takes_the_type_of_its_argument_and_all_values_of_a_boolean() {
        let unknown = Node::Unknown(Arc::new(Unknown {
            id: "x".into(),
            ..Unknown::default()
        }));
        let Node::Unknown(typed) = converted(unknown, Kind::Bool) else {
            panic!("unknown");
        };
        assert_eq!(typed.kind.as_deref(), Some("bool"));
        assert_eq!(typed.domain, [Node::Bool(true), Node::Bool(false)]);
    }

    #[test]
    fn an_unknown_text_where_a_number_belongs_is_an_unknown_number_of_its_own() {
        let unknown = Node::Unknown(Arc::new(Unknown {
            id: "var.d".into(),
            kind: Some("string".into()),
            domain: vec![Node::text("7"), Node::text("x")],
            ..Unknown::default()
        }));
        let Node::Unknown(number) = converted(unknown, Kind::Number) else {
            panic!("unknown");
        };
        assert_eq!(
            (&*number.id, number.kind.as_deref()),
            ("var.d as number", Some("number"))
        );
        assert_eq!(number.domain, [Node::from(7)]);
    }

    #[test]
    fn a_reference_or_a_template_where_a_number_belongs_is_an_unknown_number() {
        let reference = Node::reference("random_integer.r", "result");
        let template = Node::Join(vec![Node::text("1"), reference.clone()]);
        for open in [reference, template] {
            let Node::Unknown(number) = converted(open, Kind::Number) else {
                panic!("unknown");
            };
            assert_eq!(number.kind.as_deref(), Some("number"));
            assert_eq!(&*number.mentions[0].address, "random_integer.r");
        }
    }
}
