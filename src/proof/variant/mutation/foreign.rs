//! Plausible values from elsewhere: what an author may write by mistake in place of the right one.

use crate::value::Node;

/// The account that nothing in a fixture belongs to.
pub const ACCOUNT: &str = "999999999999";

/// An action of the same service that the artifact is not likely to grant.
pub fn action(beside: &str) -> String {
    let service = beside.split(':').next().unwrap_or("iam");
    let known = ACTIONS.iter().find(|(known, _)| *known == service);
    match known {
        Some((_, action)) if *action != beside => (*action).to_owned(),
        _ => "iam:PassRole".to_owned(),
    }
}

const ACTIONS: [(&str, &str); 8] = [
    ("kms", "kms:ScheduleKeyDeletion"),
    ("lambda", "lambda:UpdateFunctionCode"),
    ("logs", "logs:DeleteLogGroup"),
    ("s3", "s3:DeleteBucket"),
    ("sns", "sns:DeleteTopic"),
    ("sqs", "sqs:DeleteQueue"),
    ("ssm", "ssm:PutParameter"),
    ("sts", "sts:AssumeRoleWithWebIdentity"),
];

/// The service of a resource's type as ARNs spell it.
pub fn service(resource_type: &str) -> String {
    let word = match resource_type.strip_prefix("AWS::") {
        Some(rest) => rest.split("::").next().unwrap_or_default(),
        None => resource_type.split('_').nth(1).unwrap_or_default(),
    };
    match word.to_lowercase().as_str() {
        "cloudwatch" if resource_type.contains("log") => "logs".to_owned(),
        word => word.to_owned(),
    }
}

/// An ARN of the service that names nothing in the artifact.
pub fn arn(service: &str) -> String {
    match service {
        "s3" => "arn:aws:s3:::elsewhere".to_owned(),
        "iam" => format!("arn:aws:iam::{ACCOUNT}:role/elsewhere"),
        "kms" => {
            format!("arn:aws:kms:us-east-1:{ACCOUNT}:key/11111111-2222-3333-4444-555555555555")
        }
        "lambda" => format!("arn:aws:lambda:us-east-1:{ACCOUNT}:function:elsewhere"),
        _ => format!("arn:aws:{service}:us-east-1:{ACCOUNT}:elsewhere"),
    }
}

/// The same text of another account, or under another name where it states no account.
pub fn like(text: &str) -> String {
    let fields: Vec<&str> = text.split(':').collect();
    match fields.as_slice() {
        ["arn", partition, service, region, account, rest @ ..] if !rest.is_empty() => {
            if account.is_empty() || *account == ACCOUNT {
                format!("{text}-elsewhere")
            } else {
                let rest = rest.join(":");
                format!("arn:{partition}:{service}:{region}:{ACCOUNT}:{rest}")
            }
        }
        _ => {
            let host = text
                .strip_prefix("https://")
                .and_then(|rest| rest.split_once('/'));
            match host.and_then(|(host, path)| Some((host, path.split_once('/')?))) {
                Some((host, (account, rest))) if account.len() == 12 => {
                    format!("https://{host}/{ACCOUNT}/{rest}")
                }
                _ => format!("{text}-elsewhere"),
            }
        }
    }
}

/// A principal from elsewhere of the kind that the pointer's key names.
pub fn principal(kind: &str) -> Node {
    match kind {
        "Service" => "ec2.amazonaws.com".into(),
        "Federated" => "accounts.google.com".into(),
        _ => Node::text(format!("arn:aws:iam::{ACCOUNT}:root")),
    }
}
