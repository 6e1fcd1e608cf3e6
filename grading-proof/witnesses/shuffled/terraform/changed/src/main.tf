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
        Sid       = "Tls"
        Effect    = "Deny"
        Principal = "*"
        Action    = "sqs:*"
        Resource  = "*"
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
      },
      {
        Sid       = "Topic"
        Effect    = "Allow"
        Principal = { Service = "sns.amazonaws.com" }
        Action    = ["sqs:GetQueueUrl", "sqs:SendMessage"]
        Resource  = [aws_sqs_queue.q.arn]
        Condition = { ArnEquals = { "aws:SourceArn" = ["arn:aws:sns:us-east-1:123456789012:old", aws_sns_topic.t.arn] } }
      },
    ]
  })
}
