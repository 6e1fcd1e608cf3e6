resource "aws_sqs_queue" "q" {
  name = "witness"
}

resource "aws_sns_topic" "t" {
  name = "witness"
}

resource "aws_sqs_queue_policy" "p" {
  queue_url = aws_sqs_queue.q.id
  policy    = jsonencode({
    Statement = [
      {
        Action    = ["sqs:SendMessage", "sqs:GetQueueUrl"]
        Condition = { ArnEquals = { "aws:SourceArn" = [aws_sns_topic.t.arn, "arn:aws:sns:us-east-1:123456789012:old"] } }
        Effect    = "Allow"
        Principal = { Service = "sns.amazonaws.com" }
        Resource  = aws_sqs_queue.q.arn
        Sid       = "Topic"
      },
      {
        Action    = "sqs:*"
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
        Effect    = "Deny"
        Principal = "*"
        Resource  = "*"
        Sid       = "Tls"
      },
    ]
    Version = "2012-10-17"
  })
}
