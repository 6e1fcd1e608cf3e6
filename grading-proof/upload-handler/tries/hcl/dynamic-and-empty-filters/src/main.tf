locals {
  stage   = "prod"
  name    = join("-", ["upload", "handler"])
  buckets = { "media.uploads" = true, "media.archive" = false }
  targets = { for key, notifies in local.buckets : key => { prefix = "", suffix = "" } if notifies }
}

resource "aws_s3_bucket" "media" {
  for_each = local.buckets

  bucket = "example-${local.stage}-${replace(each.key, ".", "-")}"
}

resource "aws_iam_role" "handler" {
  name = "upload-handler"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
}

resource "aws_lambda_function" "handler" {
  function_name = local.name
  role          = aws_iam_role.handler.arn
  runtime       = "python3.13"
  handler       = "app.handler"
  s3_bucket     = "example-build-artifacts"
  s3_key        = "upload-handler.zip"
}

resource "aws_cloudwatch_log_group" "handler" {
  name              = format("/aws/lambda/%s", aws_lambda_function.handler.function_name)
  retention_in_days = tonumber("14")
}

resource "aws_lambda_permission" "media" {
  for_each = local.targets

  statement_id_prefix = "media-"
  action              = "lambda:InvokeFunction"
  function_name       = aws_lambda_function.handler.arn
  principal           = "s3.amazonaws.com"
  source_arn          = "arn:aws:s3:::${aws_s3_bucket.media[each.key].bucket}"
}

resource "aws_s3_bucket_notification" "media" {
  for_each = local.targets

  bucket = aws_s3_bucket.media[each.key].bucket

  dynamic "lambda_function" {
    for_each = toset(["Put", "Post", "Copy", "CompleteMultipartUpload"])

    content {
      id                  = lower(lambda_function.key)
      lambda_function_arn = aws_lambda_function.handler.arn
      events              = ["s3:ObjectCreated:${lambda_function.key}"]
      filter_prefix       = each.value.prefix
      filter_suffix       = each.value.suffix
    }
  }

  depends_on = [aws_lambda_permission.media]
}
