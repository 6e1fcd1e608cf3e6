resource "aws_s3_bucket" "b" {
  bucket = "witness"
}

resource "aws_iam_role" "r" {
  name = "witness"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "lambda.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy_attachment" "r" {
  role       = "witness"
  policy_arn = "arn:aws:iam::aws:policy/ReadOnlyAccess"
}

resource "aws_s3_bucket_versioning" "b" {
  bucket = "witness"

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_policy" "b" {
  bucket = "witness"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Deny"
      Principal = "*"
      Action    = "s3:*"
      Resource  = ["arn:aws:s3:::witness", "arn:aws:s3:::witness/*"]
    }]
  })
}
