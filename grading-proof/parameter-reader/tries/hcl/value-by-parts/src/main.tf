locals {
  host    = { internal = "billing.internal.example.com", public = "billing.example.com" }
  version = 1
}

resource "aws_ssm_parameter" "endpoint" {
  name  = "/billing/api-endpoint"
  type  = "String"
  value = format("https://%s/v%d", local.host[local.version > 0 ? "internal" : "public"], local.version)
}

resource "aws_iam_role" "reader" {
  name = "billing-reader"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy" "read" {
  name = "read-endpoint"
  role = aws_iam_role.reader.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "ssm:GetParameter"
      Resource = aws_ssm_parameter.endpoint.arn
    }]
  })
}
