resource "aws_sqs_queue" "q" {
  name = "witness"
}

resource "aws_s3_bucket" "b" {
  bucket = "witness"
}

resource "aws_sns_topic" "t" {
  name = "witness"
}

resource "aws_s3_bucket_versioning" "b" {
  bucket = aws_s3_bucket.b.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_sns_topic_subscription" "t" {
  topic_arn = aws_sns_topic.t.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.q.arn
}

resource "aws_sqs_queue_policy" "q" {
  queue_url = aws_sqs_queue.q.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "sns.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.q.arn
    }]
  })
}
