variable "log_retention_days" {
  description = "Days the logs of the upload handler are kept."
  type        = number
  default     = 7
}

locals {
  buckets = toset(["uploads", "thumbnails"])
  ways    = ["Put", "Post", "Copy", "CompleteMultipartUpload"]
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "lambda" {
  name_prefix        = "media-"
  assume_role_policy = data.aws_iam_policy_document.trust.json
}

resource "aws_s3_bucket" "media" {
  for_each = local.buckets

  bucket        = "example-media-${each.key}"
  force_destroy = true
}

module "upload_handler" {
  source = "./modules/function"

  name               = "upload-handler"
  role_arn           = aws_iam_role.lambda.arn
  log_retention_days = var.log_retention_days

  invokers = {
    uploads = {
      principal  = "s3.amazonaws.com"
      source_arn = aws_s3_bucket.media["uploads"].arn
    }
  }
}

module "thumbnailer" {
  source = "./modules/function"

  name               = "thumbnailer"
  role_arn           = aws_iam_role.lambda.arn
  log_retention_days = 90

  invokers = {
    nightly = {
      principal  = "events.amazonaws.com"
      source_arn = "arn:aws:events:us-east-1:111122223333:rule/nightly-thumbnails"
    }
  }
}

resource "aws_s3_bucket_notification" "uploads" {
  bucket = aws_s3_bucket.media["uploads"].bucket

  lambda_function {
    id                  = "new-upload"
    lambda_function_arn = module.upload_handler.arn
    events              = [for way in local.ways : "s3:ObjectCreated:${way}"]
  }

  depends_on = [module.upload_handler]
}
