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
  name              = "/aws/lambda/upload_handler"
  retention_in_days = 14
}

resource "aws_lambda_permission" "uploads" {
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.handler.function_name
  principal     = "s3.amazonaws.com"
  source_arn    = aws_s3_bucket.uploads.arn
}

resource "aws_s3_bucket_notification" "uploads" {
  bucket = aws_s3_bucket.uploads.id

  lambda_function {
    lambda_function_arn = aws_lambda_function.handler.arn
    events              = ["s3:ObjectCreated:*"]
  }

  depends_on = [aws_lambda_permission.uploads]
}
