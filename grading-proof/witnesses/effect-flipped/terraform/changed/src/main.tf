resource "aws_kms_key" "reports" {
  description             = "Encrypts the confidential reports"
  enable_key_rotation     = true
  deletion_window_in_days = 30
}

resource "aws_kms_key" "exchange" {
  description = "Encrypts messages to partners"
}

resource "aws_s3_bucket" "reports" {
  bucket = "example-confidential-reports"

  tags = {
    classification = "confidential"
  }
}

resource "aws_s3_bucket_public_access_block" "reports" {
  bucket = aws_s3_bucket.reports.id

  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "reports" {
  bucket = aws_s3_bucket.reports.id

  rule {
    bucket_key_enabled = true

    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = aws_kms_key.reports.arn
    }
  }
}

resource "aws_s3_bucket_versioning" "reports" {
  bucket = aws_s3_bucket.reports.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_policy" "reports" {
  bucket = aws_s3_bucket.reports.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "TlsOnly"
        Effect    = "Allow"
        Principal = "*"
        Action    = "s3:*"
        Resource = [
          aws_s3_bucket.reports.arn,
          "${aws_s3_bucket.reports.arn}/*",
        ]
        Condition = {
          Bool = { "aws:SecureTransport" = "false" }
        }
      },
      {
        Sid       = "KeepBucket"
        Effect    = "Deny"
        Principal = "*"
        Action    = "s3:DeleteBucket"
        Resource  = aws_s3_bucket.reports.arn
      },
      {
        Sid       = "AuditorsRead"
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::444455556666:role/auditor" }
        Action    = "s3:GetObject"
        Resource  = "${aws_s3_bucket.reports.arn}/audit/*"
      },
    ]
  })

  depends_on = [aws_s3_bucket_public_access_block.reports]
}

resource "aws_s3_bucket" "exchange" {
  bucket = "example-partner-exchange"

  tags = {
    classification = "internal"
  }
}

resource "aws_s3_bucket_public_access_block" "exchange" {
  bucket = aws_s3_bucket.exchange.id

  block_public_acls  = true
  ignore_public_acls = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "exchange" {
  bucket = aws_s3_bucket.exchange.id

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
  }
}
