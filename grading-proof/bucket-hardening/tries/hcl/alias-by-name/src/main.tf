locals {
  alias      = "alias/reports"
  encryption = [{ algorithm = "aws:kms:dsse", key = local.alias }]
}

resource "aws_kms_key" "reports" {
  description = "Encrypts the reports"
}

resource "aws_kms_alias" "reports" {
  name          = local.alias
  target_key_id = aws_kms_key.reports.id
}

resource "aws_s3_bucket" "reports" {
  bucket = "example-reports"

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
  bucket = aws_s3_bucket.reports.bucket

  dynamic "rule" {
    for_each = local.encryption

    content {
      dynamic "apply_server_side_encryption_by_default" {
        for_each = [rule.value]
        iterator = by_default

        content {
          sse_algorithm     = by_default.value.algorithm
          kms_master_key_id = by_default.value.key
        }
      }
    }
  }

  depends_on = [aws_kms_alias.reports]
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
    Statement = [{
      Effect    = "Deny"
      Principal = "*"
      Action    = "s3:*"
      Resource  = [aws_s3_bucket.reports.arn, "${aws_s3_bucket.reports.arn}/*"]
      Condition = { Bool = { "aws:SecureTransport" = "false" } }
    }]
  })
}
