resource "aws_ssm_parameter" "endpoint" {
  name  = "/billing/api-endpoint"
  type  = "String"
  value = join("/", ["https://billing.internal.example.com", "v1", ""])
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
