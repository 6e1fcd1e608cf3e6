resource "aws_s3_bucket" "b" {
  bucket = "witness"
}

resource "aws_iam_policy" "p" {
  name        = "witness"
  description = "100% of ${aws_s3_bucket.b.bucket}"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "s3:GetObject"
      Resource = "${aws_s3_bucket.b.arn}/reports/*"
    }]
  })
}
