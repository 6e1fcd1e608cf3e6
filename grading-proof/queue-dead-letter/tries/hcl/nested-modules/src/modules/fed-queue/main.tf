variable "name" {
  description = "Name of the queue."
  type        = string
}

variable "topic" {
  description = "Name of the topic that feeds it."
  type        = string
}

variable "limits" {
  description = "Receives after which messages go to a queue of this suffix."
  type        = map(number)
  default     = {}
}

resource "aws_sns_topic" "this" {
  name = var.topic
}

module "aside" {
  source   = "./modules/watched-queue"
  for_each = var.limits

  name = "${var.name}-${replace(each.key, ".", "-")}"
}

resource "aws_sqs_queue" "this" {
  name = var.name

  redrive_policy = one([for suffix, limit in var.limits : jsonencode({
    deadLetterTargetArn = module.aside[suffix].queue.arn
    maxReceiveCount     = limit
  })])
}

data "aws_iam_policy_document" "this" {
  statement {
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.this.arn]

    principals {
      type        = "Service"
      identifiers = ["sns.amazonaws.com"]
    }

    dynamic "condition" {
      for_each = { "aws:SourceArn" = aws_sns_topic.this.arn }

      content {
        test     = "ArnEquals"
        variable = condition.key
        values   = [condition.value]
      }
    }
  }
}

resource "aws_sqs_queue_policy" "this" {
  queue_url = aws_sqs_queue.this.url
  policy    = data.aws_iam_policy_document.this.json
}

resource "aws_sns_topic_subscription" "this" {
  topic_arn = aws_sns_topic.this.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.this.arn
}
