# Data sources that are configuration alone. Recorded in recorded.json by scripts/policy-documents.py.
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "= 5.100.0"
    }
  }
}
provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
  default_tags {
    tags = {
      team = "core"
    }
  }
}
provider "aws" {
  alias                       = "china"
  region                      = "cn-north-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
}
provider "aws" {
  alias                       = "government"
  region                      = "us-gov-west-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
}
data "aws_region" "own" {}
data "aws_region" "china" {
  provider = aws.china
}
data "aws_region" "named" {
  name = "us-west-2"
}
data "aws_partition" "own" {}
data "aws_partition" "china" {
  provider = aws.china
}
data "aws_partition" "government" {
  provider = aws.government
}
data "aws_default_tags" "own" {}
data "aws_default_tags" "china" {
  provider = aws.china
}
data "aws_arn" "role" {
  arn = "arn:aws:iam::111122223333:role/path/name"
}
data "aws_arn" "colons" {
  arn = "arn:aws-cn:rds:cn-north-1:111122223333:db:mysql:x"
}
data "aws_service_principal" "own" {
  service_name = "s3"
}
data "aws_service_principal" "china" {
  provider     = aws.china
  service_name = "ec2"
}
data "aws_service_principal" "china_logs" {
  provider     = aws.china
  service_name = "logs"
}
data "aws_service_principal" "china_codedeploy" {
  provider     = aws.china
  service_name = "codedeploy"
}
data "aws_service_principal" "china_lambda" {
  provider     = aws.china
  service_name = "lambda"
}
data "aws_service_principal" "government" {
  provider     = aws.government
  service_name = "config"
}
output "used" {
  value = {
    arn       = "arn:${data.aws_partition.own.partition}:s3:::x"
    endpoint  = "x.${data.aws_region.china.name}.${data.aws_partition.china.dns_suffix}"
    account   = data.aws_arn.role.account
    principal = data.aws_service_principal.own.name
    tags      = merge(data.aws_default_tags.own.tags, { a = "b" })
  }
}
