locals {
  service = "billing"
}

resource "aws_ssm_parameter" "endpoint" {
  name  = "/${local.service}/api-endpoint"
  type  = "String"
  value = "https://billing.internal.example.com/v1"

  tags = {
    service = local.service
  }
}

resource "aws_ssm_parameter" "region" {
  name  = "/${local.service}/region"
  type  = "String"
  value = "eu-central-1"
}

resource "aws_iam_role" "billing_reader" {
  name               = "${local.service}-reader"
  assume_role_policy = <<-POLICY
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Effect": "Allow",
          "Principal": { "Service": ["lambda.amazonaws.com"] },
          "Action": ["sts:AssumeRole"]
        }
      ]
    }
  POLICY
}

resource "aws_iam_policy" "read_endpoint" {
  name        = "${local.service}-read-endpoint"
  description = "Read the endpoint of the billing API"
  policy      = <<-POLICY
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Sid": "ReadEndpoint",
          "Effect": "Allow",
          "Action": "ssm:GetParameter",
          "Resource": "${aws_ssm_parameter.endpoint.arn}"
        },
        {
          "Sid": "WriteLogs",
          "Effect": "Allow",
          "Action": ["logs:CreateLogStream", "logs:PutLogEvents"],
          "Resource": "arn:aws:logs:*:*:log-group:/aws/lambda/billing-*"
        },
        {
          "Sid": "NeverWrite",
          "Effect": "Deny",
          "Action": "ssm:PutParameter",
          "Resource": "*"
        }
      ]
    }
  POLICY
}

resource "aws_iam_role_policy_attachment" "read_endpoint" {
  role       = aws_iam_role.billing_reader.name
  policy_arn = aws_iam_policy.read_endpoint.arn
}

resource "aws_iam_role_policy_attachments_exclusive" "billing_reader" {
  role_name   = aws_iam_role.billing_reader.name
  policy_arns = []
}

resource "aws_iam_role" "auditor" {
  name               = "${local.service}-auditor"
  assume_role_policy = <<-POLICY
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Effect": "Allow",
          "Principal": { "Service": "states.amazonaws.com" },
          "Action": "sts:AssumeRole"
        }
      ]
    }
  POLICY
}

resource "aws_iam_role_policy_attachment" "auditor" {
  role       = aws_iam_role.auditor.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonSSMReadOnlyAccess"
}
