resource "aws_ssm_parameter" "endpoint" {
  name  = "/billing/api-endpoint"
  type  = "String"
  value = "https://billing.internal.example.com/v1"
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

data "aws_iam_policy_document" "wide" {
  statement {
    sid       = "Read"
    actions   = ["ssm:*"]
    resources = ["*"]
  }
}

data "aws_iam_policy_document" "narrow" {
  statement {
    sid       = "Read"
    actions   = ["ssm:GetParameter"]
    resources = [aws_ssm_parameter.endpoint.arn]
  }
}

data "aws_iam_policy_document" "read" {
  source_policy_documents   = [data.aws_iam_policy_document.wide.json]
  override_policy_documents = [data.aws_iam_policy_document.narrow.json]
}

resource "aws_iam_role_policy" "read" {
  name   = "read-endpoint"
  role   = aws_iam_role.reader.id
  policy = data.aws_iam_policy_document.read.json
}
