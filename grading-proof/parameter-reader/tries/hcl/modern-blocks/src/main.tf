resource "aws_ssm_parameter" "endpoint" {
  name  = "/billing/api-endpoint"
  type  = "String"
  value = "https://billing.internal.example.com/v1"

  lifecycle {
    ignore_changes = [tags]

    postcondition {
      condition     = self.type == "String"
      error_message = "The parameter holds plain text."
    }
  }
}

resource "aws_iam_role" "reader" {
  name = "billing-reader"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy" "read_endpoint" {
  name = "read-endpoint"
  role = aws_iam_role.reader.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "ssm:GetParameter"
      Resource = aws_ssm_parameter.endpoint.arn
    }]
  })
}

moved {
  from = aws_iam_role_policy.read
  to   = aws_iam_role_policy.read_endpoint
}

removed {
  from = aws_iam_role_policy.write

  lifecycle {
    destroy = true
  }
}

check "endpoint" {
  assert {
    condition     = startswith(aws_ssm_parameter.endpoint.value, "https://")
    error_message = "The endpoint is reached over TLS."
  }
}

output "reader" {
  description = "Role of the functions."
  value       = aws_iam_role.reader.arn
}
