variable "name" {
  description = "Name of the function."
  type        = string
}

variable "role_arn" {
  description = "Execution role of the function."
  type        = string
}

variable "log_retention_days" {
  description = "Days the logs are kept."
  type        = number
}

variable "invokers" {
  description = "Who may invoke the function, by statement id."
  type = map(object({
    principal  = string
    source_arn = string
  }))
  default = {}
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/aws/lambda/${var.name}"
  retention_in_days = var.log_retention_days
}

resource "aws_lambda_function" "this" {
  function_name = var.name
  role          = var.role_arn
  runtime       = "nodejs22.x"
  handler       = "index.handler"
  s3_bucket     = "example-build-artifacts"
  s3_key        = "${var.name}.zip"

  depends_on = [aws_cloudwatch_log_group.this]
}

resource "aws_lambda_permission" "this" {
  for_each = var.invokers

  statement_id  = each.key
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.this.arn
  principal     = each.value.principal
  source_arn    = each.value.source_arn
}

output "arn" {
  description = "ARN of the function."
  value       = aws_lambda_function.this.arn
}
