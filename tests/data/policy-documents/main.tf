# The documents whose results stand in recorded.json. Recorded with:
#   terraform plan -out=plan.bin && terraform show -json plan.bin |
#     jq '[.prior_state.values.root_module.resources[] | {address, values: (.values | del(.json, .id, .minified_json) | del(..|nulls)), json: .values.json}]'
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
data "aws_iam_policy_document" "base" {
  policy_id = "base"
  statement {
    sid       = "A"
    actions   = ["s3:*"]
    resources = ["*"]
  }
  statement {
    sid           = "B"
    effect        = "Deny"
    not_actions   = ["iam:*", "sts:*"]
    not_resources = ["arn:aws:s3:::x/&{aws:username}/*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    principals {
      type        = "Service"
      identifiers = ["a.amazonaws.com", "b.amazonaws.com"]
    }
  }
  statement {
    actions = ["sqs:SendMessage"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["1", "2"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalTag/x"
      values   = ["&{aws:username}"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["3"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
  }
  statement {
    not_principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::123456789012:root"]
    }
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::123456789012:root"]
    }
    actions = ["a:b"]
  }
  statement {
    principals {
      type        = "AWS"
      identifiers = ["1"]
    }
    principals {
      type        = "AWS"
      identifiers = ["2", "3"]
    }
    actions = ["a:c"]
  }
}
data "aws_iam_policy_document" "merged" {
  version                   = "2008-10-17"
  source_policy_documents   = [data.aws_iam_policy_document.base.json, jsonencode({ Id = "zz", Statement = [{ Sid = "C", Effect = "Allow", Action = "a:d", Resource = "*" }] })]
  override_policy_documents = [jsonencode({ Version = "2012-10-17", Statement = [{ Sid = "B", Effect = "Allow", Action = ["x:y"], Resource = ["*"] }, { Effect = "Allow", Action = "n:n", Resource = "*" }] })]
  statement {
    sid       = "A"
    effect    = "Deny"
    actions   = ["s3:GetObject"]
    resources = ["arn:aws:s3:::b", "arn:aws:s3:::b/*"]
  }
  statement {
    sid       = "D"
    actions   = ["d:d"]
    resources = ["*"]
  }
}
data "aws_iam_policy_document" "empty" {}
