variable "name" {
  description = "Name of the queue."
  type        = string
}

variable "topic_arn" {
  description = "Topic that feeds the queue."
  type        = string
}

variable "dead_letter" {
  description = "Whether poison messages go to a dead-letter queue."
  type        = bool
  default     = false
}

variable "max_receive_count" {
  description = "Receives before a message goes to the dead-letter queue."
  type        = number
  default     = 3
}

variable "backlog_threshold" {
  description = "Waiting messages that raise the backlog alarm; null for no alarm."
  type        = number
  default     = null
}

resource "aws_sqs_queue" "this" {
  name                      = var.name
  message_retention_seconds = 345600
}

resource "aws_sqs_queue" "dead_letter" {
  count = var.dead_letter ? 1 : 0

  name                      = "${var.name}-dead-letter"
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue_redrive_policy" "this" {
  count = var.dead_letter ? 1 : 0

  queue_url = aws_sqs_queue.this.id

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead_letter[0].arn
    maxReceiveCount     = var.max_receive_count
  })
}

data "aws_iam_policy_document" "this" {
  statement {
    sid       = "FeedingTopic"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.this.arn]

    principals {
      type        = "Service"
      identifiers = ["sns.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [var.topic_arn]
    }
  }

  statement {
    sid       = "TlsOnly"
    effect    = "Deny"
    actions   = ["sqs:*"]
    resources = [aws_sqs_queue.this.arn]

    principals {
      type        = "*"
      identifiers = ["*"]
    }

    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
  }
}

resource "aws_sqs_queue_policy" "this" {
  queue_url = aws_sqs_queue.this.url
  policy    = jsonencode({
    Statement = [
      {
        Action = "sqs:SendMessage"
        Condition = {
          ArnEquals = {
            "aws:PrincipalArn" = var.topic_arn
          }
        }
        Effect = "Allow"
        Principal = {
          Service = "sns.amazonaws.com"
        }
        Resource = aws_sqs_queue.this.arn
        Sid = "FeedingTopic"
      },
      {
        Action = "sqs:*"
        Condition = {
          Bool = {
            "aws:SecureTransport" = "false"
          }
        }
        Effect = "Deny"
        Principal = "*"
        Resource = aws_sqs_queue.this.arn
        Sid = "TlsOnly"
      },
    ]
    Version = "2012-10-17"
  })
}

resource "aws_sns_topic_subscription" "this" {
  topic_arn            = var.topic_arn
  protocol             = "sqs"
  endpoint             = aws_sqs_queue.this.arn
  raw_message_delivery = true
}

resource "aws_cloudwatch_metric_alarm" "dead_letter" {
  count = var.dead_letter ? 1 : 0

  alarm_name          = "${var.name}-dead-letter"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = 1

  dimensions = {
    QueueName = aws_sqs_queue.dead_letter[0].name
  }
}

resource "aws_cloudwatch_metric_alarm" "backlog" {
  count = var.backlog_threshold == null ? 0 : 1

  alarm_name          = "${var.name}-backlog"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  statistic           = "Average"
  period              = 300
  evaluation_periods  = 3
  comparison_operator = "GreaterThanThreshold"
  threshold           = var.backlog_threshold

  dimensions = {
    QueueName = aws_sqs_queue.this.name
  }
}
