resource "terraform_data" "existing_turbine" {
  input = "turbine"
}

resource "aws_iam_role" "existing_turbine" {
  name = "turbine-store"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ec2.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy" "existing_turbine" {
  name = "store"
  role = aws_iam_role.existing_turbine.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["dynamodb:Query", "ssm:GetParametersByPath"]
      Resource = "*"
    }]
  })
}

resource "aws_s3_bucket" "existing_turbine" {
  bucket = "turbine-archive"
  tags   = { team = "turbine" }
}

resource "aws_sns_topic" "existing_turbine" {
  name = "turbine-archive"
}

resource "aws_sqs_queue" "existing_turbine" {
  name                      = "turbine-archive"
  message_retention_seconds = 60
}

resource "aws_sqs_queue_policy" "existing_turbine" {
  queue_url = aws_sqs_queue.existing_turbine.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "events.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.existing_turbine.arn
    }]
  })
}
