resource "terraform_data" "unrelated_turbine" {
  input = "turbine"
}

resource "aws_cloudwatch_log_group" "unrelated_turbine" {
  name              = "/turbine/feed"
  retention_in_days = 365
}

resource "aws_cloudwatch_metric_alarm" "unrelated_turbine" {
  alarm_name          = "turbine-feed-is-late"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateAgeOfOldestMessage"
  dimensions          = { QueueName = aws_sqs_queue.unrelated_turbine.name }
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 3
  comparison_operator = "GreaterThanThreshold"
  threshold           = 900
}

resource "aws_codeartifact_domain" "unrelated_turbine" {
  domain = "turbine"
}

resource "aws_iam_role" "unrelated_turbine" {
  name = "turbine-feed"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ec2.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy" "unrelated_turbine" {
  name = "feed"
  role = aws_iam_role.unrelated_turbine.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["dynamodb:Query", "ssm:GetParametersByPath"]
      Resource = "*"
    }]
  })
}

resource "aws_lambda_function" "unrelated_turbine" {
  function_name = "turbine-feed"
  role          = aws_iam_role.unrelated_turbine.arn
  runtime       = "python3.12"
  handler       = "main.handler"
  s3_bucket     = "turbine-code"
  s3_key        = "feed.zip"
}

resource "aws_s3_bucket" "unrelated_turbine" {
  bucket = "turbine-readings"
  tags   = { team = "turbine" }
}

resource "aws_s3_bucket_public_access_block" "unrelated_turbine" {
  bucket                  = aws_s3_bucket.unrelated_turbine.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_versioning" "unrelated_turbine" {
  bucket = aws_s3_bucket.unrelated_turbine.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_sns_topic" "unrelated_turbine" {
  name = "turbine-readings"
}

resource "aws_sqs_queue" "unrelated_turbine" {
  name                      = "turbine-readings"
  message_retention_seconds = 60
}

resource "aws_sqs_queue_policy" "unrelated_turbine" {
  queue_url = aws_sqs_queue.unrelated_turbine.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "events.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.unrelated_turbine.arn
    }]
  })
}

resource "aws_ssm_parameter" "unrelated_turbine" {
  name  = "/turbine/feed-url"
  type  = "String"
  value = "https://turbine.example.com"
}
