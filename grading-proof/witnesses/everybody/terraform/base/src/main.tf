resource "aws_sqs_queue" "q" {
  name = "witness"
}

resource "aws_sns_topic" "t" {
  name = "witness"
}

resource "aws_sqs_queue_policy" "p" {
  queue_url = aws_sqs_queue.q.id
  policy    = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Deny"
        Principal = "*"
        Action    = "sqs:*"
        Resource  = aws_sqs_queue.q.arn
      },
      {
        Effect    = "Deny"
        Principal = { AWS = "*" }
        Action    = "sqs:*"
        Resource  = aws_sqs_queue.q.arn
      },
    ]
  })
}
