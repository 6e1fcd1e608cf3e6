resource "aws_sqs_queue" "dead" {
  count = 1

  name = "witness-dead"
}

resource "aws_sqs_queue" "orders" {
  count = 1

  name = "witness-orders"

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead[0].arn
    maxReceiveCount     = 5
  })
}

resource "aws_sns_topic" "orders" {
  count = 1

  name = "witness-orders"
}

resource "aws_sqs_queue_policy" "orders" {
  count = 1

  queue_url = aws_sqs_queue.orders[0].id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "sns.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.orders[0].arn
      Condition = { ArnEquals = { "aws:SourceArn" = aws_sns_topic.orders[0].arn } }
    }]
  })
}

resource "aws_sns_topic_subscription" "orders" {
  count = 1

  topic_arn  = aws_sns_topic.orders[0].arn
  protocol   = "sqs"
  endpoint   = aws_sqs_queue.orders[0].arn
  depends_on = [aws_sqs_queue_policy.orders]
}

output "queue" {
  value = aws_sqs_queue.orders[0].url
}
