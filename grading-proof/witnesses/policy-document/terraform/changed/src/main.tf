data "aws_iam_policy_document" "aws_sqs_queue_policy_p_policy" {
  statement {
    sid       = "Topic"
    effect    = "Allow"
    actions   = ["sqs:SendMessage", "sqs:GetQueueUrl"]
    resources = [aws_sqs_queue.q.arn]

    principals {
      type        = "Service"
      identifiers = ["sns.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [aws_sns_topic.t.arn, "arn:aws:sns:us-east-1:123456789012:old"]
    }
  }

  statement {
    sid       = "Tls"
    effect    = "Deny"
    actions   = ["sqs:*"]
    resources = ["*"]

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

  version = "2012-10-17"
}

resource "aws_sqs_queue" "q" {
  name = "witness"
}

resource "aws_sns_topic" "t" {
  name = "witness"
}

resource "aws_sqs_queue_policy" "p" {
  queue_url = aws_sqs_queue.q.id
  policy    = data.aws_iam_policy_document.aws_sqs_queue_policy_p_policy.json
}
