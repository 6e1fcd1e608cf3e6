variable "trusted_services" {
  description = "Services that may assume the reader role."
  type        = list(string)
  default     = ["lambda.amazonaws.com", "ec2.amazonaws.com"]
}

resource "aws_ssm_parameter" "api_endpoint" {
  name           = "/billing/api-endpoint"
  type           = "String"
  insecure_value = "https://billing.internal.example.com/v1"
}

resource "aws_ssm_parameter" "region" {
  name           = "/billing/region"
  type           = "String"
  insecure_value = "eu-central-1"
}

data "aws_iam_policy_document" "reader_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = var.trusted_services
    }
  }
}

data "aws_iam_policy_document" "reader" {
  statement {
    effect    = "Allow"
    actions   = ["ssm:GetParameter", "ssm:GetParameterHistory"]
    resources = [aws_ssm_parameter.api_endpoint.arn]
  }

  statement {
    effect    = "Deny"
    actions   = ["ssm:PutParameter"]
    resources = ["*"]
  }
}

resource "aws_iam_role" "reader" {
  name               = "billing-reader"
  assume_role_policy = data.aws_iam_policy_document.reader_trust.json
}

resource "aws_iam_policy" "reader" {
  name_prefix = "billing-reader-"
  policy      = data.aws_iam_policy_document.reader.json
}

resource "aws_iam_role_policy_attachment" "reader" {
  role       = aws_iam_role.reader.name
  policy_arn = aws_iam_policy.reader.arn
}

data "aws_iam_policy_document" "worker_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "worker" {
  name               = "billing-worker"
  assume_role_policy = data.aws_iam_policy_document.worker_trust.json
}

resource "aws_iam_role_policy_attachment" "worker" {
  role       = aws_iam_role.worker.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"
}
