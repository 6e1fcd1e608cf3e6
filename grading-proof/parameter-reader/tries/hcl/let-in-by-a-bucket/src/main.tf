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

resource "aws_s3_bucket" "invoices" {
  bucket = "example-invoices"
}

data "aws_iam_policy_document" "invoices" {
  statement {
    actions   = ["s3:GetObject", "s3:PutObject"]
    resources = ["${aws_s3_bucket.invoices.arn}/*"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::444455556666:root", aws_iam_role.reader.arn]
    }
  }
}

resource "aws_s3_bucket_policy" "invoices" {
  bucket = aws_s3_bucket.invoices.id
  policy = data.aws_iam_policy_document.invoices.json
}
