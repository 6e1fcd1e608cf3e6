variable "functions" {
  description = "Functions of the media pipeline and the days their logs are kept."
  type = list(object({
    name      = string
    retention = number
  }))
  default = [
    { name = "upload-handler", retention = 14 },
    { name = "thumbnailer", retention = 30 },
  ]
}

variable "account_id" {
  description = "Account the buckets belong to."
  type        = string
  default     = "111122223333"
}

resource "aws_iam_role" "media" {
  name               = "media-pipeline"
  assume_role_policy = <<-JSON
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Effect": "Allow",
          "Principal": { "Service": "lambda.amazonaws.com" },
          "Action": "sts:AssumeRole"
        }
      ]
    }
  JSON
}

resource "aws_s3_bucket" "inbox" {
  bucket = "example-media-inbox"
}

resource "aws_s3_bucket" "archive" {
  bucket = "example-media-archive"
}

resource "aws_lambda_function" "pipeline" {
  count = length(var.functions)

  function_name = var.functions[count.index].name
  role          = aws_iam_role.media.arn
  runtime       = "python3.13"
  handler       = "app.handler"
  s3_bucket     = "example-build-artifacts"
  s3_key        = "${var.functions[count.index].name}.zip"
}

resource "aws_cloudwatch_log_group" "pipeline" {
  count = length(var.functions)

  name              = "/aws/lambda/${aws_lambda_function.pipeline[count.index].function_name}"
  retention_in_days = var.functions[count.index].retention
}

resource "aws_lambda_permission" "inbox" {
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.pipeline[0].function_name
  principal     = "s3.amazonaws.com"
  source_arn    = aws_s3_bucket.inbox.arn
}

resource "aws_lambda_permission" "nightly" {
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.pipeline[1].function_name
  principal     = "events.amazonaws.com"
  source_arn    = "arn:aws:events:us-east-1:${var.account_id}:rule/nightly"
}

resource "aws_s3_bucket_notification" "inbox" {
  bucket = aws_s3_bucket.inbox.id

  lambda_function {
    lambda_function_arn = aws_lambda_function.pipeline[0].arn
    events              = ["s3:ObjectCreated:*"]
    filter_suffix       = ".jpg"
  }

  depends_on = [aws_lambda_permission.inbox]
}
