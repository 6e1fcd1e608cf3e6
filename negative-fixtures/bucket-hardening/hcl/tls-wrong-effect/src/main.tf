locals {
  bucket_name = "example-board-reports"
}

resource "aws_kms_key" "board" {
  description = "Board reports"
}

resource "aws_kms_alias" "board" {
  name          = "alias/board-reports"
  target_key_id = aws_kms_key.board.key_id
}

resource "aws_kms_key" "drafts" {
  description = "Drafts of the board reports"
}

resource "aws_s3_bucket" "board" {
  bucket = local.bucket_name

  tags = {
    classification = "confidential"
    owner          = "board-office"
  }

  versioning {
    enabled = true
  }

  server_side_encryption_configuration {
    rule {
      apply_server_side_encryption_by_default {
        sse_algorithm     = "aws:kms"
        kms_master_key_id = aws_kms_key.board.key_id
      }
    }
  }
}

resource "aws_s3_bucket_public_access_block" "board" {
  bucket = aws_s3_bucket.board.id

  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_policy" "board" {
  bucket = aws_s3_bucket.board.id

  policy = <<-POLICY
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Sid": "TlsOnly",
          "Effect": "Allow",
          "Principal": { "AWS": "arn:aws:iam::444455556666:root" },
          "Action": ["s3:*"],
          "Resource": [
            "arn:aws:s3:::${local.bucket_name}",
            "arn:aws:s3:::${local.bucket_name}/*"
          ],
          "Condition": { "Bool": { "aws:SecureTransport": "true" } }
        },
        {
          "Sid": "KeepPolicy",
          "Effect": "Deny",
          "Principal": "*",
          "Action": ["s3:DeleteBucketPolicy"],
          "Resource": "arn:aws:s3:::${local.bucket_name}"
        },
        {
          "Sid": "AuditorsRead",
          "Effect": "Allow",
          "Principal": { "AWS": "444455556666" },
          "Action": ["s3:GetObject"],
          "Resource": "arn:aws:s3:::${local.bucket_name}/minutes/*"
        }
      ]
    }
  POLICY
}

resource "aws_s3_bucket" "drafts" {
  bucket = "example-board-drafts"

  tags = {
    classification = "internal"
  }

  versioning {
    enabled = false
  }

  server_side_encryption_configuration {
    rule {
      apply_server_side_encryption_by_default {
        sse_algorithm     = "aws:kms"
        kms_master_key_id = aws_kms_key.drafts.arn
      }
    }
  }
}
