provider "aws" {
  alias      = "logs"
  region     = "us-east-1"
  access_key = "mock"
  secret_key = "mock"

  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true

  default_tags {
    tags = { purpose = "logs" }
  }
}
