//! Short tags of YAML templates (`!Ref`) in their long form.

use crate::source::SourceText;
use crate::source::yaml::{Located, Value, YamlError};
use crate::value::{Node, Object, Text};

use super::SCHEMA;

/// The short tags and the functions they stand for.
const FUNCTIONS: [(&str, &str); 29] = [
    ("!And", "Fn::And"),
    ("!Base64", "Fn::Base64"),
    ("!Cidr", "Fn::Cidr"),
    ("!Condition", "Condition"),
    ("!Contains", "Fn::Contains"),
    ("!EachMemberEquals", "Fn::EachMemberEquals"),
    ("!EachMemberIn", "Fn::EachMemberIn"),
    ("!Equals", "Fn::Equals"),
    ("!FindInMap", "Fn::FindInMap"),
    ("!ForEach", "Fn::ForEach"),
    ("!GetAZs", "Fn::GetAZs"),
    ("!GetAtt", "Fn::GetAtt"),
    ("!GetStackOutput", "Fn::GetStackOutput"),
    ("!If", "Fn::If"),
    ("!ImportValue", "Fn::ImportValue"),
    ("!Join", "Fn::Join"),
    ("!Length", "Fn::Length"),
    ("!Not", "Fn::Not"),
    ("!Or", "Fn::Or"),
    ("!Ref", "Ref"),
    ("!RefAll", "Fn::RefAll"),
    ("!Select", "Fn::Select"),
    ("!Split", "Fn::Split"),
    ("!Sub", "Fn::Sub"),
    ("!ToJsonString", "Fn::ToJsonString"),
    ("!Transform", "Fn::Transform"),
    ("!ValueOf", "Fn::ValueOf"),
    ("!ValueOfAll", "Fn::ValueOfAll"),
    ("!Implies", "Fn::Implies"),
];

/// The node that `located` stands for, without short tags.
pub(super) fn long_form(located: &Located, source: &SourceText) -> Result<Node, YamlError> {
    let function = match located.tag.as_deref() {
        None => None,
        Some(tag) if tag.starts_with("!!") || tag == "!" => None,
        Some(tag) => Some(function(tag).ok_or_else(|| unknown_tag(tag, located, source))?),
    };
    let argument = match &located.value {
        Value::Scalar { text, .. } => match function {
            Some("Fn::GetAtt") => attribute(text),
            Some(_) => Node::Text(text.clone()),
            None => return located.to_node(SCHEMA, source),
        },
        Value::Sequence(items) => Node::List(
            items
                .iter()
                .map(|item| long_form(item, source))
                .collect::<Result<_, _>>()?,
        ),
        Value::Mapping(entries) => {
            let members = entries
                .iter()
                .map(|entry| Ok((entry.key.clone(), long_form(&entry.value, source)?)));
            Node::Object(members.collect::<Result<Object, YamlError>>()?)
        }
    };
    if function.is_none()
        && let Some(tag) = located
            .tag
            .as_deref()
            .filter(|tag| !matches!(*tag, "!" | "!!seq" | "!!map"))
    {
        return Err(unknown_tag(tag, located, source));
    }
    Ok(match function {
        Some(function) => Node::object([(function, argument)]),
        None => argument,
    })
}

/// `A.B.C` as the attribute `B.C` of `A`.
fn attribute(text: &Text) -> Node {
    match text.split_once('.') {
        Some((resource, attribute)) => {
            Node::List(vec![Node::text(resource), Node::text(attribute)])
        }
        None => Node::Text(text.clone()),
    }
}

fn function(tag: &str) -> Option<&'static str> {
    FUNCTIONS
        .iter()
        .find(|(short, _)| *short == tag)
        .map(|(_, long)| *long)
}

fn unknown_tag(tag: &str, located: &Located, source: &SourceText) -> YamlError {
    YamlError::new(source, located.span, format!("unknown tag `{tag}`")).with_help(
        "the tags are the short forms of CloudFormation's functions, such as `!Ref` and `!Sub`",
    )
}
