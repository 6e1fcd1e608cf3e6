variable "names" {
  type    = set(string)
  default = ["a", "b"]
}
module "m" {
  source   = "./m"
  for_each = var.names
  name     = each.key
}
data "aws_iam_policy_document" "d" {
  dynamic "statement" {
    for_each = module.m
    content {
      actions   = ["s3:*"]
      resources = [statement.value.arn, "${statement.value.arn}/*"]
    }
  }
}
resource "aws_iam_policy" "p" {
  policy = data.aws_iam_policy_document.d.json
  lifecycle {
    create_before_destroy = true
  }
}

#====
variable "name" {}
resource "aws_s3_bucket" "b" {
  bucket = var.name
}
output "arn" { value = aws_s3_bucket.b.arn }

#====
resource "aws_iam_policy" "p" {
  name = "p"
}

#====
names = ["x"]
