# The least that common types ask for, and once each of their optional blocks: what a plan of this shows beyond it are the
# provider's defaults. Recorded in recorded.json by scripts/provider-defaults.py.
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "= 5.100.0"
    }
  }
}
provider "aws" {
  region                      = "us-east-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
  max_retries                 = 1
}
resource "aws_acm_certificate" "options" {
  domain_name       = "example.com"
  validation_method = "DNS"
  options {
  }
}
resource "aws_ami" "ebs_block_device" {
  name = "example"
  ebs_block_device {
    device_name = "example"
  }
}
resource "aws_api_gateway_api_key" "least" {
  name = "example"
}
resource "aws_api_gateway_authorizer" "least" {
  name          = "a"
  rest_api_id   = "a"
  type          = "COGNITO_USER_POOLS"
  provider_arns = ["arn:aws:cognito-idp:us-east-1:111122223333:userpool/us-east-1_a"]
}
resource "aws_api_gateway_deployment" "canary_settings" {
  rest_api_id = "example"
  canary_settings {
  }
}
resource "aws_api_gateway_integration" "least" {
  rest_api_id = "a"
  resource_id = "a"
  http_method = "GET"
  type        = "MOCK"
}
resource "aws_api_gateway_method" "least" {
  authorization = "NONE"
  http_method   = "GET"
  resource_id   = "example"
  rest_api_id   = "example"
}
resource "aws_api_gateway_stage" "canary_settings" {
  deployment_id = "example"
  rest_api_id   = "example"
  stage_name    = "example"
  canary_settings {
    deployment_id = "example"
  }
}
resource "aws_apigatewayv2_api" "cors_configuration" {
  name          = "a"
  protocol_type = "HTTP"
  cors_configuration {
  }
}
resource "aws_apigatewayv2_integration" "least" {
  api_id             = "a"
  integration_type   = "HTTP_PROXY"
  integration_method = "GET"
  integration_uri    = "https://example.com"
}
resource "aws_apigatewayv2_route" "least" {
  api_id    = "example"
  route_key = "example"
}
resource "aws_apigatewayv2_stage" "access_log_settings" {
  api_id = "example"
  name   = "example"
  access_log_settings {
    destination_arn = "arn:aws:iam::111122223333:role/x"
    format          = "example"
  }
}
resource "aws_apigatewayv2_stage" "default_route_settings" {
  api_id = "example"
  name   = "example"
  default_route_settings {
  }
}
resource "aws_apigatewayv2_stage" "route_settings" {
  api_id = "example"
  name   = "example"
  route_settings {
    route_key = "example"
  }
}
resource "aws_appautoscaling_policy" "least" {
  name               = "example"
  resource_id        = "example"
  scalable_dimension = "example"
  service_namespace  = "example"
}
resource "aws_appautoscaling_policy" "target_tracking_scaling_policy_configuration" {
  name               = "example"
  resource_id        = "example"
  scalable_dimension = "example"
  service_namespace  = "example"
  target_tracking_scaling_policy_configuration {
    target_value = 60
  }
}
resource "aws_appautoscaling_target" "suspended_state" {
  max_capacity       = 60
  min_capacity       = 60
  resource_id        = "example"
  scalable_dimension = "example"
  service_namespace  = "example"
  suspended_state {
  }
}
resource "aws_athena_workgroup" "configuration" {
  name = "example"
  configuration {
  }
}
resource "aws_autoscaling_group" "availability_zone_distribution" {
  max_size             = 1
  min_size             = 1
  launch_configuration = "a"
  availability_zones   = ["us-east-1a"]
  availability_zone_distribution {
  }
}
resource "aws_autoscaling_group" "warm_pool" {
  max_size             = 1
  min_size             = 1
  launch_configuration = "a"
  availability_zones   = ["us-east-1a"]
  warm_pool {
  }
}
resource "aws_autoscaling_policy" "least" {
  autoscaling_group_name = "example"
  name                   = "example"
}
resource "aws_autoscaling_policy" "predictive_scaling_configuration" {
  autoscaling_group_name = "example"
  name                   = "example"
  predictive_scaling_configuration {
    metric_specification {
      target_value = 60
    }
  }
}
resource "aws_autoscaling_policy" "target_tracking_configuration" {
  autoscaling_group_name = "example"
  name                   = "example"
  target_tracking_configuration {
    target_value = 60
  }
}
resource "aws_backup_plan" "least" {
  name = "example"
  rule {
    rule_name         = "example"
    target_vault_name = "example"
  }
}
resource "aws_backup_vault" "least" {
  name = "example"
}
resource "aws_batch_job_definition" "least" {
  name                 = "a"
  type                 = "container"
  container_properties = "{\"image\":\"a\",\"resourceRequirements\":[{\"type\":\"VCPU\",\"value\":\"1\"},{\"type\":\"MEMORY\",\"value\":\"512\"}]}"
}
resource "aws_cloudfront_distribution" "custom_error_response" {
  enabled = true
  origin {
    domain_name = "a.example.com"
    origin_id   = "a"
  }
  default_cache_behavior {
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    target_origin_id       = "a"
    viewer_protocol_policy = "allow-all"
    forwarded_values {
      query_string = false
      cookies {
        forward = "none"
      }
    }
  }
  restrictions {
    geo_restriction {
      restriction_type = "none"
    }
  }
  viewer_certificate {
    cloudfront_default_certificate = true
  }
  custom_error_response {
    error_code = 60
  }
}
resource "aws_cloudfront_distribution" "logging_config" {
  enabled = true
  origin {
    domain_name = "a.example.com"
    origin_id   = "a"
  }
  default_cache_behavior {
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    target_origin_id       = "a"
    viewer_protocol_policy = "allow-all"
    forwarded_values {
      query_string = false
      cookies {
        forward = "none"
      }
    }
  }
  restrictions {
    geo_restriction {
      restriction_type = "none"
    }
  }
  viewer_certificate {
    cloudfront_default_certificate = true
  }
  logging_config {
    bucket = "example"
  }
}
resource "aws_cloudfront_function" "least" {
  name    = "a"
  runtime = "cloudfront-js-2.0"
  code    = "x"
}
resource "aws_cloudfront_origin_access_control" "least" {
  name                              = "a"
  origin_access_control_origin_type = "s3"
  signing_behavior                  = "always"
  signing_protocol                  = "sigv4"
}
resource "aws_cloudtrail" "event_selector" {
  name           = "example"
  s3_bucket_name = "example"
  event_selector {
  }
}
resource "aws_cloudwatch_event_permission" "least" {
  principal    = "111122223333"
  statement_id = "a"
}
resource "aws_cloudwatch_event_rule" "least" {
  schedule_expression = "rate(5 minutes)"
}
resource "aws_cloudwatch_event_target" "appsync_target" {
  arn  = "arn:aws:iam::111122223333:role/x"
  rule = "example"
  appsync_target {
  }
}
resource "aws_cloudwatch_event_target" "ecs_target" {
  arn  = "arn:aws:iam::111122223333:role/x"
  rule = "example"
  ecs_target {
    task_definition_arn = "arn:aws:iam::111122223333:role/x"
  }
}
resource "aws_cloudwatch_log_group" "least" {
}
resource "aws_cloudwatch_log_metric_filter" "least" {
  log_group_name = "example"
  name           = "example"
  pattern        = "example"
  metric_transformation {
    name      = "example"
    namespace = "example"
    value     = "x"
  }
}
resource "aws_cloudwatch_log_subscription_filter" "least" {
  destination_arn = "arn:aws:iam::111122223333:role/x"
  filter_pattern  = "example"
  log_group_name  = "example"
  name            = "example"
}
resource "aws_cloudwatch_metric_alarm" "least" {
  alarm_name          = "example"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 60
}
resource "aws_cloudwatch_metric_alarm" "metric_query" {
  alarm_name          = "example"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 60
  metric_query {
    id = "example"
  }
}
resource "aws_codebuild_project" "cache" {
  name         = "a"
  service_role = "arn:aws:iam::111122223333:role/x"
  artifacts {
    type = "NO_ARTIFACTS"
  }
  environment {
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "aws/codebuild/standard:7.0"
    type         = "LINUX_CONTAINER"
  }
  source {
    type      = "NO_SOURCE"
    buildspec = "{}"
  }
  cache {
  }
}
resource "aws_codebuild_project" "file_system_locations" {
  name         = "a"
  service_role = "arn:aws:iam::111122223333:role/x"
  artifacts {
    type = "NO_ARTIFACTS"
  }
  environment {
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "aws/codebuild/standard:7.0"
    type         = "LINUX_CONTAINER"
  }
  source {
    type      = "NO_SOURCE"
    buildspec = "{}"
  }
  file_system_locations {
  }
}
resource "aws_codepipeline" "least" {
  name     = "a"
  role_arn = "arn:aws:iam::111122223333:role/x"
  artifact_store {
    location = "b"
    type     = "S3"
  }
  stage {
    name = "Source"
    action {
      name             = "S"
      category         = "Source"
      owner            = "AWS"
      provider         = "CodeCommit"
      version          = "1"
      output_artifacts = ["o"]
    }
  }
  stage {
    name = "Build"
    action {
      name            = "B"
      category        = "Build"
      owner           = "AWS"
      provider        = "CodeBuild"
      version         = "1"
      input_artifacts = ["o"]
    }
  }
}
resource "aws_cognito_identity_pool" "cognito_identity_providers" {
  identity_pool_name = "example"
  cognito_identity_providers {
  }
}
resource "aws_cognito_user_pool" "account_recovery_setting" {
  name = "example"
  account_recovery_setting {
  }
}
resource "aws_cognito_user_pool" "email_configuration" {
  name = "example"
  email_configuration {
  }
}
resource "aws_cognito_user_pool" "verification_message_template" {
  name = "example"
  verification_message_template {
  }
}
resource "aws_config_configuration_recorder" "least" {
  role_arn = "arn:aws:iam::111122223333:role/x"
}
resource "aws_config_configuration_recorder" "recording_group" {
  role_arn = "arn:aws:iam::111122223333:role/x"
  recording_group {
  }
}
resource "aws_config_configuration_recorder" "recording_mode" {
  role_arn = "arn:aws:iam::111122223333:role/x"
  recording_mode {
  }
}
resource "aws_config_delivery_channel" "least" {
  s3_bucket_name = "example"
}
resource "aws_db_instance" "blue_green_update" {
  instance_class = "db.t3.micro"
  blue_green_update {
  }
}
resource "aws_db_option_group" "least" {
  engine_name          = "example"
  major_engine_version = "example"
}
resource "aws_db_parameter_group" "least" {
  family = "example"
}
resource "aws_db_parameter_group" "parameter" {
  family = "example"
  parameter {
    name  = "example"
    value = "x"
  }
}
resource "aws_db_subnet_group" "least" {
  subnet_ids = ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]
}
resource "aws_default_security_group" "least" {
}
resource "aws_default_subnet" "least" {
  availability_zone = "us-east-1a"
}
resource "aws_default_vpc" "least" {
}
resource "aws_docdb_cluster" "least" {
}
resource "aws_docdb_cluster_instance" "least" {
  cluster_identifier = "example"
  instance_class     = "db.t3.micro"
}
resource "aws_dynamodb_table" "replica" {
  name         = "a"
  hash_key     = "id"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "id"
    type = "S"
  }
  replica {
    region_name = "example"
  }
}
resource "aws_dynamodb_table" "ttl" {
  name         = "a"
  hash_key     = "id"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "id"
    type = "S"
  }
  ttl {
  }
}
resource "aws_ebs_encryption_by_default" "least" {
}
resource "aws_ebs_volume" "least" {
  availability_zone = "us-east-1a"
  size              = 1
}
resource "aws_ec2_transit_gateway" "least" {
}
resource "aws_ec2_transit_gateway_vpc_attachment" "least" {
  subnet_ids         = ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]
  transit_gateway_id = "example"
  vpc_id             = "vpc-0123456789abcdef0"
}
resource "aws_ecr_repository" "encryption_configuration" {
  name = "example"
  encryption_configuration {
  }
}
resource "aws_ecs_service" "alarms" {
  name = "example"
  alarms {
    alarm_names = ["example"]
    enable      = true
    rollback    = true
  }
}
resource "aws_ecs_service" "deployment_controller" {
  name = "example"
  deployment_controller {
  }
}
resource "aws_ecs_service" "network_configuration" {
  name = "example"
  network_configuration {
    subnets = ["example"]
  }
}
resource "aws_ecs_service" "volume_configuration" {
  name = "example"
  volume_configuration {
    name = "example"
    managed_ebs_volume {
      role_arn = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_ecs_task_definition" "ephemeral_storage" {
  container_definitions = "[{\"name\":\"a\",\"image\":\"b\",\"memory\":128}]"
  family                = "example"
  ephemeral_storage {
    size_in_gib = 60
  }
}
resource "aws_ecs_task_definition" "proxy_configuration" {
  container_definitions = "[{\"name\":\"a\",\"image\":\"b\",\"memory\":128}]"
  family                = "example"
  proxy_configuration {
    container_name = "example"
  }
}
resource "aws_efs_file_system" "least" {
}
resource "aws_eks_cluster" "access_config" {
  name     = "example"
  role_arn = "arn:aws:iam::111122223333:role/x"
  vpc_config {
    subnet_ids = ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]
  }
  access_config {
  }
}
resource "aws_eks_node_group" "node_repair_config" {
  cluster_name  = "example"
  node_role_arn = "arn:aws:iam::111122223333:role/x"
  subnet_ids    = ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]
  scaling_config {
    desired_size = 60
    max_size     = 1
    min_size     = 1
  }
  node_repair_config {
  }
}
resource "aws_elastic_beanstalk_environment" "least" {
  application = "example"
  name        = "example"
}
resource "aws_elasticache_cluster" "least" {
  cluster_id      = "a"
  engine          = "redis"
  node_type       = "cache.t3.micro"
  num_cache_nodes = 1
}
resource "aws_elasticache_parameter_group" "least" {
  family = "example"
  name   = "example"
}
resource "aws_elasticache_replication_group" "least" {
  description          = "example"
  replication_group_id = "example"
}
resource "aws_elasticache_subnet_group" "least" {
  name       = "example"
  subnet_ids = ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]
}
resource "aws_elasticsearch_domain" "advanced_security_options" {
  domain_name = "example"
  advanced_security_options {
    enabled = true
  }
}
resource "aws_elasticsearch_domain" "cluster_config" {
  domain_name = "example"
  cluster_config {
  }
}
resource "aws_elasticsearch_domain" "cognito_options" {
  domain_name = "example"
  cognito_options {
    identity_pool_id = "example"
    role_arn         = "arn:aws:iam::111122223333:role/x"
    user_pool_id     = "example"
  }
}
resource "aws_elasticsearch_domain" "domain_endpoint_options" {
  domain_name = "example"
  domain_endpoint_options {
  }
}
resource "aws_elb" "access_logs" {
  name               = "a"
  availability_zones = ["us-east-1a"]
  listener {
    instance_port     = 80
    instance_protocol = "http"
    lb_port           = 80
    lb_protocol       = "http"
  }
  access_logs {
    bucket = "example"
  }
}
resource "aws_emr_cluster" "auto_termination_policy" {
  name          = "example"
  release_label = "example"
  service_role  = "example"
  auto_termination_policy {
  }
}
resource "aws_emr_cluster" "core_instance_fleet" {
  name          = "example"
  release_label = "example"
  service_role  = "example"
  core_instance_fleet {
  }
}
resource "aws_emr_cluster" "core_instance_group" {
  name          = "example"
  release_label = "example"
  service_role  = "example"
  core_instance_group {
    instance_type = "t3.micro"
  }
}
resource "aws_emr_cluster" "master_instance_fleet" {
  name          = "example"
  release_label = "example"
  service_role  = "example"
  master_instance_fleet {
  }
}
resource "aws_emr_cluster" "master_instance_group" {
  name          = "example"
  release_label = "example"
  service_role  = "example"
  master_instance_group {
    instance_type = "t3.micro"
  }
}
resource "aws_flow_log" "destination_options" {
  log_destination      = "arn:aws:s3:::a"
  log_destination_type = "s3"
  traffic_type         = "ALL"
  vpc_id               = "vpc-0123456789abcdef0"
  destination_options {
  }
}
resource "aws_glue_crawler" "dynamodb_target" {
  name          = "a"
  role          = "r"
  database_name = "d"
  s3_target {
    path = "s3://a"
  }
  dynamodb_target {
    path = "example"
  }
}
resource "aws_glue_crawler" "lineage_configuration" {
  name          = "a"
  role          = "r"
  database_name = "d"
  s3_target {
    path = "s3://a"
  }
  lineage_configuration {
  }
}
resource "aws_glue_crawler" "mongodb_target" {
  name          = "a"
  role          = "r"
  database_name = "d"
  s3_target {
    path = "s3://a"
  }
  mongodb_target {
    connection_name = "example"
    path            = "example"
  }
}
resource "aws_glue_crawler" "recrawl_policy" {
  name          = "a"
  role          = "r"
  database_name = "d"
  s3_target {
    path = "s3://a"
  }
  recrawl_policy {
  }
}
resource "aws_glue_crawler" "schema_change_policy" {
  name          = "a"
  role          = "r"
  database_name = "d"
  s3_target {
    path = "s3://a"
  }
  schema_change_policy {
  }
}
resource "aws_glue_job" "execution_property" {
  name     = "example"
  role_arn = "arn:aws:iam::111122223333:role/x"
  command {
    script_location = "example"
  }
  execution_property {
  }
}
resource "aws_guardduty_detector" "datasources" {
  datasources {
  }
}
resource "aws_iam_access_key" "least" {
  user = "example"
}
resource "aws_iam_account_password_policy" "least" {
}
resource "aws_iam_group" "least" {
  name = "example"
}
resource "aws_iam_instance_profile" "least" {
}
resource "aws_iam_policy" "least" {
  policy = "{\"Version\":\"2012-10-17\",\"Statement\":[]}"
}
resource "aws_iam_role" "inline_policy" {
  assume_role_policy = "{\"Version\":\"2012-10-17\",\"Statement\":[]}"
  inline_policy {
  }
}
resource "aws_iam_user" "least" {
  name = "example"
}
resource "aws_iam_user_login_profile" "least" {
  user = "example"
}
resource "aws_instance" "cpu_options" {
  ami           = "ami-0123456789abcdef0"
  instance_type = "t3.micro"
  cpu_options {
  }
}
resource "aws_instance" "ebs_block_device" {
  ami           = "ami-0123456789abcdef0"
  instance_type = "t3.micro"
  ebs_block_device {
    device_name = "example"
  }
}
resource "aws_instance" "metadata_options" {
  ami           = "ami-0123456789abcdef0"
  instance_type = "t3.micro"
  metadata_options {
  }
}
resource "aws_instance" "network_interface" {
  ami           = "ami-0123456789abcdef0"
  instance_type = "t3.micro"
  network_interface {
    device_index         = 60
    network_interface_id = "example"
  }
}
resource "aws_instance" "root_block_device" {
  ami           = "ami-0123456789abcdef0"
  instance_type = "t3.micro"
  root_block_device {
  }
}
resource "aws_kinesis_firehose_delivery_stream" "elasticsearch_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  elasticsearch_configuration {
    index_name = "example"
    role_arn   = "arn:aws:iam::111122223333:role/x"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_firehose_delivery_stream" "http_endpoint_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  http_endpoint_configuration {
    url = "https://example.com"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_firehose_delivery_stream" "iceberg_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  iceberg_configuration {
    catalog_arn = "arn:aws:iam::111122223333:role/x"
    role_arn    = "arn:aws:iam::111122223333:role/x"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_firehose_delivery_stream" "opensearch_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  opensearch_configuration {
    index_name = "example"
    role_arn   = "arn:aws:iam::111122223333:role/x"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_firehose_delivery_stream" "opensearchserverless_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  opensearchserverless_configuration {
    collection_endpoint = "example"
    index_name          = "example"
    role_arn            = "arn:aws:iam::111122223333:role/x"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_firehose_delivery_stream" "redshift_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  redshift_configuration {
    cluster_jdbcurl = "example"
    data_table_name = "example"
    role_arn        = "arn:aws:iam::111122223333:role/x"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_firehose_delivery_stream" "server_side_encryption" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  server_side_encryption {
  }
}
resource "aws_kinesis_firehose_delivery_stream" "snowflake_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  snowflake_configuration {
    account_url = "example"
    database    = "example"
    role_arn    = "arn:aws:iam::111122223333:role/x"
    schema      = "example"
    table       = "example"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_firehose_delivery_stream" "splunk_configuration" {
  name        = "a"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = "arn:aws:iam::111122223333:role/x"
    bucket_arn = "arn:aws:s3:::a"
  }
  splunk_configuration {
    hec_endpoint = "example"
    s3_configuration {
      bucket_arn = "arn:aws:iam::111122223333:role/x"
      role_arn   = "arn:aws:iam::111122223333:role/x"
    }
  }
}
resource "aws_kinesis_stream" "least" {
  name        = "a"
  shard_count = 1
}
resource "aws_kms_key" "least" {
}
resource "aws_kms_key_policy" "least" {
  key_id = "example"
  policy = "{\"Version\":\"2012-10-17\",\"Statement\":[]}"
}
resource "aws_kms_replica_key" "least" {
  primary_key_arn = "arn:aws:iam::111122223333:role/x"
}
resource "aws_lambda_event_source_mapping" "amazon_managed_kafka_event_source_config" {
  function_name    = "f"
  event_source_arn = "arn:aws:sqs:us-east-1:111122223333:q"
  amazon_managed_kafka_event_source_config {
  }
}
resource "aws_lambda_event_source_mapping" "document_db_event_source_config" {
  function_name    = "f"
  event_source_arn = "arn:aws:sqs:us-east-1:111122223333:q"
  document_db_event_source_config {
    database_name = "example"
  }
}
resource "aws_lambda_function" "dead_letter_config" {
  function_name = "f"
  role          = "arn:aws:iam::111122223333:role/x"
  filename      = "x.zip"
  handler       = "a.b"
  runtime       = "python3.12"
  dead_letter_config {
    target_arn = "arn:aws:iam::111122223333:role/x"
  }
}
resource "aws_lambda_function" "vpc_config" {
  function_name = "f"
  role          = "arn:aws:iam::111122223333:role/x"
  filename      = "x.zip"
  handler       = "a.b"
  runtime       = "python3.12"
  vpc_config {
    security_group_ids = ["example"]
    subnet_ids         = ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]
  }
}
resource "aws_lambda_function_event_invoke_config" "destination_config" {
  function_name = "example"
  destination_config {
  }
}
resource "aws_lambda_function_url" "cors" {
  function_name      = "f"
  authorization_type = "AWS_IAM"
  cors {
  }
}
resource "aws_lambda_layer_version" "least" {
  layer_name = "example"
}
resource "aws_lambda_provisioned_concurrency_config" "least" {
  function_name                     = "example"
  provisioned_concurrent_executions = 60
  qualifier                         = "example"
}
resource "aws_launch_configuration" "ebs_block_device" {
  image_id      = "example"
  instance_type = "t3.micro"
  ebs_block_device {
    device_name = "example"
  }
}
resource "aws_launch_configuration" "root_block_device" {
  image_id      = "example"
  instance_type = "t3.micro"
  root_block_device {
  }
}
resource "aws_lb" "access_logs" {
  name    = "a"
  subnets = ["subnet-0123456789abcdef0"]
  access_logs {
    bucket = "example"
  }
}
resource "aws_lb" "connection_logs" {
  name    = "a"
  subnets = ["subnet-0123456789abcdef0"]
  connection_logs {
    bucket = "example"
  }
}
resource "aws_lb_target_group" "health_check" {
  name     = "a"
  port     = 80
  protocol = "HTTP"
  vpc_id   = "vpc-0123456789abcdef0"
  health_check {
  }
}
resource "aws_lb_target_group" "target_health_state" {
  name     = "a"
  port     = 80
  protocol = "HTTP"
  vpc_id   = "vpc-0123456789abcdef0"
  target_health_state {
    enable_unhealthy_connection_termination = true
  }
}
resource "aws_msk_cluster" "client_authentication" {
  cluster_name           = "example"
  kafka_version          = "example"
  number_of_broker_nodes = 60
  broker_node_group_info {
    client_subnets  = ["example"]
    instance_type   = "t3.micro"
    security_groups = ["sg-0123456789abcdef0"]
  }
  client_authentication {
  }
}
resource "aws_nat_gateway" "least" {
  subnet_id = "subnet-0123456789abcdef0"
}
resource "aws_neptune_cluster" "least" {
}
resource "aws_neptune_cluster" "serverless_v2_scaling_configuration" {
  serverless_v2_scaling_configuration {
  }
}
resource "aws_network_acl_rule" "least" {
  network_acl_id = "a"
  rule_number    = 1
  rule_action    = "allow"
  protocol       = "tcp"
  cidr_block     = "10.0.0.0/16"
  from_port      = 80
  to_port        = 80
}
resource "aws_network_interface" "attachment" {
  subnet_id = "subnet-0123456789abcdef0"
  attachment {
    device_index = 60
    instance     = "example"
  }
}
resource "aws_opensearch_domain" "advanced_security_options" {
  domain_name = "example"
  advanced_security_options {
    enabled = true
  }
}
resource "aws_opensearch_domain" "cluster_config" {
  domain_name = "example"
  cluster_config {
  }
}
resource "aws_opensearch_domain" "cognito_options" {
  domain_name = "example"
  cognito_options {
    identity_pool_id = "example"
    role_arn         = "arn:aws:iam::111122223333:role/x"
    user_pool_id     = "example"
  }
}
resource "aws_opensearch_domain" "domain_endpoint_options" {
  domain_name = "example"
  domain_endpoint_options {
  }
}
resource "aws_organizations_account" "least" {
  email = "a@example.com"
  name  = "example"
}
resource "aws_organizations_policy" "least" {
  content = "{}"
  name    = "example"
}
resource "aws_rds_cluster" "least" {
  engine = "mysql"
}
resource "aws_rds_cluster" "scaling_configuration" {
  engine = "mysql"
  scaling_configuration {
  }
}
resource "aws_rds_cluster_instance" "least" {
  cluster_identifier = "example"
  engine             = "mysql"
  instance_class     = "db.t3.micro"
}
resource "aws_rds_cluster_parameter_group" "least" {
  family = "example"
}
resource "aws_rds_cluster_parameter_group" "parameter" {
  family = "example"
  parameter {
    name  = "example"
    value = "x"
  }
}
resource "aws_redshift_cluster" "least" {
  cluster_identifier = "example"
  node_type          = "cache.t3.micro"
}
resource "aws_redshift_cluster" "snapshot_copy" {
  cluster_identifier = "example"
  node_type          = "cache.t3.micro"
  snapshot_copy {
    destination_region = "example"
  }
}
resource "aws_redshift_parameter_group" "least" {
  family = "example"
  name   = "example"
}
resource "aws_redshift_subnet_group" "least" {
  name       = "example"
  subnet_ids = ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]
}
resource "aws_route53_health_check" "least" {
  type             = "TCP"
  ip_address       = "10.0.0.1"
  port             = 80
  request_interval = 30
}
resource "aws_route53_zone" "least" {
  name = "example"
}
resource "aws_s3_access_point" "public_access_block_configuration" {
  bucket = "example"
  name   = "example"
  public_access_block_configuration {
  }
}
resource "aws_s3_account_public_access_block" "least" {
}
resource "aws_s3_bucket" "cors_rule" {
  cors_rule {
    allowed_methods = ["example"]
    allowed_origins = ["example"]
  }
}
resource "aws_s3_bucket" "versioning" {
  versioning {
  }
}
resource "aws_s3_bucket_notification" "lambda_function" {
  bucket = "example"
  lambda_function {
    events = ["example"]
  }
}
resource "aws_s3_bucket_object" "least" {
  bucket = "example"
  key    = "example"
}
resource "aws_s3_bucket_object_lock_configuration" "least" {
  bucket = "example"
}
resource "aws_s3_bucket_public_access_block" "least" {
  bucket = "example"
}
resource "aws_s3_object" "least" {
  bucket = "example"
  key    = "example"
}
resource "aws_sagemaker_model" "container" {
  execution_role_arn = "arn:aws:iam::111122223333:role/x"
  container {
  }
}
resource "aws_sagemaker_model" "primary_container" {
  execution_role_arn = "arn:aws:iam::111122223333:role/x"
  primary_container {
  }
}
resource "aws_scheduler_schedule" "least" {
  schedule_expression = "rate(5 minutes)"
  flexible_time_window {
    mode = "OFF"
  }
  target {
    arn      = "arn:aws:sqs:us-east-1:111122223333:q"
    role_arn = "arn:aws:iam::111122223333:role/x"
  }
}
resource "aws_secretsmanager_secret" "least" {
}
resource "aws_secretsmanager_secret_rotation" "least" {
  secret_id           = "a"
  rotation_lambda_arn = "arn:aws:lambda:us-east-1:111122223333:function:f"
  rotation_rules {
    automatically_after_days = 30
  }
}
resource "aws_security_group" "least" {
}
resource "aws_security_group_rule" "least" {
  security_group_id = "sg-1"
  type              = "ingress"
  protocol          = "tcp"
  from_port         = 80
  to_port           = 80
  cidr_blocks       = ["10.0.0.0/16"]
}
resource "aws_securityhub_account" "least" {
}
resource "aws_ses_configuration_set" "delivery_options" {
  name = "example"
  delivery_options {
  }
}
resource "aws_sns_topic" "least" {
}
resource "aws_sns_topic_subscription" "least" {
  topic_arn = "arn:aws:sns:us-east-1:111122223333:t"
  protocol  = "sqs"
  endpoint  = "arn:aws:sqs:us-east-1:111122223333:q"
}
resource "aws_sqs_queue" "least" {
}
resource "aws_ssm_association" "least" {
  name = "example"
}
resource "aws_ssm_document" "least" {
  content       = "{}"
  document_type = "Command"
  name          = "example"
}
resource "aws_ssm_maintenance_window" "least" {
  cutoff   = 60
  duration = 60
  name     = "example"
  schedule = "example"
}
resource "aws_ssm_patch_baseline" "least" {
  name = "example"
}
resource "aws_subnet" "least" {
  vpc_id = "vpc-0123456789abcdef0"
}
resource "aws_transfer_server" "endpoint_details" {
  endpoint_details {
  }
}
resource "aws_vpc" "least" {
}
resource "aws_vpc_endpoint" "dns_options" {
  vpc_id = "vpc-0123456789abcdef0"
  dns_options {
  }
}
resource "aws_vpc_peering_connection" "accepter" {
  peer_vpc_id = "example"
  vpc_id      = "vpc-0123456789abcdef0"
  accepter {
  }
}
resource "aws_vpc_peering_connection" "requester" {
  peer_vpc_id = "example"
  vpc_id      = "vpc-0123456789abcdef0"
  requester {
  }
}
resource "aws_waf_web_acl" "rules" {
  metric_name = "example"
  name        = "example"
  default_action {
    type = "example"
  }
  rules {
    priority = 60
    rule_id  = "example"
  }
}
resource "aws_workspaces_workspace" "least" {
  bundle_id    = "example"
  directory_id = "example"
  user_name    = "example"
}
resource "aws_workspaces_workspace" "workspace_properties" {
  bundle_id    = "example"
  directory_id = "example"
  user_name    = "example"
  workspace_properties {
  }
}
