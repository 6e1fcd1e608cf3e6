resource "aws_sns_topic" "order_events" {
  name = "order-events"
}

resource "aws_sns_topic" "audit_events" {
  name = "audit-events"
}

resource "aws_sqs_queue" "dlq" {
  name                      = "orders-dead-letter"
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue" "orders" {
  name = "orders"
}

resource "aws_sqs_queue_redrive_policy" "orders" {
  queue_url = aws_sqs_queue.orders.url

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dlq.arn
    maxReceiveCount     = 5
  })
}

resource "aws_sqs_queue" "invoices" {
  name = "invoices"
}

data "aws_iam_policy_document" "orders" {
  statement {
    sid       = "OrderEvents"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.orders.arn]

    principals {
      type        = "Service"
      identifiers = ["sns.amazonaws.com"]
    }
  }

  statement {
    sid       = "NoPurge"
    effect    = "Deny"
    actions   = ["sqs:PurgeQueue", "sqs:DeleteQueue"]
    resources = [aws_sqs_queue.orders.arn]

    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
}

data "aws_iam_policy_document" "invoices" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.invoices.arn]

    principals {
      type        = "Service"
      identifiers = ["sns.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [aws_sns_topic.audit_events.arn]
    }
  }
}

resource "aws_sqs_queue_policy" "orders" {
  queue_url = aws_sqs_queue.orders.url
  policy    = data.aws_iam_policy_document.orders.json
}

resource "aws_sqs_queue_policy" "invoices" {
  queue_url = aws_sqs_queue.invoices.url
  policy    = data.aws_iam_policy_document.invoices.json
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

resource "aws_cloudwatch_metric_alarm" "dlq" {
  alarm_name          = "orders-dead-letter"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = 1
  dimensions          = { QueueName = aws_sqs_queue.dlq.name }
}

resource "aws_cloudwatch_metric_alarm" "invoices_age" {
  alarm_name          = "invoices-oldest-message"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateAgeOfOldestMessage"
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 2
  comparison_operator = "GreaterThanThreshold"
  threshold           = 3600
  dimensions          = { QueueName = aws_sqs_queue.invoices.name }
}
