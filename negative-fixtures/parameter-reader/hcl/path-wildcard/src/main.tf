variable "account_id" {
  description = "Account that owns the parameters."
  type        = string
  default     = "111122223333"
}

locals {
  arn_prefix = "arn:aws:ssm:us-east-1:${var.account_id}:parameter"
}

resource "aws_ssm_parameter" "api_endpoint" {
  name  = "/billing/api-endpoint"
  type  = "String"
  value = "https://billing.internal.example.com/v1"
}

resource "aws_ssm_parameter" "billing_region" {
  name  = "/billing/region"
  type  = "String"
  value = "eu-central-1"
}

resource "aws_iam_role" "reader" {
  name = "billing-reader"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = {
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }
  })

  inline_policy {
    name = "read-endpoint"

    policy = jsonencode({
      Version = "2012-10-17"
      Statement = [
        {
          Effect   = "Allow"
          Action   = "ssm:GetParameter"
          Resource = "${local.arn_prefix}/billing/*"
        },
        {
          Effect   = "Deny"
          Action   = "ssm:PutParameter"
          Resource = "*"
        },
      ]
    })
  }
}

resource "aws_iam_role" "exporter" {
  name = "billing-exporter"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = {
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "glue.amazonaws.com" }
    }
  })

  inline_policy {
    name = "export"

    policy = jsonencode({
      Version = "2012-10-17"
      Statement = [
        {
          Effect   = "Allow"
          Action   = ["s3:PutObject", "s3:ListBucket"]
          Resource = "*"
        },
      ]
    })
  }
}
