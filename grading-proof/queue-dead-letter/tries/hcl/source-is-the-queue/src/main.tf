resource "aws_sns_topic" "events" {
  name = "order-events"
}

resource "aws_sqs_queue" "aside" {
  name                      = "orders-dead-letter"
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue" "orders" {
  name = "orders"

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.aside.arn
    maxReceiveCount     = 5
  })
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
      Condition = { ArnEquals = { "aws:SourceArn" = aws_sqs_queue.orders.arn } }
    }]
  })
}

resource "aws_sns_topic_subscription" "orders" {
  topic_arn = aws_sns_topic.events.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.orders.arn
}

resource "aws_cloudwatch_metric_alarm" "aside" {
  alarm_name          = "orders-aside"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0

  dimensions = {
    QueueName = aws_sqs_queue.aside.name
  }
}
