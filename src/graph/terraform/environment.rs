//! Region, account and partition, where a plan or a state states them.

use crate::artifact::Plan;
use crate::artifact::plan::{Expression, Instance, ProviderBlock};
use crate::graph::Environment;
use crate::value::{Node, Text};

/// What the provider configuration and the data sources of a plan say.
pub(super) fn of_plan(plan: &Plan) -> Environment {
    let mut environment = of_instances(&plan.instances);
    let providers = plan
        .configuration
        .iter()
        .flat_map(|configuration| &configuration.providers);
    let providers: Vec<(&Text, &ProviderBlock)> = providers
        .filter(|(_, provider)| &*provider.name == "aws")
        .collect();
    let default = providers
        .iter()
        .find(|(key, _)| &***key == "aws")
        .map(|(_, provider)| *provider);
    environment.region = environment.region.or_else(|| match default {
        Some(default) if default.expressions.contains_key("region") => constant(default, "region"),
        _ => agreed(
            providers
                .iter()
                .map(|(_, provider)| constant(provider, "region")),
        ),
    });
    environment.account = environment
        .account
        .or_else(|| default.and_then(only_account));
    if environment.partition.is_none() {
        environment.partition = environment.region.as_deref().map(partition_of);
    }
    environment
}

/// What data sources that were read say.
pub(super) fn of_instances(instances: &[Instance]) -> Environment {
    let mut environment = Environment::default();
    for instance in instances.iter().filter(|instance| instance.data) {
        let text = |name: &str| {
            instance
                .values
                .get(name)
                .and_then(Node::as_text)
                .map(Text::from)
        };
        match &*instance.resource_type {
            "aws_caller_identity" => {
                environment.account = environment.account.or_else(|| text("account_id"));
            }
            // A region that was asked for by name or endpoint is not the one deployed to.
            "aws_region" if instance.change.is_none() && text("name") == text("id") => {
                environment.region = environment.region.or_else(|| text("name"));
            }
            "aws_partition" => {
                environment.partition = environment.partition.or_else(|| text("partition"));
            }
            _ => {}
        }
    }
    environment
}

fn constant(provider: &ProviderBlock, name: &str) -> Option<Text> {
    match provider.expressions.get(name)? {
        Expression::Constant(Node::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

fn only_account(provider: &ProviderBlock) -> Option<Text> {
    let Expression::Constant(Node::List(accounts)) =
        provider.expressions.get("allowed_account_ids")?
    else {
        return None;
    };
    match accounts.as_slice() {
        [Node::Text(account)] => Some(account.clone()),
        _ => None,
    }
}

/// The one value that all of them have.
fn agreed(mut values: impl Iterator<Item = Option<Text>>) -> Option<Text> {
    let first = values.next()??;
    values
        .all(|value| value.as_ref() == Some(&first))
        .then_some(first)
}

/// The partition that a region belongs to.
pub(in crate::graph) fn partition_of(region: &str) -> Text {
    let prefixes = [
        ("cn-", "aws-cn"),
        ("us-gov-", "aws-us-gov"),
        ("us-iso-", "aws-iso"),
        ("us-isob-", "aws-iso-b"),
        ("eu-isoe-", "aws-iso-e"),
        ("us-isof-", "aws-iso-f"),
        ("eusc-", "aws-eusc"),
    ];
    let found = prefixes
        .into_iter()
        .find(|(prefix, _)| region.starts_with(prefix));
    Text::from(found.map_or("aws", |(_, partition)| partition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_partition_follows_from_the_region() {
        assert_eq!(&*partition_of("cn-north-1"), "aws-cn");
        assert_eq!(&*partition_of("us-gov-west-1"), "aws-us-gov");
        assert_eq!(&*partition_of("eu-west-1"), "aws");
    }
}
