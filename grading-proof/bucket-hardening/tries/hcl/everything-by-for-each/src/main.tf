variable "buckets" {
  description = "Buckets and how they are classified."
  type        = map(object({ classification = string }))
  default = {
    "finance/reports.v1" = { classification = "confidential" }
    "press/assets.v1"    = { classification = "public" }
  }
}

locals {
  confidential = { for name, bucket in var.buckets : name => bucket if bucket.classification == "confidential" }
}

resource "aws_kms_key" "this" {
  for_each = local.confidential

  description = "Encrypts ${each.key}"
}

resource "aws_s3_bucket" "this" {
  for_each = var.buckets

  bucket_prefix = "${replace(replace(each.key, "/", "-"), ".", "-")}-"
  tags          = each.value
}

resource "aws_s3_bucket_public_access_block" "this" {
  for_each = local.confidential

  bucket                  = aws_s3_bucket.this[each.key].id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  for_each = aws_kms_key.this

  bucket = aws_s3_bucket.this[each.key].id

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = each.value.arn
    }
  }
}

resource "aws_s3_bucket_versioning" "this" {
  for_each = local.confidential

  bucket = aws_s3_bucket.this[each.key].id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_policy" "this" {
  for_each = local.confidential

  bucket = aws_s3_bucket.this[each.key].id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [for part in ["", "/*"] : {
      Effect    = "Deny"
      Principal = "*"
      Action    = "s3:*"
      Resource  = "${aws_s3_bucket.this[each.key].arn}${part}"
      Condition = { Bool = { "aws:SecureTransport" = false } }
    }]
  })
}
