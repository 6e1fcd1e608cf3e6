variable "prefix" {
  description = "Path under which the billing parameters live."
  type        = string
  default     = "/billing"
}

locals {
  parameters = {
    api-endpoint = "https://billing.internal.example.com/v2"
    region       = "eu-central-1"
  }
}

resource "aws_ssm_parameter" "billing" {
  for_each = local.parameters

  name  = "${var.prefix}/${each.key}"
  type  = "String"
  value = each.value
}

module "reader" {
  source = "./modules/parameter-reader"

  role_name      = "billing-reader"
  parameter_arns = [aws_ssm_parameter.billing["api-endpoint"].arn]
}

data "aws_iam_policy_document" "scheduler_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["scheduler.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "scheduler" {
  statement {
    actions   = ["lambda:InvokeFunction"]
    resources = ["arn:aws:lambda:us-east-1:111122223333:function:billing-nightly"]
  }
}

resource "aws_iam_role" "scheduler" {
  name               = "billing-scheduler"
  assume_role_policy = data.aws_iam_policy_document.scheduler_trust.json
}

resource "aws_iam_role_policy" "scheduler" {
  name   = "invoke-nightly"
  role   = aws_iam_role.scheduler.name
  policy = data.aws_iam_policy_document.scheduler.json
}
