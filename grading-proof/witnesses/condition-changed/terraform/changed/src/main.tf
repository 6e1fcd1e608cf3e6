variable "max_receive_count" {
  description = "Receives after which a message counts as poison."
  type        = number
  default     = 5
}

locals {
  feeds = {
    orders   = "order-events"
    invoices = "audit-events"
  }
}

resource "aws_sns_topic" "events" {
  for_each = local.feeds

  name = each.value
}

module "orders" {
  source = "./modules/queue"

  name              = "orders"
  topic_arn         = aws_sns_topic.events["orders"].arn
  dead_letter       = true
  max_receive_count = var.max_receive_count
}

module "invoices" {
  source = "./modules/queue-invoices"

  name              = "invoices"
  topic_arn         = aws_sns_topic.events["invoices"].arn
  backlog_threshold = 500
}
