# Policy documents whose results stand in recorded.json. Written and recorded by scripts/policy-documents.py.
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "= 5.100.0"
    }
  }
}
provider "aws" {
  region                      = "us-east-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
}
locals {
  buckets = ["logs", "assets", "backup"]
  readers = { a = "111122223333", b = "444455556666" }
  folder  = "arn:aws:s3:::logs/&{aws:username}"
}
data "aws_iam_policy_document" "g000" {
}
data "aws_iam_policy_document" "g001" {
  source_policy_documents = [data.aws_iam_policy_document.g000.json]
  statement {
    sid = "Deny1"
    effect = "Allow"
    actions = ["logs:CreateLogGroup"]
    not_resources = ["arn:aws:s3:::logs"]
  }
  statement {
    sid = "A"
    actions = ["s3:PutObject", "S3:getobject", "ec2:Describe*"]
    condition {
      test     = "ArnLike"
      variable = "kms:ViaService"
      values   = ["home/&{aws:username}/*"]
    }
  }
  statement {
    sid = "Read"
    effect = "Allow"
    actions = ["sts:AssumeRole"]
    resources = ["arn:aws:s3:::logs", "arn:aws:s3:::é"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    condition {
      test     = "IpAddress"
      variable = "s3:prefix"
      values   = ["111122223333", "home/&{aws:username}/*", "10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g002" {
  statement {
    sid = "Deny1"
    actions = ["s3:*", "sqs:SendMessage"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "${local.folder}/x", "arn:aws:iam::*:role/${local.buckets[1]}"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false", "b"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["*", "x<y>", "a"]
    }
  }
}
data "aws_iam_policy_document" "g003" {
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g002.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
}
data "aws_iam_policy_document" "g004" {
  statement {
    sid = "A"
    actions = ["sqs:SendMessage", "sts:AssumeRole", "S3:getobject", "sqs:SendMessage"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*"]
  }
}
data "aws_iam_policy_document" "g005" {
  source_policy_documents = [data.aws_iam_policy_document.g004.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = "B"
    effect = "Deny"
    not_actions = ["*", "sts:AssumeRole", "kms:Decrypt", "s3:GetObject"]
    resources = ["*", "arn:aws:s3:::é", "arn:aws:s3:::logs", "arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
  statement {
    sid = "Deny1"
    actions = ["*"]
    not_resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SourceAccount"
      values   = ["a", "*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceArn"
      values   = ["false", "10.0.0.0/8", "111122223333"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "s3:prefix"
      values   = ["*", "home/&{aws:username}/*", "b"]
    }
  }
}
data "aws_iam_policy_document" "g006" {
  policy_id = "g006-id"
  source_policy_documents = [data.aws_iam_policy_document.g002.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g001.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "B"
    actions = ["iam:PassRole", "s3:GetObject"]
    resources = ["${local.folder}/x", "arn:aws:s3:::logs/*", "arn:aws:sqs:us-east-1:111122223333:q", "*"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g007" {
  statement {
    effect = null
    actions = ["sqs:SendMessage", "ec2:Describe*", "s3:GetObject", "s3:PutObject"]
    not_resources = ["*", "arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
  }
}
data "aws_iam_policy_document" "g008" {
  statement {
    sid = "B"
    actions = ["ec2:Describe*", "iam:PassRole", "logs:CreateLogGroup"]
    not_resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["*", "true", ""]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SourceAccount"
      values   = ["b", "a"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g009" {
  statement {
    not_actions = ["s3:PutObject"]
    resources = ["arn:aws:s3:::logs/*"]
    # nothing empty
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g010" {
  override_policy_documents = [data.aws_iam_policy_document.g002.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    effect = "Deny"
    actions = ["ec2:Describe*", "kms:Decrypt"]
    resources = ["${local.folder}/x", "arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:iam::*:role/${local.buckets[1]}"]
    not_actions = []
  }
}
data "aws_iam_policy_document" "g011" {
  override_policy_documents = [data.aws_iam_policy_document.g005.minified_json]
  statement {
    sid = "Read"
    actions = ["kms:Decrypt", "*", "s3:*", "kms:Decrypt"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>"]
    }
    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["a", "10.0.0.0/8", "home/&{aws:username}/*"]
    }
    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["*", "home/&{aws:username}/*"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SecureTransport"
      values   = [""]
    }
  }
}
data "aws_iam_policy_document" "g012" {
  override_policy_documents = [data.aws_iam_policy_document.g009.minified_json]
  statement {
    sid = "A"
    actions = ["S3:getobject", "s3:GetObject"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "Null"
      variable = "aws:SourceAccount"
      values   = ["*", "true"]
    }
    condition {
      test     = "Null"
      variable = "aws:SourceAccount"
      values   = ["*", "111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g013" {
  policy_id = "g013-id"
  override_policy_documents = [data.aws_iam_policy_document.g002.minified_json]
  statement {
    sid = "B"
    effect = null
    actions = ["iam:PassRole", "s3:GetObject", "s3:*"]
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["*", "10.0.0.0/8"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:PrincipalTag/x"
      values   = ["*", "x<y>"]
    }
  }
  statement {
    sid = "Read"
    effect = null
    actions = ["sts:AssumeRole", "s3:*", "kms:Decrypt", "S3:getobject"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::logs"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
}
data "aws_iam_policy_document" "g014" {
  override_policy_documents = [data.aws_iam_policy_document.g010.minified_json]
}
data "aws_iam_policy_document" "g015" {
  source_policy_documents = [data.aws_iam_policy_document.g004.json]
}
data "aws_iam_policy_document" "g016" {
  policy_id = "g016-id"
  source_policy_documents = [data.aws_iam_policy_document.g009.json]
  statement {
    effect = "Deny"
    actions = ["s3:*", "s3:GetObject"]
    not_resources = ["arn:aws:s3:::logs/*", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "Null"
      variable = "s3:prefix"
      values   = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g017" {
  override_policy_documents = [data.aws_iam_policy_document.g011.minified_json]
  statement {
    sid = "Deny1"
    effect = "Deny"
    actions = ["iam:PassRole", "logs:CreateLogGroup"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:sqs:us-east-1:111122223333:q"]
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["a", "home/&{aws:username}/*", ""]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:username"
      values   = ["b", "home/&{aws:username}/*", "111122223333"]
    }
    condition {
      test     = "ArnLike"
      variable = "kms:ViaService"
      values   = [""]
    }
  }
  statement {
    sid = "A"
    actions = ["s3:GetObject", "s3:PutObject", "sts:AssumeRole", "logs:CreateLogGroup"]
    not_resources = ["arn:aws:s3:::logs"]
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:username"
      values   = ["10.0.0.0/8"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["a"]
    }
  }
  statement {
    sid = "Write"
    effect = null
    not_actions = ["sqs:SendMessage"]
  }
}
data "aws_iam_policy_document" "g018" {
  policy_id = "g018-id"
  override_policy_documents = [data.aws_iam_policy_document.g007.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Deny1"
    effect = null
    actions = ["s3:GetObject"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::logs", "*"]
    not_actions = []
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
  statement {
    not_actions = ["S3:getobject", "*"]
    not_resources = ["*", "arn:aws:s3:::é"]
  }
}
data "aws_iam_policy_document" "g019" {
  source_policy_documents = [data.aws_iam_policy_document.g003.json]
  statement {
    effect = "Allow"
    actions = ["kms:Decrypt", "iam:PassRole", "S3:getobject", "s3:*", "kms:Decrypt"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    not_actions = []
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalTag/x"
      values   = ["a"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SourceArn"
      values   = ["true"]
    }
  }
}
data "aws_iam_policy_document" "g020" {
  source_policy_documents = [data.aws_iam_policy_document.g005.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = "Write"
    effect = null
    not_actions = ["kms:Decrypt"]
    not_resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::logs"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
  statement {
    sid = "Deny1"
    effect = "Deny"
    actions = ["*", "ec2:Describe*"]
    resources = []
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["x<y>", "111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g021" {
  policy_id = "g021-id"
  override_policy_documents = [data.aws_iam_policy_document.g016.minified_json]
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["sts:AssumeRole"]
    resources = ["arn:aws:s3:::logs", "arn:aws:s3:::logs/*", "arn:aws:s3:::é", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
  }
}
data "aws_iam_policy_document" "g022" {
  override_policy_documents = [data.aws_iam_policy_document.g020.minified_json]
  statement {
    sid = "A"
    effect = "Deny"
    not_actions = ["s3:GetObject", "sts:AssumeRole", "sqs:SendMessage"]
    not_resources = ["arn:aws:s3:::a<b>&c", "arn:aws:iam::*:role/${local.buckets[1]}", "*"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SourceAccount"
      values   = ["111122223333", "10.0.0.0/8"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["false"]
    }
  }
  statement {
    actions = ["logs:CreateLogGroup", "s3:GetObject", "S3:getobject", "*", "logs:CreateLogGroup"]
    resources = ["${local.folder}/x", "*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "Bool"
      variable = "kms:ViaService"
      values   = [""]
    }
    condition {
      test     = "StringLike"
      variable = "aws:username"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g023" {
  policy_id = "g023-id"
  source_policy_documents = [data.aws_iam_policy_document.g003.json]
}
data "aws_iam_policy_document" "g024" {
  source_policy_documents = [data.aws_iam_policy_document.g012.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g017.minified_json]
  statement {
    sid = "B"
    effect = null
    actions = ["logs:CreateLogGroup", "s3:PutObject"]
    resources = ["arn:aws:s3:::logs/*", "arn:aws:s3:::é", "arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
  }
}
data "aws_iam_policy_document" "g025" {
  source_policy_documents = [data.aws_iam_policy_document.g000.json]
  override_policy_documents = [data.aws_iam_policy_document.g002.minified_json]
  statement {
    actions = ["iam:PassRole"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "${local.folder}/x"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    condition {
      test     = "IpAddress"
      variable = "s3:prefix"
      values   = ["", "*"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:username"
      values   = ["true"]
    }
  }
}
data "aws_iam_policy_document" "g026" {
  override_policy_documents = [data.aws_iam_policy_document.g023.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["iam:PassRole"]
    not_resources = ["${local.folder}/x", "*", "arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceArn"
      values   = [""]
    }
  }
  statement {
    actions = ["sqs:SendMessage", "S3:getobject"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::é"]
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:PrincipalTag/x"
      values   = ["*", "x<y>"]
    }
  }
}
data "aws_iam_policy_document" "g027" {
  statement {
    sid = "Deny1"
    effect = "Deny"
    actions = ["*", "s3:*", "s3:GetObject", "S3:getobject"]
  }
  statement {
    effect = null
    actions = ["iam:PassRole", "sqs:SendMessage", "S3:getobject", "logs:CreateLogGroup"]
    not_resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::logs/*"]
  }
}
data "aws_iam_policy_document" "g028" {
  policy_id = "g028-id"
  source_policy_documents = [data.aws_iam_policy_document.g025.json]
}
data "aws_iam_policy_document" "g029" {
  statement {
    sid = "Deny1"
    effect = "Deny"
    actions = ["sqs:SendMessage", "s3:PutObject", "logs:CreateLogGroup"]
  }
}
data "aws_iam_policy_document" "g030" {
  statement {
    sid = "Deny1"
    effect = "Allow"
    not_actions = ["s3:GetObject", "sts:AssumeRole", "s3:GetObject"]
    resources = ["arn:aws:s3:::logs/*"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g031" {
  source_policy_documents = [data.aws_iam_policy_document.g007.json]
  statement {
    sid = "Deny1"
    effect = null
    not_actions = ["s3:PutObject", "iam:PassRole", "kms:Decrypt"]
    resources = ["${local.folder}/x"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["sts:AssumeRole", "s3:GetObject", "sqs:SendMessage", "s3:*"]
    resources = ["*", "arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::logs/*", "arn:aws:s3:::é"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["a"]
    }
    condition {
      test     = "IpAddress"
      variable = "kms:ViaService"
      values   = ["home/&{aws:username}/*", "false"]
    }
    condition {
      test     = "Null"
      variable = "aws:username"
      values   = ["home/&{aws:username}/*"]
    }
  }
  statement {
    sid = "Read"
    not_actions = ["kms:Decrypt"]
    resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::home/&{aws:username}/*", "*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    condition {
      test     = "IpAddress"
      variable = "kms:ViaService"
      values   = ["x<y>", "b", "home/&{aws:username}/*"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["false", "10.0.0.0/8", "b"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["", "false"]
    }
  }
}
data "aws_iam_policy_document" "g032" {
  source_policy_documents = [data.aws_iam_policy_document.g026.json]
  override_policy_documents = [data.aws_iam_policy_document.g005.minified_json]
  statement {
    sid = "A"
    actions = ["sqs:SendMessage"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::logs"]
    not_principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "Null"
      variable = "aws:SecureTransport"
      values   = ["x<y>", "10.0.0.0/8", ""]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["*", "10.0.0.0/8", "x<y>"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["10.0.0.0/8", "true"]
    }
  }
  statement {
    sid = "B"
    effect = null
    not_actions = ["s3:*", "ec2:Describe*", "S3:getobject"]
    not_resources = ["arn:aws:s3:::home/&{aws:username}/*"]
    # nothing empty
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g033" {
  policy_id = "g033-id"
  version = "2012-10-17"
  override_policy_documents = [data.aws_iam_policy_document.g026.minified_json]
  statement {
    sid = "Write"
    not_actions = ["kms:Decrypt"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    condition {
      test     = "Bool"
      variable = "aws:PrincipalTag/x"
      values   = ["home/&{aws:username}/*", "x<y>", "b"]
    }
  }
  statement {
    sid = "Read"
    effect = null
    not_actions = ["*"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "StringLike"
      variable = "aws:username"
      values   = ["home/&{aws:username}/*"]
    }
  }
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["s3:GetObject", "iam:PassRole", "s3:GetObject"]
    resources = ["${local.folder}/x", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g034" {
  source_policy_documents = [data.aws_iam_policy_document.g007.json]
  statement {
    effect = null
    actions = ["S3:getobject", "s3:GetObject", "s3:PutObject", "s3:*"]
    resources = ["arn:aws:s3:::logs/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g035" {
  source_policy_documents = [data.aws_iam_policy_document.g026.json]
  statement {
    effect = null
    not_actions = ["kms:Decrypt", "sts:AssumeRole", "logs:CreateLogGroup"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
  }
}
data "aws_iam_policy_document" "g036" {
  override_policy_documents = [data.aws_iam_policy_document.g024.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Write"
    effect = null
    actions = ["s3:PutObject", "iam:PassRole", "sqs:SendMessage"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:username"
      values   = ["111122223333"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["", "a", "x<y>"]
    }
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8"]
    }
  }
  statement {
    sid = "Read"
    effect = "Allow"
    actions = ["iam:PassRole", "sts:AssumeRole", "*"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g037" {
  policy_id = "g037-id"
  override_policy_documents = [data.aws_iam_policy_document.g036.minified_json]
  statement {
    actions = ["logs:CreateLogGroup"]
    resources = ["arn:aws:s3:::logs", "arn:aws:s3:::a<b>&c"]
    not_principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:username"
      values   = ["10.0.0.0/8", "true"]
    }
  }
}
data "aws_iam_policy_document" "g038" {
  source_policy_documents = [data.aws_iam_policy_document.g023.json]
  override_policy_documents = [data.aws_iam_policy_document.g016.minified_json]
  statement {
    sid = "Read"
    actions = ["sqs:SendMessage", "S3:getobject", "s3:PutObject", "logs:CreateLogGroup"]
    resources = ["arn:aws:s3:::é"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g039" {
}
data "aws_iam_policy_document" "g040" {
  source_policy_documents = [data.aws_iam_policy_document.g015.json]
}
data "aws_iam_policy_document" "g041" {
  override_policy_documents = [data.aws_iam_policy_document.g036.minified_json]
  statement {
    sid = "Deny1"
    effect = "Allow"
    actions = ["S3:getobject", "s3:*", "kms:Decrypt", "*"]
    resources = ["${local.folder}/x"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g042" {
  override_policy_documents = [data.aws_iam_policy_document.g018.minified_json]
  statement {
    effect = "Deny"
    actions = ["S3:getobject", "s3:*", "ec2:Describe*", "*"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:username"
      values   = ["x<y>", "a", "home/&{aws:username}/*"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SourceAccount"
      values   = ["111122223333", "10.0.0.0/8"]
    }
  }
  statement {
    sid = "Write"
    actions = ["ec2:Describe*", "kms:Decrypt", "s3:GetObject"]
    resources = ["arn:aws:s3:::é", "${local.folder}/x", "arn:aws:s3:::home/&{aws:username}/*"]
  }
  statement {
    sid = "A"
    effect = null
    actions = ["S3:getobject", "s3:*", "kms:Decrypt", "ec2:Describe*"]
    resources = ["*", "arn:aws:s3:::é", "arn:aws:s3:::logs/*"]
    not_actions = []
    condition {
      test     = "Bool"
      variable = "aws:SourceArn"
      values   = ["true", "x<y>", ""]
    }
  }
}
data "aws_iam_policy_document" "g043" {
  source_policy_documents = [data.aws_iam_policy_document.g037.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = "Deny1"
    effect = null
    actions = ["sts:AssumeRole", "logs:CreateLogGroup", "iam:PassRole"]
    resources = ["${local.folder}/x", "arn:aws:s3:::home/&{aws:username}/*", "*", "arn:aws:s3:::logs/*"]
    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalTag/x"
      values   = [""]
    }
  }
}
data "aws_iam_policy_document" "g044" {
  statement {
    sid = "Deny1"
    effect = null
    actions = ["kms:Decrypt", "s3:*", "iam:PassRole", "s3:PutObject", "kms:Decrypt"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    not_principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    not_principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "StringLike"
      variable = "s3:prefix"
      values   = ["false"]
    }
  }
  statement {
    actions = ["*", "sqs:SendMessage"]
    resources = ["arn:aws:s3:::logs/*", "arn:aws:s3:::logs", "*", "${local.folder}/x"]
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SourceAccount"
      values   = ["home/&{aws:username}/*", "10.0.0.0/8", "true"]
    }
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["*", "x<y>"]
    }
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["true", "10.0.0.0/8"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SourceAccount"
      values   = ["true"]
    }
  }
}
data "aws_iam_policy_document" "g045" {
  statement {
    sid = "Write"
    effect = null
    not_actions = ["s3:PutObject", "s3:*", "ec2:Describe*"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
  }
  statement {
    effect = "Allow"
    actions = ["iam:PassRole", "s3:*"]
    not_resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::logs/*"]
    condition {
      test     = "StringLike"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["false", "b", "x<y>"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>", "111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g046" {
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["s3:*"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    not_principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "Null"
      variable = "aws:username"
      values   = [""]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["111122223333", "10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g047" {
  policy_id = "g047-id"
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g003.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g041.minified_json]
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["logs:CreateLogGroup"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalTag/x"
      values   = ["home/&{aws:username}/*", "", "b"]
    }
  }
  statement {
    sid = "Deny1"
    effect = null
    actions = ["iam:PassRole"]
    resources = ["*", "arn:aws:s3:::logs", "arn:aws:s3:::logs/*"]
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["home/&{aws:username}/*", "true", ""]
    }
  }
}
data "aws_iam_policy_document" "g048" {
  statement {
    effect = "Allow"
    actions = ["s3:*", "iam:PassRole", "kms:Decrypt"]
  }
  statement {
    sid = "Read"
    effect = "Deny"
    not_actions = ["*"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
  statement {
    sid = "Deny1"
    actions = ["sts:AssumeRole", "kms:Decrypt", "logs:CreateLogGroup", "sts:AssumeRole"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "NumericLessThan"
      variable = "aws:username"
      values   = ["x<y>", "a"]
    }
  }
}
data "aws_iam_policy_document" "g049" {
  policy_id = "g049-id"
  source_policy_documents = [data.aws_iam_policy_document.g027.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g020.minified_json]
  statement {
    effect = "Allow"
    actions = ["ec2:Describe*", "ec2:Describe*"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::logs/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceArn"
      values   = ["111122223333", "false"]
    }
    condition {
      test     = "ArnLike"
      variable = "kms:ViaService"
      values   = ["111122223333", "b"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "s3:prefix"
      values   = ["false"]
    }
  }
  statement {
    actions = ["S3:getobject", "ec2:Describe*", "kms:Decrypt"]
    not_resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::logs/*", "arn:aws:s3:::é"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
  statement {
    effect = "Allow"
    actions = ["ec2:Describe*", "S3:getobject"]
    not_resources = ["arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:s3:::logs/*"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["*", "a", "true"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SourceAccount"
      values   = ["a", "true", "b"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SecureTransport"
      values   = ["a", "x<y>", "true"]
    }
  }
}
data "aws_iam_policy_document" "g050" {
  statement {
    sid = "Read"
    effect = "Allow"
    actions = ["s3:*", "s3:*"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
  }
}
data "aws_iam_policy_document" "g051" {
  source_policy_documents = [data.aws_iam_policy_document.g010.json]
  statement {
    sid = "Write"
    effect = "Deny"
    actions = ["sts:AssumeRole", "s3:*", "logs:CreateLogGroup"]
    not_resources = ["arn:aws:iam::*:role/${local.buckets[1]}", "${local.folder}/x"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:username"
      values   = ["b", "a", "home/&{aws:username}/*"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:SecureTransport"
      values   = ["10.0.0.0/8", "a", "*"]
    }
  }
}
data "aws_iam_policy_document" "g052" {
}
data "aws_iam_policy_document" "g053" {
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g041.json]
  statement {
    sid = "A"
    actions = ["*", "logs:CreateLogGroup", "sqs:SendMessage"]
    resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::é", "arn:aws:iam::*:role/${local.buckets[1]}", "*"]
    condition {
      test     = "Null"
      variable = "aws:SecureTransport"
      values   = ["x<y>", "*", "home/&{aws:username}/*"]
    }
    condition {
      test     = "Null"
      variable = "aws:SecureTransport"
      values   = ["a", "10.0.0.0/8"]
    }
  }
  statement {
    sid = "Deny1"
    effect = "Deny"
    actions = ["kms:Decrypt", "sts:AssumeRole"]
    resources = ["arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:s3:::logs/*", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:username"
      values   = ["*", "false", "a"]
    }
    condition {
      test     = "StringLike"
      variable = "s3:prefix"
      values   = ["false", "10.0.0.0/8", "*"]
    }
  }
}
data "aws_iam_policy_document" "g054" {
  override_policy_documents = [data.aws_iam_policy_document.g010.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["s3:*"]
    resources = ["arn:aws:iam::*:role/${local.buckets[1]}"]
  }
  statement {
    actions = ["sts:AssumeRole", "ec2:Describe*", "logs:CreateLogGroup"]
    condition {
      test     = "ArnLike"
      variable = "s3:prefix"
      values   = ["111122223333", "false", "*"]
    }
    condition {
      test     = "ArnLike"
      variable = "s3:prefix"
      values   = ["111122223333", "home/&{aws:username}/*"]
    }
  }
  statement {
    sid = ""
    actions = ["s3:*", "kms:Decrypt", "ec2:Describe*", "iam:PassRole"]
  }
}
data "aws_iam_policy_document" "g055" {
  statement {
    sid = "B"
    effect = "Deny"
    actions = ["S3:getobject"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:username"
      values   = ["x<y>", "*"]
    }
    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["true"]
    }
  }
  statement {
    sid = "Write"
    effect = "Allow"
    actions = ["s3:PutObject", "sqs:SendMessage", "ec2:Describe*"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:iam::*:role/${local.buckets[1]}", "*", "arn:aws:s3:::logs/*"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g056" {
  policy_id = "g056-id"
}
data "aws_iam_policy_document" "g057" {
  statement {
    sid = "Read"
    actions = ["sts:AssumeRole", "S3:getobject"]
    resources = ["arn:aws:s3:::é", "${local.folder}/x", "arn:aws:iam::*:role/${local.buckets[1]}"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
  statement {
    sid = "B"
    effect = "Deny"
    not_actions = ["s3:PutObject", "sts:AssumeRole", "S3:getobject", "*"]
    not_resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::home/&{aws:username}/*", "*", "arn:aws:s3:::logs"]
    # nothing empty
    not_principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
  }
}
data "aws_iam_policy_document" "g058" {
  policy_id = "g058-id"
  statement {
    sid = "Read"
    actions = ["ec2:Describe*", "kms:Decrypt", "ec2:Describe*"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "Bool"
      variable = "s3:prefix"
      values   = ["b", "*"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "kms:ViaService"
      values   = ["b"]
    }
  }
  statement {
    sid = "Deny1"
    effect = "Deny"
    not_actions = ["kms:Decrypt"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "kms:ViaService"
      values   = ["true", "10.0.0.0/8"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceArn"
      values   = ["a"]
    }
  }
}
data "aws_iam_policy_document" "g059" {
  policy_id = "g059-id"
  override_policy_documents = [data.aws_iam_policy_document.g018.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    effect = "Allow"
    actions = ["logs:CreateLogGroup", "s3:GetObject", "ec2:Describe*", "logs:CreateLogGroup"]
    not_resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    not_actions = []
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:PrincipalTag/x"
      values   = ["10.0.0.0/8", "", "b"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>", "*"]
    }
  }
}
data "aws_iam_policy_document" "g060" {
  statement {
    actions = ["iam:PassRole"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g061" {
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g050.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g030.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    actions = ["logs:CreateLogGroup", "sqs:SendMessage", "logs:CreateLogGroup"]
    resources = ["arn:aws:s3:::é", "arn:aws:s3:::logs/*", "arn:aws:s3:::a<b>&c", "arn:aws:s3:::home/&{aws:username}/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8", "false"]
    }
  }
  statement {
    sid = "Deny1"
    effect = "Allow"
    actions = ["sqs:SendMessage", "logs:CreateLogGroup", "*", "s3:*"]
    resources = ["arn:aws:s3:::é", "arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::logs/*", "${local.folder}/x"]
  }
}
data "aws_iam_policy_document" "g062" {
  policy_id = "g062-id"
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g030.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g011.minified_json]
  statement {
    effect = "Deny"
    actions = ["iam:PassRole"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::logs/*", "arn:aws:s3:::é", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
  }
  statement {
    sid = "Write"
    effect = null
    not_actions = ["ec2:Describe*", "sqs:SendMessage", "s3:PutObject"]
    condition {
      test     = "StringEqualsIfExists"
      variable = "s3:prefix"
      values   = ["false", "111122223333", "b"]
    }
    condition {
      test     = "Null"
      variable = "aws:PrincipalTag/x"
      values   = ["", "b", "*"]
    }
  }
  statement {
    effect = "Deny"
    actions = ["s3:GetObject"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "Null"
      variable = "kms:ViaService"
      values   = ["a"]
    }
    condition {
      test     = "Null"
      variable = "aws:SourceArn"
      values   = ["home/&{aws:username}/*"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8", ""]
    }
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["false", ""]
    }
  }
}
data "aws_iam_policy_document" "g063" {
  source_policy_documents = [data.aws_iam_policy_document.g013.json]
  statement {
    sid = "Deny1"
    actions = ["iam:PassRole", "iam:PassRole"]
    resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::home/&{aws:username}/*", "${local.folder}/x", "arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["s3:PutObject", "S3:getobject", "kms:Decrypt", "*", "s3:PutObject"]
    resources = ["arn:aws:s3:::logs", "arn:aws:s3:::é", "arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "Null"
      variable = "s3:prefix"
      values   = ["true", "10.0.0.0/8"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:PrincipalTag/x"
      values   = ["10.0.0.0/8"]
    }
  }
  statement {
    effect = "Deny"
    actions = ["iam:PassRole", "*", "s3:GetObject", "sqs:SendMessage", "iam:PassRole"]
    resources = ["*", "arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::é"]
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["b", "*"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["false", "10.0.0.0/8"]
    }
    condition {
      test     = "Null"
      variable = "aws:SourceAccount"
      values   = ["b", "true", ""]
    }
  }
}
data "aws_iam_policy_document" "g064" {
  statement {
    sid = "A"
    effect = "Allow"
    not_actions = ["*", "kms:Decrypt", "s3:*"]
    resources = ["arn:aws:iam::*:role/${local.buckets[1]}"]
  }
}
data "aws_iam_policy_document" "g065" {
  override_policy_documents = [data.aws_iam_policy_document.g055.minified_json]
  statement {
    sid = "Write"
    actions = ["iam:PassRole", "ec2:Describe*"]
    not_resources = ["arn:aws:s3:::logs", "arn:aws:s3:::é", "arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:s3:::logs/*"]
    not_actions = []
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
  }
}
data "aws_iam_policy_document" "g066" {
  policy_id = "g066-id"
  source_policy_documents = [data.aws_iam_policy_document.g024.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = "Read"
    effect = null
    actions = ["s3:GetObject", "S3:getobject", "iam:PassRole", "kms:Decrypt"]
    not_principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
  statement {
    sid = "A"
    effect = null
    actions = ["logs:CreateLogGroup", "ec2:Describe*", "sts:AssumeRole", "kms:Decrypt"]
    resources = ["arn:aws:s3:::logs"]
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceAccount"
      values   = ["10.0.0.0/8", "a"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceAccount"
      values   = ["x<y>", "home/&{aws:username}/*"]
    }
  }
  statement {
    sid = "B"
    effect = null
    not_actions = ["s3:*"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SourceArn"
      values   = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g067" {
  policy_id = "g067-id"
  source_policy_documents = [data.aws_iam_policy_document.g042.json]
  statement {
    actions = ["sts:AssumeRole"]
    not_principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "s3:prefix"
      values   = ["home/&{aws:username}/*", "", "a"]
    }
  }
  statement {
    sid = "Deny1"
    effect = "Deny"
    not_actions = ["s3:PutObject"]
    resources = ["arn:aws:s3:::a<b>&c"]
    condition {
      test     = "StringEquals"
      variable = "aws:username"
      values   = ["home/&{aws:username}/*", "true", "b"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:username"
      values   = ["", "10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g068" {
  policy_id = "g068-id"
  override_policy_documents = [data.aws_iam_policy_document.g016.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    effect = null
    actions = ["logs:CreateLogGroup", "s3:*", "s3:PutObject", "sts:AssumeRole"]
    resources = ["arn:aws:s3:::logs/*", "*", "arn:aws:sqs:us-east-1:111122223333:q", "${local.folder}/x"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
  }
  statement {
    sid = "A"
    effect = "Allow"
    actions = ["sqs:SendMessage", "kms:Decrypt", "s3:PutObject", "sts:AssumeRole"]
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["a", "10.0.0.0/8"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["", "10.0.0.0/8"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8", "false", "true"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["*", "10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g069" {
  policy_id = "g069-id"
  statement {
    not_actions = ["iam:PassRole", "s3:*", "sqs:SendMessage", "*"]
    resources = ["arn:aws:s3:::a<b>&c"]
    condition {
      test     = "StringLike"
      variable = "aws:SecureTransport"
      values   = ["10.0.0.0/8"]
    }
  }
  statement {
    sid = "Deny1"
    effect = "Allow"
    actions = ["s3:PutObject", "kms:Decrypt"]
    not_resources = ["arn:aws:s3:::logs/*", "${local.folder}/x"]
    condition {
      test     = "StringLike"
      variable = "aws:SourceAccount"
      values   = ["true", "x<y>"]
    }
  }
  statement {
    sid = "Read"
    not_actions = ["*", "iam:PassRole", "s3:GetObject", "s3:*"]
    resources = ["${local.folder}/x", "arn:aws:s3:::é", "arn:aws:sqs:us-east-1:111122223333:q"]
    # nothing empty
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SecureTransport"
      values   = ["false", "a"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SecureTransport"
      values   = ["x<y>", "false"]
    }
  }
}
data "aws_iam_policy_document" "g070" {
  statement {
    actions = ["kms:Decrypt"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "StringLike"
      variable = "aws:SecureTransport"
      values   = ["true", "10.0.0.0/8", "home/&{aws:username}/*"]
    }
  }
}
data "aws_iam_policy_document" "g071" {
  override_policy_documents = [data.aws_iam_policy_document.g035.minified_json]
}
data "aws_iam_policy_document" "g072" {
  override_policy_documents = [data.aws_iam_policy_document.g016.minified_json]
  statement {
    sid = "A"
    actions = ["sqs:SendMessage", "logs:CreateLogGroup", "kms:Decrypt", "s3:*"]
    not_resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:sqs:us-east-1:111122223333:q", "*", "${local.folder}/x"]
    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["*", "home/&{aws:username}/*"]
    }
    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["home/&{aws:username}/*", "a"]
    }
  }
  statement {
    actions = ["logs:CreateLogGroup", "s3:PutObject", "sqs:SendMessage", "logs:CreateLogGroup"]
  }
}
data "aws_iam_policy_document" "g073" {
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["iam:PassRole", "ec2:Describe*", "s3:PutObject", "*"]
    resources = ["arn:aws:s3:::é"]
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["a", "x<y>", "10.0.0.0/8"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SecureTransport"
      values   = ["home/&{aws:username}/*", "b", ""]
    }
  }
  statement {
    sid = "Read"
    effect = "Allow"
    not_actions = ["ec2:Describe*", "S3:getobject", "sts:AssumeRole", "s3:GetObject", "ec2:Describe*"]
    not_resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::logs/*", "arn:aws:s3:::a<b>&c", "${local.folder}/x"]
    # nothing empty
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
}
data "aws_iam_policy_document" "g074" {
  override_policy_documents = [data.aws_iam_policy_document.g026.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Deny1"
    effect = "Allow"
    actions = ["*"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g075" {
  policy_id = "g075-id"
}
data "aws_iam_policy_document" "g076" {
  policy_id = "g076-id"
  override_policy_documents = [data.aws_iam_policy_document.g072.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Read"
    actions = ["iam:PassRole"]
    resources = ["*", "arn:aws:s3:::é", "arn:aws:iam::*:role/${local.buckets[1]}", "${local.folder}/x"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "Null"
      variable = "aws:PrincipalTag/x"
      values   = ["*", "b"]
    }
  }
  statement {
    not_actions = ["iam:PassRole", "S3:getobject"]
    resources = ["arn:aws:s3:::logs/*", "${local.folder}/x", "arn:aws:s3:::logs", "arn:aws:s3:::home/&{aws:username}/*"]
    # nothing empty
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["home/&{aws:username}/*", "a", "111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g077" {
  version = "2012-10-17"
  statement {
    effect = null
    actions = ["s3:GetObject", "s3:*"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:iam::*:role/${local.buckets[1]}"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:username"
      values   = ["10.0.0.0/8", "111122223333", "*"]
    }
  }
}
data "aws_iam_policy_document" "g078" {
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g016.json]
  override_policy_documents = [data.aws_iam_policy_document.g006.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "A"
    effect = null
    actions = ["kms:Decrypt"]
    not_resources = ["arn:aws:sqs:us-east-1:111122223333:q", "*", "arn:aws:s3:::logs"]
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8", "x<y>"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SourceAccount"
      values   = ["b"]
    }
  }
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["ec2:Describe*", "logs:CreateLogGroup", "kms:Decrypt", "S3:getobject"]
  }
}
data "aws_iam_policy_document" "g079" {
  policy_id = "g079-id"
  version = "2012-10-17"
  statement {
    sid = "Deny1"
    effect = null
    actions = ["s3:PutObject", "kms:Decrypt", "sqs:SendMessage", "sts:AssumeRole"]
  }
  statement {
    effect = null
    actions = ["sts:AssumeRole", "sqs:SendMessage", "sts:AssumeRole"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
  }
}
data "aws_iam_policy_document" "g080" {
  statement {
    actions = ["s3:*"]
    resources = ["arn:aws:s3:::logs/*", "arn:aws:sqs:us-east-1:111122223333:q"]
    not_principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    not_principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SecureTransport"
      values   = ["", "10.0.0.0/8", "*"]
    }
  }
  statement {
    sid = "Write"
    effect = "Allow"
    actions = ["S3:getobject", "logs:CreateLogGroup", "*", "S3:getobject"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::é", "arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
  statement {
    effect = "Deny"
    actions = ["sqs:SendMessage", "S3:getobject", "s3:GetObject", "sqs:SendMessage"]
    resources = ["${local.folder}/x"]
    condition {
      test     = "Bool"
      variable = "aws:SourceArn"
      values   = [""]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:username"
      values   = ["false", "111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g081" {
  source_policy_documents = [data.aws_iam_policy_document.g045.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    effect = null
    not_actions = ["sts:AssumeRole", "iam:PassRole"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
  }
  statement {
    effect = "Deny"
    actions = ["*"]
    resources = ["*", "arn:aws:s3:::logs"]
  }
}
data "aws_iam_policy_document" "g082" {
}
data "aws_iam_policy_document" "g083" {
  policy_id = "g083-id"
  source_policy_documents = [data.aws_iam_policy_document.g066.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = "A"
    effect = null
    actions = ["iam:PassRole", "s3:*", "S3:getobject"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*"]
    condition {
      test     = "Bool"
      variable = "aws:PrincipalTag/x"
      values   = ["111122223333"]
    }
    condition {
      test     = "ArnLike"
      variable = "s3:prefix"
      values   = ["x<y>"]
    }
  }
  statement {
    sid = "B"
    effect = null
    not_actions = ["kms:Decrypt", "*"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q"]
    # nothing empty
  }
  statement {
    effect = "Allow"
    actions = ["s3:GetObject", "*"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "Bool"
      variable = "aws:username"
      values   = ["*", "false", ""]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["x<y>"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:username"
      values   = ["a", "111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g084" {
  source_policy_documents = [data.aws_iam_policy_document.g080.json]
  override_policy_documents = [data.aws_iam_policy_document.g007.minified_json]
  statement {
    sid = "Deny1"
    effect = null
    actions = ["s3:*", "logs:CreateLogGroup", "sqs:SendMessage"]
    resources = ["${local.folder}/x", "arn:aws:sqs:us-east-1:111122223333:q", "*", "arn:aws:s3:::a<b>&c"]
    not_actions = []
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["10.0.0.0/8", "", "true"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>", "false"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g085" {
  source_policy_documents = [data.aws_iam_policy_document.g083.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g040.minified_json]
  statement {
    sid = "Deny1"
    effect = "Deny"
    actions = ["s3:PutObject", "sqs:SendMessage"]
    resources = ["*"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:username"
      values   = ["111122223333"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceAccount"
      values   = ["111122223333"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SourceArn"
      values   = ["111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g086" {
  source_policy_documents = [data.aws_iam_policy_document.g055.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g061.minified_json]
}
data "aws_iam_policy_document" "g087" {
  override_policy_documents = [data.aws_iam_policy_document.g007.minified_json]
  statement {
    sid = "A"
    actions = ["logs:CreateLogGroup", "sts:AssumeRole"]
    resources = ["arn:aws:s3:::é", "${local.folder}/x", "arn:aws:s3:::logs"]
    condition {
      test     = "IpAddress"
      variable = "aws:SourceArn"
      values   = ["true", "10.0.0.0/8", "*"]
    }
  }
  statement {
    not_actions = ["*"]
    resources = ["arn:aws:s3:::logs", "${local.folder}/x", "arn:aws:s3:::a<b>&c", "*"]
    condition {
      test     = "Null"
      variable = "aws:PrincipalTag/x"
      values   = ["*", "111122223333"]
    }
    condition {
      test     = "Null"
      variable = "aws:PrincipalTag/x"
      values   = ["111122223333", "*"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["b"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g088" {
  override_policy_documents = [data.aws_iam_policy_document.g067.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
}
data "aws_iam_policy_document" "g089" {
  statement {
    effect = "Allow"
    actions = ["ec2:Describe*", "s3:*", "s3:GetObject", "S3:getobject"]
    not_resources = ["${local.folder}/x", "arn:aws:s3:::logs/*"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "Null"
      variable = "aws:SourceArn"
      values   = ["*", "10.0.0.0/8"]
    }
    condition {
      test     = "Null"
      variable = "aws:SourceArn"
      values   = ["*", "10.0.0.0/8"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "kms:ViaService"
      values   = ["*", "10.0.0.0/8"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "kms:ViaService"
      values   = ["false", ""]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g090" {
  override_policy_documents = [data.aws_iam_policy_document.g014.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
}
data "aws_iam_policy_document" "g091" {
  override_policy_documents = [data.aws_iam_policy_document.g025.minified_json]
}
data "aws_iam_policy_document" "g092" {
  statement {
    sid = ""
    effect = "Allow"
    actions = ["*", "logs:CreateLogGroup", "s3:*", "s3:GetObject"]
    not_resources = ["arn:aws:sqs:us-east-1:111122223333:q", "*", "arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:s3:::é"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
  statement {
    sid = "B"
    actions = ["sqs:SendMessage", "kms:Decrypt", "logs:CreateLogGroup"]
  }
}
data "aws_iam_policy_document" "g093" {
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["s3:*"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::home/&{aws:username}/*"]
  }
}
data "aws_iam_policy_document" "g094" {
  override_policy_documents = [data.aws_iam_policy_document.g022.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Read"
    effect = "Allow"
    not_actions = ["S3:getobject", "sqs:SendMessage"]
    resources = ["*", "${local.folder}/x"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g095" {
  override_policy_documents = [data.aws_iam_policy_document.g034.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Write"
    effect = "Allow"
    not_actions = ["kms:Decrypt", "s3:PutObject"]
    not_resources = ["arn:aws:s3:::é", "${local.folder}/x", "arn:aws:sqs:us-east-1:111122223333:q"]
    condition {
      test     = "IpAddress"
      variable = "aws:SecureTransport"
      values   = ["false", "*", "home/&{aws:username}/*"]
    }
  }
}
data "aws_iam_policy_document" "g096" {
  override_policy_documents = [data.aws_iam_policy_document.g090.minified_json]
  statement {
    actions = ["logs:CreateLogGroup", "sqs:SendMessage", "*"]
    not_resources = ["arn:aws:s3:::a<b>&c"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SecureTransport"
      values   = ["", "111122223333", "home/&{aws:username}/*"]
    }
    condition {
      test     = "Null"
      variable = "s3:prefix"
      values   = ["true", "111122223333", ""]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceAccount"
      values   = [""]
    }
  }
  statement {
    sid = "Read"
    effect = "Deny"
    actions = ["s3:*", "logs:CreateLogGroup", "kms:Decrypt", "sqs:SendMessage"]
    resources = ["*", "arn:aws:s3:::logs"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:username"
      values   = ["111122223333"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalTag/x"
      values   = ["111122223333"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalTag/x"
      values   = ["false"]
    }
  }
  statement {
    actions = ["iam:PassRole", "kms:Decrypt", "s3:GetObject", "sts:AssumeRole"]
    resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::home/&{aws:username}/*"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SecureTransport"
      values   = ["x<y>", "home/&{aws:username}/*", "*"]
    }
  }
}
data "aws_iam_policy_document" "g097" {
  source_policy_documents = [data.aws_iam_policy_document.g086.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    effect = null
    actions = ["*", "s3:PutObject", "iam:PassRole", "s3:GetObject"]
    resources = ["arn:aws:s3:::logs", "arn:aws:sqs:us-east-1:111122223333:q"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:SecureTransport"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g098" {
  source_policy_documents = [data.aws_iam_policy_document.g018.json]
}
data "aws_iam_policy_document" "g099" {
  statement {
    sid = "B"
    not_actions = ["s3:PutObject", "s3:*", "kms:Decrypt", "sts:AssumeRole"]
    not_resources = ["arn:aws:iam::*:role/${local.buckets[1]}", "${local.folder}/x", "*", "arn:aws:s3:::logs/*"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
  statement {
    sid = "Read"
    actions = ["iam:PassRole", "S3:getobject"]
    resources = ["arn:aws:s3:::logs", "arn:aws:iam::*:role/${local.buckets[1]}", "${local.folder}/x"]
    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["a", "home/&{aws:username}/*", "x<y>"]
    }
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8", "b"]
    }
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["", "true"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["b"]
    }
  }
}
data "aws_iam_policy_document" "g100" {
  policy_id = "g100-id"
  statement {
    effect = "Deny"
    not_actions = ["logs:CreateLogGroup"]
    not_resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::home/&{aws:username}/*", "arn:aws:iam::*:role/${local.buckets[1]}"]
  }
}
data "aws_iam_policy_document" "g101" {
  policy_id = "g101-id"
  override_policy_documents = [data.aws_iam_policy_document.g022.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "A"
    actions = ["s3:GetObject", "s3:*"]
    condition {
      test     = "Null"
      variable = "aws:username"
      values   = ["x<y>", "10.0.0.0/8"]
    }
    condition {
      test     = "Null"
      variable = "aws:username"
      values   = ["*", "a"]
    }
  }
}
data "aws_iam_policy_document" "g102" {
  source_policy_documents = [data.aws_iam_policy_document.g009.json]
  override_policy_documents = [data.aws_iam_policy_document.g089.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Write"
    effect = "Allow"
    actions = ["s3:GetObject", "S3:getobject", "logs:CreateLogGroup"]
  }
}
data "aws_iam_policy_document" "g103" {
  override_policy_documents = [data.aws_iam_policy_document.g067.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "B"
    effect = "Deny"
    actions = ["logs:CreateLogGroup", "S3:getobject", "sqs:SendMessage", "kms:Decrypt"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SourceAccount"
      values   = ["true", ""]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SourceAccount"
      values   = ["home/&{aws:username}/*", "true"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["111122223333", "true", "b"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["a", "false"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:username"
      values   = ["a", "true", "x<y>"]
    }
  }
}
data "aws_iam_policy_document" "g104" {
  statement {
    sid = "Deny1"
    actions = ["S3:getobject", "s3:GetObject"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::a<b>&c", "arn:aws:s3:::logs/*", "arn:aws:s3:::logs"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "Null"
      variable = "aws:PrincipalTag/x"
      values   = ["home/&{aws:username}/*", "a", "false"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["", "true"]
    }
  }
}
data "aws_iam_policy_document" "g105" {
  statement {
    sid = ""
    actions = ["S3:getobject"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
  }
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["sqs:SendMessage", "logs:CreateLogGroup", "s3:GetObject"]
    resources = ["${local.folder}/x"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "Null"
      variable = "aws:SecureTransport"
      values   = ["b"]
    }
  }
}
data "aws_iam_policy_document" "g106" {
  override_policy_documents = [data.aws_iam_policy_document.g061.minified_json]
  statement {
    sid = ""
    actions = ["logs:CreateLogGroup", "iam:PassRole", "*"]
    resources = ["arn:aws:s3:::logs", "arn:aws:s3:::é"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
  }
  statement {
    sid = "Read"
    actions = ["S3:getobject", "logs:CreateLogGroup", "S3:getobject"]
    not_resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::home/&{aws:username}/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SecureTransport"
      values   = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g107" {
  source_policy_documents = [data.aws_iam_policy_document.g013.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g004.minified_json]
  statement {
    sid = "A"
    not_actions = ["sqs:SendMessage"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["10.0.0.0/8", "*"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SourceAccount"
      values   = ["111122223333", "false", "10.0.0.0/8"]
    }
  }
  statement {
    sid = "Read"
    effect = "Allow"
    actions = ["sqs:SendMessage", "S3:getobject", "kms:Decrypt", "ec2:Describe*", "sqs:SendMessage"]
    resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::logs", "arn:aws:s3:::logs/*", "arn:aws:s3:::é"]
  }
}
data "aws_iam_policy_document" "g108" {
  version = "2012-10-17"
  statement {
    sid = "Read"
    effect = "Deny"
    actions = ["*", "kms:Decrypt", "logs:CreateLogGroup", "ec2:Describe*"]
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["home/&{aws:username}/*"]
    }
  }
  statement {
    effect = null
    actions = ["S3:getobject"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
  }
}
data "aws_iam_policy_document" "g109" {
  policy_id = "g109-id"
  statement {
    sid = "B"
    effect = "Deny"
    actions = ["sqs:SendMessage"]
    condition {
      test     = "NumericLessThan"
      variable = "aws:SecureTransport"
      values   = ["*"]
    }
  }
  statement {
    effect = null
    not_actions = ["*", "sts:AssumeRole"]
    not_resources = ["${local.folder}/x"]
    not_principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["home/&{aws:username}/*", "false"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:SecureTransport"
      values   = ["111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g110" {
  override_policy_documents = [data.aws_iam_policy_document.g075.minified_json]
  statement {
    sid = ""
    effect = "Deny"
    actions = ["sts:AssumeRole", "iam:PassRole", "s3:GetObject"]
    not_resources = ["arn:aws:s3:::logs/*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "kms:ViaService"
      values   = ["false", "x<y>"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "kms:ViaService"
      values   = ["10.0.0.0/8"]
    }
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["home/&{aws:username}/*", "10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g111" {
  source_policy_documents = [data.aws_iam_policy_document.g099.json]
  override_policy_documents = [data.aws_iam_policy_document.g090.minified_json]
}
data "aws_iam_policy_document" "g112" {
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g109.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g066.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
}
data "aws_iam_policy_document" "g113" {
}
data "aws_iam_policy_document" "g114" {
  source_policy_documents = [data.aws_iam_policy_document.g031.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = ""
    not_actions = ["sqs:SendMessage", "sqs:SendMessage"]
    resources = ["arn:aws:s3:::a<b>&c", "${local.folder}/x"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g115" {
  override_policy_documents = [data.aws_iam_policy_document.g057.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Write"
    effect = "Allow"
    actions = ["s3:*"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "*", "arn:aws:s3:::logs/*", "arn:aws:s3:::logs"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["logs:CreateLogGroup"]
    not_resources = ["${local.folder}/x"]
    not_actions = []
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["true", "b"]
    }
  }
}
data "aws_iam_policy_document" "g116" {
  statement {
    sid = "A"
    effect = "Allow"
    actions = ["sts:AssumeRole", "s3:GetObject"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "${local.folder}/x"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "s3:prefix"
      values   = ["a", "true", "111122223333"]
    }
  }
}
data "aws_iam_policy_document" "g117" {
  statement {
    sid = "Write"
    effect = "Deny"
    actions = ["ec2:Describe*", "kms:Decrypt", "s3:GetObject", "sts:AssumeRole"]
    not_resources = ["arn:aws:s3:::a<b>&c"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g118" {
  source_policy_documents = [data.aws_iam_policy_document.g065.json]
  override_policy_documents = [data.aws_iam_policy_document.g090.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    effect = "Deny"
    actions = ["iam:PassRole", "s3:*", "S3:getobject"]
    not_resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    not_actions = []
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
}
data "aws_iam_policy_document" "g119" {
  policy_id = "g119-id"
  version = "2012-10-17"
  override_policy_documents = [data.aws_iam_policy_document.g067.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    not_actions = ["s3:*", "ec2:Describe*", "S3:getobject", "s3:GetObject"]
    resources = ["arn:aws:s3:::é", "*", "arn:aws:iam::*:role/${local.buckets[1]}"]
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:PrincipalTag/x"
      values   = ["b", "a", "*"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["b", "a", "x<y>"]
    }
  }
  statement {
    sid = "B"
    effect = "Deny"
    actions = ["ec2:Describe*", "S3:getobject", "logs:CreateLogGroup", "s3:PutObject"]
    condition {
      test     = "IpAddress"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8"]
    }
  }
  statement {
    actions = ["kms:Decrypt", "kms:Decrypt"]
    resources = ["${local.folder}/x"]
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g120" {
  policy_id = "g120-id"
}
data "aws_iam_policy_document" "g121" {
  override_policy_documents = [data.aws_iam_policy_document.g017.minified_json]
  statement {
    effect = "Deny"
    actions = ["*", "s3:PutObject", "ec2:Describe*", "S3:getobject", "*"]
    resources = ["arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:sqs:us-east-1:111122223333:q", "*"]
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "kms:ViaService"
      values   = ["", "b", "111122223333"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "kms:ViaService"
      values   = ["a", "x<y>"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["b", "111122223333", "10.0.0.0/8"]
    }
  }
  statement {
    effect = "Deny"
    actions = ["sts:AssumeRole", "S3:getobject", "s3:GetObject", "sts:AssumeRole"]
    resources = ["${local.folder}/x", "arn:aws:s3:::logs/*"]
  }
}
data "aws_iam_policy_document" "g122" {
  source_policy_documents = [data.aws_iam_policy_document.g041.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g034.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    effect = "Allow"
    actions = ["ec2:Describe*", "iam:PassRole", "s3:PutObject"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
  statement {
    sid = "A"
    effect = "Deny"
    actions = ["s3:*", "*", "sqs:SendMessage", "logs:CreateLogGroup"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "g123" {
  statement {
    not_actions = ["sts:AssumeRole"]
    not_resources = ["${local.folder}/x", "arn:aws:s3:::é", "arn:aws:s3:::home/&{aws:username}/*"]
  }
}
data "aws_iam_policy_document" "g124" {
  override_policy_documents = [data.aws_iam_policy_document.g062.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Write"
    effect = "Deny"
    actions = ["ec2:Describe*", "kms:Decrypt", "S3:getobject"]
    resources = ["arn:aws:s3:::logs/*", "${local.folder}/x", "arn:aws:s3:::logs"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "StringEquals"
      variable = "s3:prefix"
      values   = ["b", "x<y>", ""]
    }
    condition {
      test     = "Null"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>", "10.0.0.0/8", "b"]
    }
  }
}
data "aws_iam_policy_document" "g125" {
  policy_id = "g125-id"
}
data "aws_iam_policy_document" "g126" {
  version = "2012-10-17"
  override_policy_documents = [data.aws_iam_policy_document.g105.minified_json]
  statement {
    sid = "Read"
    effect = "Deny"
    not_actions = ["sqs:SendMessage", "s3:GetObject", "s3:*", "S3:getobject"]
    not_resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "Null"
      variable = "aws:SourceAccount"
      values   = ["home/&{aws:username}/*", "x<y>"]
    }
  }
  statement {
    sid = "B"
    not_actions = ["ec2:Describe*", "logs:CreateLogGroup", "*", "sts:AssumeRole"]
    not_principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    not_principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    condition {
      test     = "ArnLike"
      variable = "s3:prefix"
      values   = ["true", "x<y>", "b"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SourceAccount"
      values   = ["", "a"]
    }
  }
  statement {
    sid = "Deny1"
    actions = ["sts:AssumeRole"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
  }
}
data "aws_iam_policy_document" "g127" {
  policy_id = "g127-id"
  source_policy_documents = [data.aws_iam_policy_document.g031.json]
  statement {
    sid = "A"
    actions = ["logs:CreateLogGroup", "sts:AssumeRole", "S3:getobject", "iam:PassRole", "logs:CreateLogGroup"]
    not_resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::logs", "arn:aws:s3:::a<b>&c", "arn:aws:s3:::logs/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "Bool"
      variable = "aws:username"
      values   = ["x<y>", "true", "*"]
    }
    condition {
      test     = "Bool"
      variable = "aws:username"
      values   = ["*", "home/&{aws:username}/*"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:username"
      values   = ["b"]
    }
  }
  statement {
    actions = ["*"]
    resources = ["*"]
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:username"
      values   = ["false", "10.0.0.0/8"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:username"
      values   = ["b", ""]
    }
  }
}
data "aws_iam_policy_document" "g128" {
  policy_id = "g128-id"
  override_policy_documents = [data.aws_iam_policy_document.g038.minified_json]
  statement {
    sid = "Write"
    effect = null
    actions = ["*", "logs:CreateLogGroup", "iam:PassRole", "S3:getobject"]
    not_resources = ["${local.folder}/x", "*", "arn:aws:s3:::logs"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SecureTransport"
      values   = [""]
    }
  }
}
data "aws_iam_policy_document" "g129" {
  source_policy_documents = [data.aws_iam_policy_document.g064.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g105.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    not_actions = ["kms:Decrypt", "s3:GetObject", "sts:AssumeRole", "kms:Decrypt"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:PrincipalTag/x"
      values   = ["true", "false"]
    }
  }
  statement {
    sid = "Write"
    effect = "Allow"
    actions = ["logs:CreateLogGroup", "sqs:SendMessage"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g130" {
  version = "2012-10-17"
  override_policy_documents = [data.aws_iam_policy_document.g057.minified_json]
  statement {
    sid = "B"
    effect = null
    actions = ["*", "s3:PutObject", "sts:AssumeRole"]
    not_resources = ["arn:aws:s3:::a<b>&c", "${local.folder}/x", "arn:aws:s3:::é"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
  statement {
    actions = ["kms:Decrypt"]
    not_resources = ["*", "arn:aws:s3:::logs/*", "arn:aws:s3:::a<b>&c"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:PrincipalTag/x"
      values   = ["111122223333"]
    }
    condition {
      test     = "Null"
      variable = "aws:username"
      values   = ["10.0.0.0/8", "home/&{aws:username}/*", "x<y>"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SecureTransport"
      values   = ["true", "10.0.0.0/8"]
    }
  }
  statement {
    sid = "Deny1"
    effect = null
    actions = ["s3:PutObject", "s3:GetObject", "logs:CreateLogGroup"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "${local.folder}/x", "arn:aws:s3:::logs/*"]
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:username"
      values   = ["", "b"]
    }
  }
}
data "aws_iam_policy_document" "g131" {
  override_policy_documents = [data.aws_iam_policy_document.g105.minified_json]
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["iam:PassRole", "kms:Decrypt", "s3:GetObject", "*"]
    resources = ["arn:aws:iam::*:role/${local.buckets[1]}"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
  }
  statement {
    sid = "Deny1"
    actions = ["*", "ec2:Describe*", "s3:PutObject", "sqs:SendMessage"]
    resources = ["*", "arn:aws:s3:::é"]
    condition {
      test     = "Null"
      variable = "aws:username"
      values   = ["x<y>"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>", "b", "*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalTag/x"
      values   = ["true", "10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g132" {
}
data "aws_iam_policy_document" "g133" {
  version = "2012-10-17"
  statement {
    sid = "A"
    not_actions = ["S3:getobject", "logs:CreateLogGroup", "*", "s3:GetObject"]
    resources = ["arn:aws:iam::*:role/${local.buckets[1]}", "${local.folder}/x", "arn:aws:s3:::logs/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    condition {
      test     = "IpAddress"
      variable = "s3:prefix"
      values   = ["*"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SourceArn"
      values   = ["false"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SecureTransport"
      values   = ["a"]
    }
  }
}
data "aws_iam_policy_document" "g134" {
  statement {
    sid = "B"
    effect = "Deny"
    actions = ["ec2:Describe*", "iam:PassRole", "kms:Decrypt"]
  }
}
data "aws_iam_policy_document" "g135" {
  policy_id = "g135-id"
  source_policy_documents = [data.aws_iam_policy_document.g019.json]
  statement {
    sid = "A"
    effect = null
    not_actions = ["logs:CreateLogGroup"]
    resources = ["arn:aws:s3:::logs", "arn:aws:iam::*:role/${local.buckets[1]}"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "kms:ViaService"
      values   = ["a", "x<y>", "home/&{aws:username}/*"]
    }
  }
  statement {
    actions = ["kms:Decrypt", "ec2:Describe*", "sqs:SendMessage"]
    not_resources = ["arn:aws:sqs:us-east-1:111122223333:q", "*"]
  }
}
data "aws_iam_policy_document" "g136" {
  policy_id = "g136-id"
  version = "2012-10-17"
  statement {
    sid = ""
    effect = null
    actions = ["s3:GetObject", "logs:CreateLogGroup", "s3:PutObject", "kms:Decrypt"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*", "${local.folder}/x"]
    condition {
      test     = "Null"
      variable = "aws:SourceAccount"
      values   = ["10.0.0.0/8", "111122223333"]
    }
    condition {
      test     = "Null"
      variable = "kms:ViaService"
      values   = ["true", "*"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g137" {
  source_policy_documents = [data.aws_iam_policy_document.g044.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = "Write"
    actions = ["s3:PutObject", "kms:Decrypt"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    not_principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "s3:prefix"
      values   = ["x<y>", "home/&{aws:username}/*", "false"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "s3:prefix"
      values   = ["true", "*"]
    }
    condition {
      test     = "StringEquals"
      variable = "kms:ViaService"
      values   = ["home/&{aws:username}/*", "", "*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalTag/x"
      values   = ["*", "true"]
    }
  }
}
data "aws_iam_policy_document" "g138" {
  source_policy_documents = [data.aws_iam_policy_document.g026.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g053.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "Deny1"
    actions = ["sqs:SendMessage"]
    resources = ["arn:aws:s3:::logs", "arn:aws:s3:::a<b>&c"]
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "s3:prefix"
      values   = ["111122223333", "false", "home/&{aws:username}/*"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SecureTransport"
      values   = ["10.0.0.0/8", "x<y>"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>"]
    }
  }
}
data "aws_iam_policy_document" "g139" {
  source_policy_documents = [data.aws_iam_policy_document.g085.json]
  statement {
    sid = "A"
    not_actions = ["iam:PassRole", "s3:PutObject", "logs:CreateLogGroup", "S3:getobject"]
    condition {
      test     = "ArnLike"
      variable = "aws:username"
      values   = ["b"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalTag/x"
      values   = ["a", "false"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalTag/x"
      values   = ["b", "true"]
    }
  }
}
data "aws_iam_policy_document" "g140" {
}
data "aws_iam_policy_document" "g141" {
}
data "aws_iam_policy_document" "g142" {
  statement {
    actions = ["s3:*", "sts:AssumeRole", "kms:Decrypt"]
    resources = ["arn:aws:s3:::é", "arn:aws:s3:::logs/*", "${local.folder}/x"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalTag/x"
      values   = ["a", "*"]
    }
  }
  statement {
    sid = "Read"
    not_actions = ["s3:PutObject", "s3:GetObject", "s3:PutObject"]
    resources = ["${local.folder}/x", "arn:aws:s3:::logs", "arn:aws:iam::*:role/${local.buckets[1]}"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:username"
      values   = [""]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceArn"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g143" {
  source_policy_documents = [data.aws_iam_policy_document.g068.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    effect = null
    actions = ["s3:PutObject", "logs:CreateLogGroup", "*"]
    resources = ["arn:aws:s3:::logs", "${local.folder}/x", "arn:aws:s3:::logs/*", "arn:aws:s3:::home/&{aws:username}/*"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
  }
}
data "aws_iam_policy_document" "g144" {
  source_policy_documents = [data.aws_iam_policy_document.g044.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g114.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "A"
    effect = null
    actions = ["kms:Decrypt"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    not_principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
  }
}
data "aws_iam_policy_document" "g145" {
  statement {
    not_actions = ["kms:Decrypt", "s3:PutObject"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
  }
  statement {
    actions = ["S3:getobject", "logs:CreateLogGroup", "sts:AssumeRole"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["", "*"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["false", "*", "x<y>"]
    }
  }
}
data "aws_iam_policy_document" "g146" {
  source_policy_documents = [data.aws_iam_policy_document.g018.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    not_actions = ["S3:getobject", "kms:Decrypt"]
    not_resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:sqs:us-east-1:111122223333:q"]
    condition {
      test     = "ArnLike"
      variable = "s3:prefix"
      values   = ["111122223333"]
    }
  }
  statement {
    sid = "B"
    actions = ["s3:PutObject"]
    resources = ["arn:aws:s3:::logs/*", "arn:aws:s3:::a<b>&c", "*"]
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "StringLike"
      variable = "s3:prefix"
      values   = ["a"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceAccount"
      values   = ["10.0.0.0/8", "*", "x<y>"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceAccount"
      values   = ["", "b"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "kms:ViaService"
      values   = ["x<y>"]
    }
  }
}
data "aws_iam_policy_document" "g147" {
  policy_id = "g147-id"
  source_policy_documents = [data.aws_iam_policy_document.g136.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g117.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
}
data "aws_iam_policy_document" "g148" {
  override_policy_documents = [data.aws_iam_policy_document.g082.minified_json]
  statement {
    sid = "B"
    actions = ["kms:Decrypt", "*", "sqs:SendMessage", "kms:Decrypt"]
    not_resources = ["arn:aws:iam::*:role/${local.buckets[1]}", "arn:aws:s3:::a<b>&c", "arn:aws:s3:::logs"]
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    condition {
      test     = "ArnLike"
      variable = "kms:ViaService"
      values   = [""]
    }
  }
}
data "aws_iam_policy_document" "g149" {
  policy_id = "g149-id"
  version = "2012-10-17"
}
data "aws_iam_policy_document" "g150" {
  override_policy_documents = [data.aws_iam_policy_document.g083.minified_json, jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })]
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["S3:getobject", "kms:Decrypt", "sts:AssumeRole"]
    not_resources = ["arn:aws:s3:::a<b>&c"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:SourceAccount"
      values   = ["home/&{aws:username}/*"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:SourceArn"
      values   = ["111122223333"]
    }
    condition {
      test     = "Null"
      variable = "aws:SourceArn"
      values   = ["home/&{aws:username}/*"]
    }
  }
}
data "aws_iam_policy_document" "g151" {
  source_policy_documents = [data.aws_iam_policy_document.g130.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  override_policy_documents = [data.aws_iam_policy_document.g126.minified_json]
  statement {
    effect = "Allow"
    actions = ["s3:PutObject", "S3:getobject", "sts:AssumeRole"]
    resources = ["arn:aws:s3:::logs/*"]
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["a", "b", ""]
    }
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["false", "*"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:PrincipalTag/x"
      values   = ["x<y>", "*"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["", "*", "a"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:PrincipalTag/x"
      values   = ["a", ""]
    }
  }
}
data "aws_iam_policy_document" "g152" {
  override_policy_documents = [data.aws_iam_policy_document.g091.minified_json]
  statement {
    sid = "Write"
    effect = "Deny"
    actions = ["sts:AssumeRole"]
    not_resources = ["arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::logs", "arn:aws:s3:::a<b>&c"]
    condition {
      test     = "ArnLike"
      variable = "aws:PrincipalTag/x"
      values   = ["10.0.0.0/8", "false", "*"]
    }
  }
  statement {
    effect = null
    actions = ["S3:getobject", "sqs:SendMessage", "iam:PassRole", "s3:PutObject"]
    resources = ["arn:aws:sqs:us-east-1:111122223333:q", "*", "arn:aws:s3:::logs/*"]
  }
}
data "aws_iam_policy_document" "g153" {
  statement {
    sid = "Deny1"
    effect = "Deny"
    actions = ["iam:PassRole", "s3:*", "sqs:SendMessage"]
    not_principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    not_principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
  }
}
data "aws_iam_policy_document" "g154" {
  statement {
    effect = "Allow"
    actions = ["s3:PutObject", "iam:PassRole", "s3:PutObject"]
    resources = ["${local.folder}/x", "*", "arn:aws:s3:::logs/*", "arn:aws:s3:::logs"]
    condition {
      test     = "Bool"
      variable = "s3:prefix"
      values   = ["false", "a", "b"]
    }
    condition {
      test     = "Bool"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8", "a"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "s3:prefix"
      values   = ["false"]
    }
  }
  statement {
    effect = "Deny"
    not_actions = ["s3:GetObject"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceArn"
      values   = ["b", "false"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:SourceArn"
      values   = ["true", "b"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "kms:ViaService"
      values   = ["*", "b"]
    }
  }
}
data "aws_iam_policy_document" "g155" {
  policy_id = "g155-id"
  statement {
    sid = "B"
    effect = "Deny"
    actions = ["s3:GetObject", "s3:PutObject", "sqs:SendMessage"]
    resources = ["arn:aws:s3:::home/&{aws:username}/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "Null"
      variable = "aws:SourceArn"
      values   = ["", "x<y>", "true"]
    }
    condition {
      test     = "Bool"
      variable = "kms:ViaService"
      values   = ["b", "home/&{aws:username}/*"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:username"
      values   = ["a"]
    }
  }
}
data "aws_iam_policy_document" "g156" {
  policy_id = "g156-id"
  statement {
    sid = "Write"
    effect = "Deny"
    actions = ["sqs:SendMessage", "sts:AssumeRole", "s3:*", "*"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:root"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SourceArn"
      values   = ["false", "a"]
    }
  }
  statement {
    actions = ["logs:CreateLogGroup", "iam:PassRole"]
    not_resources = ["arn:aws:s3:::home/&{aws:username}/*", "arn:aws:s3:::é", "arn:aws:s3:::logs/*"]
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SecureTransport"
      values   = ["111122223333", "*", ""]
    }
    condition {
      test     = "ForAnyValue:StringLike"
      variable = "aws:SecureTransport"
      values   = ["b", "a"]
    }
  }
  statement {
    actions = ["sqs:SendMessage"]
    resources = [for b in local.buckets : "arn:aws:s3:::${b}/*"]
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["10.0.0.0/8", "home/&{aws:username}/*"]
    }
    condition {
      test     = "StringLike"
      variable = "kms:ViaService"
      values   = ["b", "true"]
    }
  }
}
data "aws_iam_policy_document" "g157" {
  version = "2012-10-17"
  source_policy_documents = [data.aws_iam_policy_document.g023.json, jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })]
  statement {
    sid = "B"
    effect = "Allow"
    actions = ["logs:CreateLogGroup", "s3:GetObject", "sts:AssumeRole"]
    resources = ["arn:aws:s3:::a<b>&c", "arn:aws:s3:::home/&{aws:username}/*", "arn:aws:iam::*:role/${local.buckets[1]}"]
    not_actions = []
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]
    }
    principals {
      type        = "CanonicalUser"
      identifiers = ["0123abcd"]
    }
    condition {
      test     = "ArnLike"
      variable = "aws:username"
      values   = ["false", "a", "x<y>"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "aws:SecureTransport"
      values   = ["home/&{aws:username}/*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["10.0.0.0/8"]
    }
  }
}
data "aws_iam_policy_document" "g158" {
}
data "aws_iam_policy_document" "g159" {
  override_policy_documents = [data.aws_iam_policy_document.g126.minified_json]
  statement {
    actions = ["sqs:SendMessage", "s3:GetObject"]
    resources = ["arn:aws:s3:::logs", "*", "arn:aws:s3:::logs/*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["111122223333", "444455556666"]
    }
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
    condition {
      test     = "StringEqualsIfExists"
      variable = "s3:prefix"
      values   = ["10.0.0.0/8", "", "false"]
    }
  }
  statement {
    sid = "Write"
    actions = ["*", "s3:*", "s3:PutObject", "S3:getobject"]
    resources = ["arn:aws:s3:::é", "arn:aws:s3:::logs/*", "arn:aws:s3:::a<b>&c"]
    condition {
      test     = "NumericLessThan"
      variable = "kms:ViaService"
      values   = [""]
    }
    condition {
      test     = "IpAddress"
      variable = "aws:SecureTransport"
      values   = ["x<y>", "true"]
    }
  }
}
