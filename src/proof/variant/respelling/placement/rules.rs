//! The rules of a security group: inside the group, by source kind, and one resource a source.

use super::Object;
use super::rows::Translation;
use crate::value::{Node, Text};

/// Members of an inline rule that say nothing where they are empty.
fn is_empty(value: &Node) -> bool {
    match value {
        Node::Null | Node::Bool(false) => true,
        Node::List(items) => items.is_empty(),
        Node::Text(text) => text.is_empty(),
        _ => false,
    }
}

/// `ingress { … }` and `aws_security_group_rule`.
pub(super) const GROUP_RULE: Translation = Translation {
    split: |setting| {
        let mut rules = Vec::new();
        for rule in setting.as_list()? {
            let members = rule.as_object()?;
            let mut common = Object::new();
            let mut networks = Object::new();
            let mut groups: &[Node] = &[];
            let mut own = false;
            for (key, value) in members {
                match &**key {
                    "from_port" | "to_port" | "protocol" => {
                        drop(common.insert(key.clone(), value.clone()));
                    }
                    _ if is_empty(value) => {}
                    "description" => drop(common.insert(key.clone(), value.clone())),
                    "cidr_blocks" | "ipv6_cidr_blocks" | "prefix_list_ids" => {
                        networks.insert(key.clone(), value.clone());
                    }
                    "security_groups" => groups = value.as_list()?,
                    "self" => own = value.as_bool()?,
                    _ => return None,
                }
            }
            let with = |more: Object| {
                let mut rule = common.clone();
                rule.extend(more);
                rule
            };
            if !networks.is_empty() {
                rules.push(with(networks));
            }
            for group in groups {
                rules.push(with(
                    [(Text::from("source_security_group_id"), group.clone())].into(),
                ));
            }
            if own {
                rules.push(with([(Text::from("self"), Node::Bool(true))].into()));
            }
        }
        Some(rules)
    },
    inline: |values| {
        let mut rule = empty_rule();
        for (key, value) in values {
            match &**key {
                "source_security_group_id" if !is_empty(value) => {
                    rule.insert("security_groups".into(), Node::List(vec![value.clone()]));
                }
                "from_port" | "to_port" | "protocol" | "description" | "cidr_blocks"
                | "ipv6_cidr_blocks" | "prefix_list_ids" | "self" => {
                    rule.insert(key.clone(), value.clone());
                }
                _ if is_empty(value) => {}
                _ => return None,
            }
        }
        Some(vec![Node::Object(rule)])
    },
};

/// An inline rule shows every member in a plan.
fn empty_rule() -> Object {
    let empty = Node::List(Vec::new());
    [
        (Text::from("cidr_blocks"), empty.clone()),
        (Text::from("description"), Node::text("")),
        (Text::from("ipv6_cidr_blocks"), empty.clone()),
        (Text::from("prefix_list_ids"), empty.clone()),
        (Text::from("security_groups"), empty),
        (Text::from("self"), Node::Bool(false)),
    ]
    .into()
}

/// Lists of an inline rule, and the attribute that holds one of their items in a resource of its own.
const SOURCES: [(&str, &str); 4] = [
    ("cidr_blocks", "cidr_ipv4"),
    ("ipv6_cidr_blocks", "cidr_ipv6"),
    ("prefix_list_ids", "prefix_list_id"),
    ("security_groups", "referenced_security_group_id"),
];

/// `ingress { … }` and `aws_vpc_security_group_ingress_rule`.
pub(super) const INGRESS_RULE: Translation = Translation {
    split: |setting| {
        let mut rules = Vec::new();
        for rule in setting.as_list()? {
            let members = rule.as_object()?;
            let mut common = Object::new();
            let protocol = members.get("protocol")?.as_text()?;
            common.insert("ip_protocol".into(), Node::text(protocol));
            if protocol != "-1" {
                for port in ["from_port", "to_port"] {
                    common.insert(port.into(), members.get(port)?.clone());
                }
            }
            if let Some(description) = members.get("description").filter(|text| !is_empty(text)) {
                common.insert("description".into(), description.clone());
            }
            // A rule of the group itself would need the group's id.
            if members.get("self").is_some_and(|own| !is_empty(own)) {
                return None;
            }
            for (list, attribute) in SOURCES {
                let sources = members
                    .get(list)
                    .and_then(Node::as_list)
                    .unwrap_or_default();
                for source in sources {
                    let mut rule = common.clone();
                    rule.insert(attribute.into(), source.clone());
                    rules.push(rule);
                }
            }
        }
        Some(rules)
    },
    inline: |values| {
        let mut rule = empty_rule();
        for (key, value) in values {
            let list = SOURCES.iter().find(|(_, attribute)| *attribute == &**key);
            match (&**key, list) {
                (_, Some((list, _))) => {
                    rule.insert(Text::from(*list), Node::List(vec![value.clone()]));
                }
                ("ip_protocol", _) => drop(rule.insert("protocol".into(), value.clone())),
                ("from_port" | "to_port" | "description", _) => {
                    rule.insert(key.clone(), value.clone());
                }
                _ if is_empty(value) => {}
                _ => return None,
            }
        }
        if values.get("ip_protocol")?.as_text() == Some("-1") {
            for port in ["from_port", "to_port"] {
                rule.entry(port.into()).or_insert_with(|| Node::from(0));
            }
        }
        Some(vec![Node::Object(rule)])
    },
};
