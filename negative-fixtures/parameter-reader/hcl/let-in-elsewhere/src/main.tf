resource "aws_ssm_parameter" "api_endpoint" {
  name        = "/billing/api-endpoint"
  description = "Base URL of the billing API"
  type        = "String"
  value       = "https://billing.internal.example.com/v1"
}

resource "aws_ssm_parameter" "region" {
  name  = "/billing/region"
  type  = "String"
  value = "eu-central-1"
}

resource "aws_iam_role" "reader" {
  name        = "billing-reader"
  description = "Execution role of the functions that call the billing API"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Action    = "sts:AssumeRole"
        Principal = { Service = "lambda.amazonaws.com" }
      },
    ]
  })
}

resource "aws_iam_role_policy" "read_endpoint" {
  name = "read-api-endpoint"
  role = aws_iam_role.reader.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid      = "ReadEndpoint"
        Effect   = "Allow"
        Action   = ["ssm:GetParameter", "ssm:GetParameters"]
        Resource = aws_ssm_parameter.api_endpoint.arn
      },
      {
        Sid      = "NeverWrite"
        Effect   = "Deny"
        Action   = ["ssm:PutParameter", "ssm:DeleteParameter"]
        Resource = "*"
      },
    ]
  })
}

resource "aws_iam_role" "exporter" {
  name = "billing-exporter"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect = "Allow"
        Action = "sts:AssumeRole"
        Principal = {
          Service = "ecs-tasks.amazonaws.com"
          AWS     = aws_iam_role.reader.arn
        }
      },
    ]
  })
}

resource "aws_iam_role_policy" "export" {
  name = "export-invoices"
  role = aws_iam_role.exporter.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = ["s3:PutObject", "s3:GetObject"]
        Resource = "arn:aws:s3:::example-billing-exports/*"
      },
      {
        Effect   = "Allow"
        Action   = "ssm:GetParametersByPath"
        Resource = "*"
      },
    ]
  })
}
