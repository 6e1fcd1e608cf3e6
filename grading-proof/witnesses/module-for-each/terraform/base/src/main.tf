resource "aws_sqs_queue" "dead" {
  name = "witness-dead"
}

resource "aws_sqs_queue" "orders" {
  name = "witness-orders"

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = 5
  })
}

resource "aws_sns_topic" "orders" {
  name = "witness-orders"
}

resource "aws_sqs_queue_policy" "orders" {
  queue_url = aws_sqs_queue.orders.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "sns.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.orders.arn
      Condition = { ArnEquals = { "aws:SourceArn" = aws_sns_topic.orders.arn } }
    }]
  })
}

resource "aws_sns_topic_subscription" "orders" {
  topic_arn  = aws_sns_topic.orders.arn
  protocol   = "sqs"
  endpoint   = aws_sqs_queue.orders.arn
  depends_on = [aws_sqs_queue_policy.orders]
}
