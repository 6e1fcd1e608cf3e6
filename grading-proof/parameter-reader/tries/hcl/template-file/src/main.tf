resource "aws_ssm_parameter" "endpoint" {
  name  = "/billing/api-endpoint"
  type  = "String"
  value = "https://billing.internal.example.com/v1"
}

resource "aws_iam_role" "reader" {
  name               = "billing-reader"
  path               = "/service/billing/"
  assume_role_policy = file("${path.module}/trust.json")
}

resource "aws_iam_policy" "read" {
  name_prefix = "read-"
  path        = "/service/billing/"

  policy = templatefile("${path.module}/read.json.tftpl", {
    arns    = [aws_ssm_parameter.endpoint.arn]
    actions = ["GetParameter", "GetParameters"]
  })
}

resource "aws_iam_role_policy_attachment" "all" {
  for_each = {
    read = aws_iam_policy.read.arn
    logs = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
  }

  role       = aws_iam_role.reader.name
  policy_arn = each.value
}
