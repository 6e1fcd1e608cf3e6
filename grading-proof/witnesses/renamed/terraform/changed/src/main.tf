resource "aws_sqs_queue" "r0002" {
  name = "witness-dead"
}

resource "aws_sqs_queue" "r0001" {
  name = "witness-orders"

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.r0002.arn
    maxReceiveCount     = 5
  })
}

resource "aws_sns_topic" "r0001" {
  name = "witness-orders"
}

resource "aws_sqs_queue_policy" "r0001" {
  queue_url = aws_sqs_queue.r0001.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "sns.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.r0001.arn
      Condition = { ArnEquals = { "aws:SourceArn" = aws_sns_topic.r0001.arn } }
    }]
  })
}

resource "aws_sns_topic_subscription" "r0001" {
  topic_arn  = aws_sns_topic.r0001.arn
  protocol   = "sqs"
  endpoint   = aws_sqs_queue.r0001.arn
  depends_on = [aws_sqs_queue_policy.r0001]
}

output "queue" {
  value = aws_sqs_queue.r0001.url
}
