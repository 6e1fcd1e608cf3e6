resource "aws_s3_bucket" "uploads" {
  bucket_prefix = "uploads-"
}

resource "aws_s3_bucket" "thumbnails" {
  bucket_prefix = "thumbnails-"
}

resource "aws_iam_role" "functions" {
  name = "upload-functions"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Action    = "sts:AssumeRole"
        Principal = { Service = "ec2.amazonaws.com" }
      },
    ]
  })
}

resource "aws_iam_role_policy" "functions" {
  name = "buckets"
  role = aws_iam_role.functions.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = "s3:GetObject"
        Resource = "${aws_s3_bucket.uploads.arn}/*"
      },
      {
        Effect   = "Deny"
        Action   = "s3:DeleteObject"
        Resource = "*"
      },
    ]
  })
}

resource "aws_iam_role_policy_attachment" "logs" {
  role       = aws_iam_role.functions.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

resource "aws_lambda_function" "upload_handler" {
  function_name = "upload-handler"
  role          = aws_iam_role.functions.arn
  runtime       = "python3.13"
  handler       = "handler.main"
  s3_bucket     = "example-build-artifacts"
  s3_key        = "upload-handler.zip"

  depends_on = [aws_cloudwatch_log_group.upload_handler]
}

resource "aws_lambda_function" "thumbnailer" {
  function_name = "thumbnailer"
  role          = aws_iam_role.functions.arn
  runtime       = "python3.13"
  handler       = "thumbnailer.main"
  s3_bucket     = "example-build-artifacts"
  s3_key        = "thumbnailer.zip"
}

resource "aws_cloudwatch_log_group" "upload_handler" {
  name              = "/aws/lambda/upload-handler"
  retention_in_days = 14
}

resource "aws_cloudwatch_log_group" "thumbnailer" {
  name              = "/aws/lambda/thumbnailer"
  retention_in_days = 365
}

resource "aws_lambda_permission" "uploads" {
  statement_id  = "AllowUploadsBucket"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.upload_handler.function_name
  principal     = "s3.amazonaws.com"
  source_arn    = aws_s3_bucket.uploads.arn
}

resource "aws_lambda_permission" "nightly" {
  statement_id  = "AllowNightlyRule"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.thumbnailer.function_name
  principal     = "events.amazonaws.com"
  source_arn    = "arn:aws:events:us-east-1:111122223333:rule/nightly-thumbnails"
}

resource "aws_s3_bucket_notification" "uploads" {
  bucket = aws_s3_bucket.uploads.id

  lambda_function {
    lambda_function_arn = aws_lambda_function.upload_handler.arn
    events              = ["s3:ObjectCreated:*"]
  }

  depends_on = [aws_lambda_permission.uploads]
}
