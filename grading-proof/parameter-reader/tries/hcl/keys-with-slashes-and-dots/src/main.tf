locals {
  settings = {
    "/billing/api-endpoint"     = "https://billing.internal.example.com/v1"
    "/billing/region.primary"   = "eu-central-1"
    "/billing/limits[per.hour]" = "1000"
  }
  readable = [for name, parameter in aws_ssm_parameter.settings : parameter.arn if endswith(name, "/api-endpoint")]
  roles    = { "billing.reader" = "lambda" }
}

resource "aws_ssm_parameter" "settings" {
  for_each = { for name, value in local.settings : name => value if !strcontains(name, "[") }

  name  = each.key
  type  = "String"
  value = each.value
}

resource "aws_iam_role" "functions" {
  for_each = local.roles

  name = replace(each.key, ".", "-")

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "${each.value}.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy" "functions" {
  for_each = aws_iam_role.functions

  name = "${each.key}-reads"
  role = each.value.name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "ssm:GetParameter"
      Resource = one(local.readable)
    }]
  })
}
