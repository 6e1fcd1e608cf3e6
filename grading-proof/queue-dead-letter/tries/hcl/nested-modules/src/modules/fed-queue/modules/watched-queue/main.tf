variable "name" {
  description = "Name of the queue."
  type        = string
}

resource "aws_sqs_queue" "this" {
  name                      = var.name
  message_retention_seconds = 14 * 24 * 3600
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = toset(["ApproximateNumberOfMessagesVisible"])

  alarm_name          = "${var.name}: ${each.value}"
  namespace           = "AWS/SQS"
  metric_name         = each.value
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = 1
  dimensions          = { QueueName = aws_sqs_queue.this.name }
}

output "queue" {
  description = "The queue."
  value       = aws_sqs_queue.this
}
