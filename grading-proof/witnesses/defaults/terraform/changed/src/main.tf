resource "aws_sqs_queue" "q" {
  name = "witness"
  delay_seconds              = 0
  fifo_queue                 = false
  max_message_size           = 262144
  message_retention_seconds  = 345600
  receive_wait_time_seconds  = 0
  visibility_timeout_seconds = 30
}

resource "aws_kms_key" "k" {
  description = "witness"
  deletion_window_in_days = 30
  enable_key_rotation     = false
  is_enabled              = true
  multi_region            = false
}

resource "aws_ssm_parameter" "p" {
  name  = "/witness"
  type  = "String"
  value = "1"
  data_type = "text"
  tier      = "Standard"
}

resource "aws_cloudwatch_log_group" "g" {
  name = "/witness"
  log_group_class   = "STANDARD"
  retention_in_days = 0
}

resource "aws_lambda_function" "f" {
  function_name = "witness"
  role          = "arn:aws:iam::123456789012:role/witness"
  runtime       = "python3.12"
  handler       = "main.handler"
  s3_bucket     = "witness-code"
  s3_key        = "f.zip"
  architectures = ["x86_64"]
  memory_size   = 128
  package_type  = "Zip"
  timeout       = 3
}
