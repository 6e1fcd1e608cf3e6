//! The table of settings that can stand in a resource or in resources of their own.

use super::Object;
use super::rules::{GROUP_RULE, INGRESS_RULE};
use super::storage::{LIFECYCLE, VERSIONING};
use crate::value::Node;

/// A setting and the type it can be moved to.
#[derive(Debug)]
pub(super) struct Row {
    /// The type that holds the setting.
    pub owner: &'static str,
    /// The attribute that holds it.
    pub setting: &'static str,
    /// The type of the resources of its own.
    pub split: &'static str,
    /// How those name the owner.
    pub link: Link,
    /// What becomes of the values.
    pub shape: Shape,
    /// Attributes that the resources of its own always have.
    pub constant: &'static [(&'static str, &'static str)],
    /// Attributes that say nothing about the setting.
    pub ignored: &'static [&'static str],
}

/// How a resource of its own names its owner.
#[derive(Debug)]
pub(super) struct Link {
    /// Its attribute.
    pub attribute: &'static str,
    /// The owner's attribute.
    pub of: &'static str,
    /// Whether it is a list of owners.
    pub list: bool,
}

/// What becomes of the values of a setting.
#[derive(Debug)]
pub(super) enum Shape {
    /// The setting as a whole is this attribute.
    Whole(&'static str),
    /// Every item is this attribute of a resource of its own.
    Item(&'static str),
    /// Every item is a resource of its own; its members, and the attributes that they become.
    Each(&'static [(&'static str, &'static str)]),
    /// Both spell it in their own way.
    Translated(&'static Translation),
}

/// Two spellings of one setting.
#[derive(Debug)]
pub(super) struct Translation {
    /// The values of the resources of its own; `None` where it cannot be said in them.
    pub split: fn(&Node) -> Option<Vec<Object>>,
    /// The items of the setting.
    pub inline: fn(&Object) -> Option<Vec<Node>>,
}

const fn link(attribute: &'static str, of: &'static str) -> Link {
    Link {
        attribute,
        of,
        list: false,
    }
}

const fn listed(attribute: &'static str, of: &'static str) -> Link {
    Link {
        attribute,
        of,
        list: true,
    }
}

const fn row(
    owner: &'static str,
    setting: &'static str,
    split: &'static str,
    link: Link,
    shape: Shape,
) -> Row {
    Row {
        owner,
        setting,
        split,
        link,
        shape,
        constant: &[],
        ignored: &[],
    }
}

const RULE_OF_A_GROUP: Shape = Shape::Each(&[
    ("CidrIp", "CidrIp"),
    ("CidrIpv6", "CidrIpv6"),
    ("Description", "Description"),
    ("FromPort", "FromPort"),
    ("IpProtocol", "IpProtocol"),
    ("SourcePrefixListId", "SourcePrefixListId"),
    ("SourceSecurityGroupId", "SourceSecurityGroupId"),
    ("SourceSecurityGroupName", "SourceSecurityGroupName"),
    ("SourceSecurityGroupOwnerId", "SourceSecurityGroupOwnerId"),
    ("ToPort", "ToPort"),
]);

const NAMED_POLICY: Shape = Shape::Each(&[
    ("PolicyDocument", "PolicyDocument"),
    ("PolicyName", "PolicyName"),
]);

/// One row a setting and a type that it can be moved to.
pub(super) const ROWS: &[Row] = &[
    row(
        "aws_iam_role",
        "inline_policy",
        "aws_iam_role_policy",
        link("role", "id"),
        Shape::Each(&[("name", "name"), ("policy", "policy")]),
    ),
    row(
        "aws_iam_role",
        "managed_policy_arns",
        "aws_iam_role_policy_attachment",
        link("role", "name"),
        Shape::Item("policy_arn"),
    ),
    row(
        "aws_sqs_queue",
        "policy",
        "aws_sqs_queue_policy",
        link("queue_url", "id"),
        Shape::Whole("policy"),
    ),
    row(
        "aws_sqs_queue",
        "redrive_policy",
        "aws_sqs_queue_redrive_policy",
        link("queue_url", "id"),
        Shape::Whole("redrive_policy"),
    ),
    row(
        "aws_sqs_queue",
        "redrive_allow_policy",
        "aws_sqs_queue_redrive_allow_policy",
        link("queue_url", "id"),
        Shape::Whole("redrive_allow_policy"),
    ),
    row(
        "aws_sns_topic",
        "policy",
        "aws_sns_topic_policy",
        link("arn", "arn"),
        Shape::Whole("policy"),
    ),
    row(
        "aws_s3_bucket",
        "policy",
        "aws_s3_bucket_policy",
        link("bucket", "id"),
        Shape::Whole("policy"),
    ),
    row(
        "aws_s3_bucket",
        "server_side_encryption_configuration",
        "aws_s3_bucket_server_side_encryption_configuration",
        link("bucket", "id"),
        Shape::Each(&[("rule", "rule")]),
    ),
    row(
        "aws_s3_bucket",
        "versioning",
        "aws_s3_bucket_versioning",
        link("bucket", "id"),
        Shape::Translated(&VERSIONING),
    ),
    Row {
        owner: "aws_s3_bucket",
        setting: "lifecycle_rule",
        split: "aws_s3_bucket_lifecycle_configuration",
        link: link("bucket", "id"),
        shape: Shape::Translated(&LIFECYCLE),
        constant: &[],
        ignored: &["transition_default_minimum_object_size"],
    },
    Row {
        owner: "aws_security_group",
        setting: "ingress",
        split: "aws_security_group_rule",
        link: link("security_group_id", "id"),
        shape: Shape::Translated(&GROUP_RULE),
        constant: &[("type", "ingress")],
        ignored: &[],
    },
    row(
        "aws_security_group",
        "ingress",
        "aws_vpc_security_group_ingress_rule",
        link("security_group_id", "id"),
        Shape::Translated(&INGRESS_RULE),
    ),
    row(
        "AWS::IAM::Role",
        "Policies",
        "AWS::IAM::Policy",
        listed("Roles", "Ref"),
        NAMED_POLICY,
    ),
    row(
        "AWS::IAM::Role",
        "Policies",
        "AWS::IAM::RolePolicy",
        link("RoleName", "Ref"),
        NAMED_POLICY,
    ),
    row(
        "AWS::EC2::SecurityGroup",
        "SecurityGroupIngress",
        "AWS::EC2::SecurityGroupIngress",
        link("GroupId", "GroupId"),
        RULE_OF_A_GROUP,
    ),
    row(
        "AWS::SNS::Topic",
        "Subscription",
        "AWS::SNS::Subscription",
        link("TopicArn", "Ref"),
        Shape::Each(&[("Endpoint", "Endpoint"), ("Protocol", "Protocol")]),
    ),
];
