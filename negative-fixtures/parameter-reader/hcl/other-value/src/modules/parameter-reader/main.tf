variable "role_name" {
  description = "Name of the execution role."
  type        = string
}

variable "parameter_arns" {
  description = "ARNs of the parameters the role may read."
  type        = list(string)
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "read" {
  statement {
    sid       = "ReadParameters"
    actions   = ["ssm:GetParameter"]
    resources = var.parameter_arns
  }

  statement {
    sid       = "NeverWrite"
    effect    = "Deny"
    actions   = ["ssm:PutParameter"]
    resources = ["*"]
  }
}

resource "aws_iam_role" "this" {
  name               = var.role_name
  assume_role_policy = data.aws_iam_policy_document.trust.json
}

resource "aws_iam_role_policy" "read" {
  name   = "read-parameters"
  role   = aws_iam_role.this.name
  policy = data.aws_iam_policy_document.read.json
}

resource "aws_iam_role_policy_attachment" "logs" {
  role       = aws_iam_role.this.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

output "role_arn" {
  description = "ARN of the execution role."
  value       = aws_iam_role.this.arn
}
