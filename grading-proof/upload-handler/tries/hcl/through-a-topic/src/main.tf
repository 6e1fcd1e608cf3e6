resource "aws_s3_bucket" "uploads" {
  bucket_prefix = "uploads-"
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
  function_name = "upload-handler"
  role          = aws_iam_role.handler.arn
  runtime       = "python3.13"
  handler       = "app.handler"
  s3_bucket     = "example-build-artifacts"
  s3_key        = "upload-handler.zip"
}

resource "aws_cloudwatch_log_group" "handler" {
  name              = "/aws/lambda/upload-handler"
  retention_in_days = 14
}

resource "aws_sns_topic" "uploads" {
  name = "uploads"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "s3.amazonaws.com" }
      Action    = "sns:Publish"
      Resource  = "*"
      Condition = { ArnEquals = { "aws:SourceArn" = aws_s3_bucket.uploads.arn } }
    }]
  })
}

resource "aws_s3_bucket_notification" "uploads" {
  bucket = aws_s3_bucket.uploads.id

  topic {
    topic_arn = aws_sns_topic.uploads.arn
    events    = ["s3:ObjectCreated:*"]
  }
}

resource "aws_sns_topic_subscription" "handler" {
  topic_arn = aws_sns_topic.uploads.arn
  protocol  = "lambda"
  endpoint  = aws_lambda_function.handler.arn
}

resource "aws_lambda_permission" "uploads" {
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.handler.function_name
  principal     = "sns.amazonaws.com"
  source_arn    = aws_sns_topic.uploads.arn
}
