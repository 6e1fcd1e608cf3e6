resource "aws_sqs_queue" "q" {
  name = "witness"
}

resource "aws_kms_key" "k" {
  description = "witness"
}

resource "aws_ssm_parameter" "p" {
  name  = "/witness"
  type  = "String"
  value = "1"
}

resource "aws_cloudwatch_log_group" "g" {
  name = "/witness"
}

resource "aws_lambda_function" "f" {
  function_name = "witness"
  role          = "arn:aws:iam::123456789012:role/witness"
  runtime       = "python3.12"
  handler       = "main.handler"
  s3_bucket     = "witness-code"
  s3_key        = "f.zip"
}
