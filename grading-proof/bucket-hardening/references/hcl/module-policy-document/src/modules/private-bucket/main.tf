variable "name" {
  description = "Name of the bucket."
  type        = string
}

variable "kms_key_arn" {
  description = "Key that encrypts the objects."
  type        = string
}

variable "readers" {
  description = "Principals of other accounts that may read the shared prefix."
  type        = list(string)
  default     = []
}

variable "tags" {
  description = "Tags of the bucket."
  type        = map(string)
  default     = {}
}

resource "aws_s3_bucket" "this" {
  bucket = var.name
  tags   = merge({ managed-by = "terraform" }, var.tags)
}

resource "aws_s3_bucket_public_access_block" "this" {
  bucket = aws_s3_bucket.this.bucket

  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  bucket = aws_s3_bucket.this.bucket

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = var.kms_key_arn
    }
  }
}

resource "aws_s3_bucket_versioning" "this" {
  bucket = aws_s3_bucket.this.bucket

  versioning_configuration {
    status = "Enabled"
  }
}

data "aws_iam_policy_document" "this" {
  statement {
    sid       = "TlsOnly"
    effect    = "Deny"
    actions   = ["s3:*"]
    resources = [aws_s3_bucket.this.arn, "${aws_s3_bucket.this.arn}/*"]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
  }

  statement {
    sid       = "KeepVersions"
    effect    = "Deny"
    actions   = ["s3:DeleteObjectVersion"]
    resources = ["${aws_s3_bucket.this.arn}/*"]

    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }

  dynamic "statement" {
    for_each = length(var.readers) > 0 ? [var.readers] : []

    content {
      sid       = "SharedPrefix"
      actions   = ["s3:GetObject"]
      resources = ["${aws_s3_bucket.this.arn}/shared/*"]

      principals {
        type        = "AWS"
        identifiers = statement.value
      }
    }
  }
}

resource "aws_s3_bucket_policy" "this" {
  bucket = aws_s3_bucket.this.bucket
  policy = data.aws_iam_policy_document.this.json
}
