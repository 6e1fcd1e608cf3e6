resource "aws_sns_topic" "order_events" {
  name = "order-events"
}

resource "aws_sns_topic" "audit_events" {
  name = "audit-events"
}

resource "aws_sqs_queue" "orders_dead_letter" {
  name                      = "orders-dead-letter"
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 60

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.orders_dead_letter.arn
    maxReceiveCount     = 5
  })
}

resource "aws_sqs_queue" "invoices" {
  name                      = "invoices"
  message_retention_seconds = 86400
}

resource "aws_sqs_queue_policy" "orders" {
  queue_url = aws_sqs_queue.orders.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "OrderEvents"
        Effect    = "Allow"
        Principal = { Service = "sns.amazonaws.com" }
        Action    = "sqs:SendMessage"
        Resource  = aws_sqs_queue.orders.arn
        Condition = {
          ArnEquals = { "aws:SourceArn" = aws_sns_topic.order_events.arn }
        }
      },
      {
        Sid       = "TlsOnly"
        Effect    = "Deny"
        Principal = "*"
        Action    = "sqs:*"
        Resource  = aws_sqs_queue.orders.arn
        Condition = {
          Bool = { "aws:SecureTransport" = "false" }
        }
      },
    ]
  })
}

resource "aws_sqs_queue_policy" "invoices" {
  queue_url = aws_sqs_queue.invoices.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Principal = { Service = "sns.amazonaws.com" }
        Action    = "sqs:SendMessage"
        Resource  = aws_sqs_queue.invoices.arn
        Condition = {
          ArnEquals = { "aws:SourceArn" = aws_sns_topic.audit_events.arn }
        }
      },
    ]
  })
}

resource "aws_sns_topic_subscription" "orders" {
  topic_arn = aws_sns_topic.order_events.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.orders.arn
}

resource "aws_sns_topic_subscription" "invoices" {
  topic_arn = aws_sns_topic.audit_events.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.invoices.arn
}

resource "aws_cloudwatch_metric_alarm" "dead_letters" {
  alarm_name          = "orders-dead-letter-not-empty"
  alarm_description   = "Orders that could not be processed wait in the dead-letter queue"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"

  dimensions = {
    QueueName = aws_sqs_queue.orders_dead_letter.name
  }
}

resource "aws_cloudwatch_metric_alarm" "invoices_backlog" {
  alarm_name          = "invoices-backlog"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  statistic           = "Average"
  period              = 300
  evaluation_periods  = 2
  comparison_operator = "GreaterThanThreshold"
  threshold           = 500

  dimensions = {
    QueueName = aws_sqs_queue.invoices.name
  }
}
