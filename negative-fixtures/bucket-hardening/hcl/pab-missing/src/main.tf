variable "environment" {
  description = "Name of the environment, part of every bucket name."
  type        = string
  default     = "prod"
}

locals {
  keys = {
    reports = "Confidential reports"
    backups = "Database backups"
  }
}

resource "aws_kms_key" "this" {
  for_each = local.keys

  description         = each.value
  enable_key_rotation = true
}

module "reports" {
  source = "./modules/private-bucket"

  name        = "example-${var.environment}-reports"
  kms_key_arn = aws_kms_key.this["reports"].arn
  readers     = ["arn:aws:iam::444455556666:role/auditor"]

  tags = {
    classification = "confidential"
  }
}

resource "aws_s3_bucket" "assets" {
  bucket = "example-${var.environment}-assets"

  tags = {
    classification = "public"
  }
}

resource "aws_s3_bucket_public_access_block" "assets" {
  bucket = aws_s3_bucket.assets.id

  block_public_acls       = true
  ignore_public_acls      = true
  block_public_policy     = false
  restrict_public_buckets = false
}

resource "aws_s3_bucket_versioning" "assets" {
  bucket = aws_s3_bucket.assets.id

  versioning_configuration {
    status = "Suspended"
  }
}
