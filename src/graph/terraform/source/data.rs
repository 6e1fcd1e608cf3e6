//! What data sources answer: those that are configuration and nothing else are evaluated, the others are named unknowns.

use std::sync::LazyLock;

use regex::Regex;

use crate::graph::Mode;
use crate::value::{Node, Object, Reference, Text};

use super::super::policy_document;
use super::body::without_nulls;
use super::error::{Outcome, invalid};
use super::evaluator::{Declared, Evaluator};
use super::principal;
use super::resource::provider_name;
use super::scope::Scope;
use super::unknown::unknown;

/// Regions by partition: their pattern, the partition, its domain and that domain backwards.
static PARTITIONS: LazyLock<Vec<(Regex, [&str; 3])>> = LazyLock::new(|| {
    [
        (
            r"^(us|eu|ap|sa|ca|me|af|il|mx)-\w+-\d+$",
            ["aws", "amazonaws.com", "com.amazonaws"],
        ),
        (
            r"^cn-\w+-\d+$",
            ["aws-cn", "amazonaws.com.cn", "cn.com.amazonaws"],
        ),
        (
            r"^us-gov-\w+-\d+$",
            ["aws-us-gov", "amazonaws.com", "com.amazonaws"],
        ),
    ]
    .into_iter()
    .filter_map(|(pattern, names)| Some((Regex::new(pattern).ok()?, names)))
    .collect()
});

/// Attributes of the data sources that are evaluated, to be shown among their values.
const ANSWERS: [(&str, &[&str]); 8] = [
    ("aws_iam_policy_document", &["id", "json", "minified_json"]),
    ("aws_region", &["id", "name"]),
    (
        "aws_partition",
        &["id", "partition", "dns_suffix", "reverse_dns_prefix"],
    ),
    (
        "aws_arn",
        &[
            "id",
            "account",
            "partition",
            "region",
            "resource",
            "service",
        ],
    ),
    ("aws_default_tags", &["id", "tags"]),
    ("aws_service_principal", &["id", "name", "region", "suffix"]),
    ("google_iam_policy", &["policy_data"]),
    ("null_data_source", &["outputs"]),
];

impl Evaluator<'_> {
    /// What an attribute of a data source is, when `address` is one.
    pub(super) fn data_attribute(
        &mut self,
        address: &Text,
        attribute: &str,
    ) -> Outcome<Option<Node>> {
        let Some(declared) = self
            .declared
            .get(address)
            .filter(|declared| declared.mode == Mode::Data)
            .cloned()
        else {
            return Ok(None);
        };
        if let Some(answer) = self.answer(&declared, address, attribute)? {
            return Ok(Some(answer));
        }
        if let Some(read) = self.known.data(address, attribute) {
            return Ok(Some(read.clone()));
        }
        let mention = Reference {
            address: address.clone(),
            attribute: Text::from(attribute),
        };
        let id = format!("{address}.{attribute}");
        Ok(Some(Node::Unknown(
            unknown("data source", id, vec![mention], None).into(),
        )))
    }

    /// Adds what is evaluated of a data source to the values it shows.
    pub(super) fn add_answer(&mut self, address: &Text, values: &mut Object) -> Outcome<()> {
        let Some(declared) = self.declared.get(address).cloned() else {
            return Ok(());
        };
        let kind = declared.block.label(0).cloned().unwrap_or_default();
        let answers = ANSWERS.iter().find(|(name, _)| *name == &*kind);
        for name in answers.into_iter().flat_map(|(_, names)| *names) {
            if values.get(*name).is_none_or(Node::is_null)
                && let Some(answer) = self.answer(&declared, address, name)?
                && answer.is_plain()
            {
                values.insert(Text::from(*name), answer);
            }
        }
        // A data source that is read only when the plan is applied does not show what it puts in.
        if &*kind == "aws_iam_policy_document"
            && self.known.is_alone()
            && values.contains_key("json")
        {
            policy_document::add_defaults(values);
        }
        Ok(())
    }

    /// An attribute of a data source that is configuration; `None` for every other.
    fn answer(
        &mut self,
        declared: &Declared<'_>,
        address: &Text,
        attribute: &str,
    ) -> Outcome<Option<Node>> {
        let kind = declared
            .block
            .label(0)
            .map(|label| &**label)
            .unwrap_or_default();
        match (kind, attribute) {
            ("aws_iam_policy_document", "json" | "minified_json") => {
                let document = self.policy_document(address)?;
                Ok(Some(policy_document::encoded(&document, attribute)))
            }
            ("aws_iam_policy_document", "id") => {
                let document = self.policy_document(address)?;
                let text = policy_document::encoded(&document, "json");
                Ok(text
                    .as_text()
                    .map(|text| Node::Text(policy_document::id(text))))
            }
            ("aws_caller_identity", "account_id" | "id") => {
                let read = self.known.data(address, attribute).cloned();
                Ok(Some(read.unwrap_or_else(|| pseudo("AccountId"))))
            }
            ("aws_region", "name" | "id" | "region") => self.region(declared, address).map(Some),
            ("aws_partition", "partition" | "id") => self.partition(declared, 0, "Partition"),
            ("aws_partition", "dns_suffix") => self.partition(declared, 1, "URLSuffix"),
            ("aws_partition", "reverse_dns_prefix") => {
                let prefix = self.partition(declared, 2, "")?;
                Ok(prefix.filter(Node::is_plain))
            }
            ("aws_arn", _) => {
                let arn = self.data_argument(declared, address, "arn")?;
                Ok(arn.as_text().and_then(|arn| part_of(arn, attribute)))
            }
            ("aws_default_tags", "id") => {
                let partition = self.partition(declared, 0, "")?;
                Ok(partition.filter(Node::is_plain))
            }
            ("aws_default_tags", "tags") => {
                let provider = provider_name(declared.block);
                let tags = self.default_tags(declared.instance, &provider)?;
                Ok(Some(tags.unwrap_or_else(|| Node::Object(Object::new()))))
            }
            ("aws_service_principal", "id" | "name" | "region" | "suffix") => {
                self.service_principal(declared, address, attribute)
            }
            ("google_iam_policy", "policy_data") => {
                let values = self.data_values(declared, address)?;
                Ok(google_policy(&values))
            }
            ("null_data_source", "outputs") => {
                self.data_argument(declared, address, "inputs").map(Some)
            }
            ("local_file" | "local_sensitive_file", "content") => {
                let name = self.data_argument(declared, address, "filename")?;
                self.file_function("file", vec![name], &mut scope_of(declared, address))
                    .map(Some)
            }
            ("template_file", "rendered") => {
                let text = self.data_argument(declared, address, "template")?;
                let variables = self.data_argument(declared, address, "vars")?;
                let mut scope = scope_of(declared, address);
                self.file_function("templatestring", vec![text, variables], &mut scope)
                    .map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The document of an `aws_iam_policy_document` data source, not yet a text.
    fn policy_document(&mut self, address: &Text) -> Outcome {
        match self.documents.get(address) {
            Some(Some(document)) => return Ok(document.clone()),
            Some(None) => return Err(invalid(format!("`{address}` depends on itself"))),
            None => {}
        }
        let Some(declared) = self.declared.get(address).cloned() else {
            return Err(invalid(format!("`{address}` is not declared")));
        };
        self.documents.insert(address.clone(), None);
        let values = self.data_values(&declared, address)?;
        let document = policy_document::assemble(&values);
        self.documents
            .insert(address.clone(), Some(document.clone()));
        Ok(document)
    }

    fn data_values(&mut self, declared: &Declared<'_>, address: &Text) -> Outcome {
        let values = self.resource_values(
            declared.block,
            &mut scope_of(declared, address),
            &mut Vec::new(),
        )?;
        Ok(without_nulls(Node::Object(values)))
    }

    /// An argument of a data source; null when it is not set.
    fn data_argument(&mut self, declared: &Declared<'_>, address: &Text, name: &str) -> Outcome {
        let Some((file, attribute)) = declared.block.attribute(name) else {
            return Ok(Node::Null);
        };
        let mut scope = scope_of(declared, address);
        scope.file = file;
        let value = self.argument(&attribute.value, name, &mut scope)?;
        self.settled(value)
    }

    /// The region that is asked for by name, else the provider's.
    fn region(&mut self, declared: &Declared<'_>, address: &Text) -> Outcome {
        for name in ["name", "region"] {
            let chosen = self.data_argument(declared, address, name)?;
            if !chosen.is_null() {
                return Ok(chosen);
            }
        }
        if declared.block.attribute("endpoint").is_some() {
            let id = format!("{address}.name");
            return Ok(Node::Unknown(
                unknown("data source", id, Vec::new(), Some("string")).into(),
            ));
        }
        let region = self.provider_region(declared.instance, &provider_name(declared.block))?;
        Ok(region.map_or_else(|| pseudo("Region"), Node::Text))
    }

    /// The principal of a service; where only the partition tells and is not known, it stays a named unknown.
    fn service_principal(
        &mut self,
        declared: &Declared<'_>,
        address: &Text,
        attribute: &str,
    ) -> Outcome<Option<Node>> {
        let region = self.region(declared, address)?;
        let region = region.as_text();
        if attribute == "region" {
            return Ok(region.map(Node::text));
        }
        let service = self.data_argument(declared, address, "service_name")?;
        let partition = region.and_then(partition_of).map(|[name, ..]| name);
        let Some((service, suffix)) = service
            .as_text()
            .and_then(|service| Some((service, principal::suffix(service, partition)?)))
        else {
            return Ok(None);
        };
        Ok(match (attribute, region) {
            ("suffix", _) => Some(Node::text(suffix)),
            ("name", _) => Some(Node::text(format!("{service}.{suffix}"))),
            (_, Some(region)) => Some(Node::text(format!("{service}.{region}.{suffix}"))),
            _ => None,
        })
    }

    fn partition(
        &mut self,
        declared: &Declared<'_>,
        part: usize,
        name: &str,
    ) -> Outcome<Option<Node>> {
        let region = self.provider_region(declared.instance, &provider_name(declared.block))?;
        let names = region.as_deref().and_then(partition_of);
        let known = names.and_then(|names| names.get(part).copied());
        Ok(Some(known.map_or_else(|| pseudo(name), Node::text)))
    }

    /// The region of a provider's configuration, when that states it.
    fn provider_region(&mut self, instance: usize, provider: &str) -> Outcome<Option<Text>> {
        let Some((instance, block)) = self.provider_block(instance, provider) else {
            return Ok(None);
        };
        let Some((file, region)) = block.attribute("region") else {
            return Ok(None);
        };
        let region = self.argument(&region.value, "region", &mut Scope::of(instance, file))?;
        Ok(region.as_text().map(Text::from))
    }
}

/// What a partition is called, by a region in it.
fn partition_of(region: &str) -> Option<[&'static str; 3]> {
    let found = PARTITIONS
        .iter()
        .find(|(pattern, _)| pattern.is_match(region));
    found.map(|(_, names)| *names)
}

fn scope_of(declared: &Declared<'_>, address: &Text) -> Scope {
    Scope::repeated(
        declared.instance,
        declared.block.file,
        declared.repetition.clone(),
        address.clone(),
    )
}

/// What the account, region and partition of a deployment are called everywhere.
fn pseudo(name: &str) -> Node {
    let id = format!("pseudo:AWS::{name}");
    Node::Unknown(unknown("pseudo parameter", id, Vec::new(), Some("string")).into())
}

/// One part of an ARN by the name of the attribute that holds it.
fn part_of(arn: &str, attribute: &str) -> Option<Node> {
    let parts: Vec<&str> = arn.splitn(6, ':').collect();
    let ["arn", partition, service, region, account, resource] = parts.as_slice() else {
        return None;
    };
    let part = match attribute {
        "arn" | "id" => arn,
        "partition" => partition,
        "service" => service,
        "region" => region,
        "account" => account,
        "resource" => resource,
        _ => return None,
    };
    Some(Node::text(part))
}

/// The policy of a `google_iam_policy`; `None` where its blocks are not known one by one.
fn google_policy(values: &Node) -> Option<Node> {
    let mut policy = Object::new();
    for (from, to) in [("binding", "bindings"), ("audit_config", "auditConfigs")] {
        let Some(blocks) = values.get(from) else {
            continue;
        };
        let blocks: Option<Vec<Node>> = blocks.as_list()?.iter().map(google_block).collect();
        policy.insert(Text::from(to), Node::List(blocks?));
    }
    Some(Node::Json(Box::new(Node::Object(policy))))
}

fn google_block(block: &Node) -> Option<Node> {
    let mut members = Object::new();
    for (name, value) in block.as_object()? {
        match &**name {
            "role" | "members" | "service" => {
                members.insert(name.clone(), value.clone());
            }
            "condition" => {
                if let [condition] = value.as_list()? {
                    members.insert(name.clone(), condition.clone());
                }
            }
            "audit_log_configs" => {
                let configs: Option<Vec<Node>> = value
                    .as_list()?
                    .iter()
                    .map(|config| {
                        let config = config.as_object()?.iter().map(|(name, value)| {
                            let name = match &**name {
                                "log_type" => "logType",
                                "exempted_members" => "exemptedMembers",
                                other => other,
                            };
                            (Text::from(name), value.clone())
                        });
                        Some(Node::Object(config.collect()))
                    })
                    .collect();
                members.insert("auditLogConfigs".into(), Node::List(configs?));
            }
            _ => return None,
        }
    }
    Some(Node::Object(members))
}
