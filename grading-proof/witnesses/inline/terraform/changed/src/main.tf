resource "aws_sqs_queue" "q" {
  name = "witness"
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

  inline_policy {
    name = "receive"

    policy = jsonencode({
      Version = "2012-10-17"
      Statement = [{
        Effect   = "Allow"
        Action   = "sqs:ReceiveMessage"
        Resource = aws_sqs_queue.q.arn
      }]
    })
  }

  managed_policy_arns = ["arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"]
}

resource "aws_s3_bucket" "b" {
  bucket = "witness"

  server_side_encryption_configuration {
    rule {
      bucket_key_enabled = true

      apply_server_side_encryption_by_default {
        kms_master_key_id = "alias/witness"
        sse_algorithm     = "aws:kms"
      }
    }
  }

  versioning {
    enabled = true
  }

  lifecycle_rule {
    id      = "old"
    enabled = true
    prefix  = "logs/"

    noncurrent_version_expiration {
      days = 90
    }
  }
}
