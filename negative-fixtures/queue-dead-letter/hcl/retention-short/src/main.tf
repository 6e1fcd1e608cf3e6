locals {
  queue_names = {
    source      = "orders"
    dead_letter = "orders-dead-letter"
    other       = "invoices"
  }
}

resource "aws_sns_topic" "orders" {
  name         = "order-events"
  display_name = "Order events"
}

resource "aws_sns_topic" "audit" {
  name = "audit-events"
}

resource "aws_sqs_queue" "dead_letter" {
  name                      = local.queue_names.dead_letter
  message_retention_seconds = 14 * 24 * 60
}

resource "aws_sqs_queue" "source" {
  name                      = local.queue_names.source
  message_retention_seconds = 7 * 24 * 60
  receive_wait_time_seconds = 20
  sqs_managed_sse_enabled   = true

  redrive_policy = <<-JSON
    {
      "deadLetterTargetArn": "${aws_sqs_queue.dead_letter.arn}",
      "maxReceiveCount": 5
    }
  JSON
}

resource "aws_sqs_queue_redrive_allow_policy" "dead_letter" {
  queue_url = aws_sqs_queue.dead_letter.id

  redrive_allow_policy = jsonencode({
    redrivePermission = "byQueue"
    sourceQueueArns   = [aws_sqs_queue.source.arn]
  })
}

resource "aws_sqs_queue" "invoices" {
  name = local.queue_names.other

  policy = <<-JSON
    {
      "Version": "2012-10-17",
      "Statement": {
        "Effect": "Allow",
        "Principal": { "AWS": "arn:aws:iam::444455556666:role/invoice-writer" },
        "Action": "sqs:SendMessage",
        "Resource": "*"
      }
    }
  JSON
}

resource "aws_sqs_queue_policy" "source" {
  queue_url = aws_sqs_queue.source.id

  policy = <<-JSON
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Sid": "TlsOnly",
          "Effect": "Deny",
          "Principal": { "AWS": "*" },
          "Action": ["sqs:SendMessage", "sqs:ReceiveMessage"],
          "Resource": "${aws_sqs_queue.source.arn}",
          "Condition": { "Bool": { "aws:SecureTransport": "false" } }
        },
        {
          "Sid": "OrderEvents",
          "Effect": "Allow",
          "Principal": { "Service": ["sns.amazonaws.com"] },
          "Action": ["sqs:SendMessage"],
          "Resource": ["${aws_sqs_queue.source.arn}"],
          "Condition": { "StringEquals": { "aws:SourceArn": ["${aws_sns_topic.orders.arn}"] } }
        }
      ]
    }
  JSON
}

resource "aws_sns_topic_subscription" "source" {
  topic_arn = aws_sns_topic.orders.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.source.arn
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = {
    dead-letter = { queue = aws_sqs_queue.dead_letter.name, limit = 0 }
    invoices    = { queue = aws_sqs_queue.invoices.name, limit = 250 }
  }

  alarm_name          = "${each.key}-messages"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = each.value.limit
  dimensions          = { QueueName = each.value.queue }
}
