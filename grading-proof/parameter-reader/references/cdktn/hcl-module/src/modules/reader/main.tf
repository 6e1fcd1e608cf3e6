variable "name" {
  description = "Name of the role."
  type        = string
}

variable "service" {
  description = "Service that assumes the role."
  type        = string
}

variable "actions" {
  description = "What the role may do."
  type        = list(string)
}

variable "resources" {
  description = "What it may do it with."
  type        = list(string)
}

locals {
  version = "2012-10-17"
}

resource "aws_iam_role" "this" {
  name = var.name

  assume_role_policy = jsonencode({
    Version = local.version
    Statement = [
      {
        Effect    = "Allow"
        Action    = "sts:AssumeRole"
        Principal = { Service = var.service }
      },
    ]
  })
}

resource "aws_iam_role_policy" "this" {
  role = aws_iam_role.this.name

  policy = jsonencode({
    Version = local.version
    Statement = concat(
      [for action in var.actions : { Effect = "Allow", Action = action, Resource = var.resources }],
      [{ Effect = "Deny", Action = "ssm:PutParameter", Resource = "*" }],
    )
  })
}

output "arn" {
  description = "ARN of the role."
  value       = aws_iam_role.this.arn
}
