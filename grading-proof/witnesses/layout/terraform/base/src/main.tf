resource "aws_ssm_parameter" "p" {
  name  = "/witness"
  type  = "String"
  value = jsonencode({ limit = 5, names = ["a", "b"], nested = { on = true } })
}
