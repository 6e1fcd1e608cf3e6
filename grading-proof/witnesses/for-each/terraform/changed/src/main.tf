resource "aws_sqs_queue" "dead" {
  for_each = toset(["main"])

  name = "witness-dead"
}

resource "aws_sqs_queue" "orders" {
  for_each = toset(["main"])

  name = "witness-orders"

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead["main"].arn
    maxReceiveCount     = 5
  })
}

resource "aws_sns_topic" "orders" {
  for_each = toset(["main"])

  name = "witness-orders"
}

resource "aws_sqs_queue_policy" "orders" {
  for_each = toset(["main"])

  queue_url = aws_sqs_queue.orders["main"].id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "sns.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.orders["main"].arn
      Condition = { ArnEquals = { "aws:SourceArn" = aws_sns_topic.orders["main"].arn } }
    }]
  })
}

resource "aws_sns_topic_subscription" "orders" {
  for_each = toset(["main"])

  topic_arn  = aws_sns_topic.orders["main"].arn
  protocol   = "sqs"
  endpoint   = aws_sqs_queue.orders["main"].arn
  depends_on = [aws_sqs_queue_policy.orders]
}

output "queue" {
  value = aws_sqs_queue.orders["main"].url
}
