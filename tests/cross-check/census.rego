# METADATA
# title: Everything the facts say of a graph
# description: |
#   Not a policy: it applies each fact to every resource it is about, so that two engines can be compared on
#   graphs for which no scenario asks anything.
package census

_addresses(types) := {address | some type in types; some address in input.by_type[type]}

_buckets := _addresses({"aws_s3_bucket", "AWS::S3::Bucket"})

_queues := _addresses({"aws_sqs_queue", "AWS::SQS::Queue"})

_topics := _addresses({"aws_sns_topic", "AWS::SNS::Topic"})

_functions := _addresses({"aws_lambda_function", "AWS::Lambda::Function"})

_roles := _addresses({"aws_iam_role", "AWS::IAM::Role"})

_groups := _addresses({"aws_security_group", "aws_default_security_group", "AWS::EC2::SecurityGroup"})

_alarms := _addresses({"aws_cloudwatch_metric_alarm", "AWS::CloudWatch::Alarm"})

_at(fact, resource, path, value) := {
	"rule": fact,
	"resource": resource,
	"path": path,
	"msg": json.marshal(value),
}

deny contains _at("refuses_public_access", bucket, "", true) if {
	some bucket in _buckets
	data.lib.s3.refuses_public_access(bucket)
}

deny contains _at("opens_to_public", bucket, "", true) if {
	some bucket in _buckets
	data.lib.s3.opens_to_public(bucket)
}

deny contains _at("lists_the_public", bucket, "", true) if {
	some bucket in _buckets
	data.lib.s3.lists_the_public(bucket)
}

deny contains _at("keeps_versions", bucket, "", true) if {
	some bucket in _buckets
	data.lib.s3.keeps_versions(bucket)
}

deny contains _at("encrypted_with_own_key", bucket, "", true) if {
	some bucket in _buckets
	data.lib.s3.encrypted_with_own_key(bucket)
}

deny contains _at("parts_refusing_plaintext", bucket, "", part) if {
	some bucket in _buckets
	some part in data.lib.s3.parts_refusing_plaintext(bucket)
}

deny contains _at("retention", queue, "", data.lib.sqs.retention(queue)) if some queue in _queues

deny contains _at("redrives", queue, redrive.path, redrive) if {
	some queue in _queues
	some redrive in data.lib.sqs.redrives(queue)
}

deny contains _at("key_shuts_out", queue, "", service) if {
	some queue in _queues
	some service in {"sns.amazonaws.com", "s3.amazonaws.com"}
	data.lib.sqs.key_shuts_out(queue, service)
}

deny contains _at("refuses_redrive", aside, "", queue) if {
	some aside in _queues
	some queue in _queues
	data.lib.sqs.refuses_redrive(aside, queue)
}

deny contains _at("sending_statements", entry.resource, entry.path, entry.statement) if {
	some queue in _queues
	some entry in data.lib.sqs.sending_statements(queue)
}

deny contains _at("delivers_everything_to", topic, "", queue) if {
	some topic in _topics
	some queue in _queues
	data.lib.sns.delivers_everything_to(topic, "sqs", queue)
}

deny contains _at("log_retention", function, "", days) if {
	some function in _functions
	some days in data.lib.logs.retention(function)
}

deny contains _at("permissions", function, "", permission) if {
	some function in _functions
	some service in {"s3.amazonaws.com", "sns.amazonaws.com", "events.amazonaws.com", "apigateway.amazonaws.com"}
	some permission in data.lib.lambda.permissions(function, service)
}

deny contains _at("function_notifications", function, "", notification) if {
	some function in _functions
	some notification in data.lib.s3.function_notifications(function)
}

deny contains _at("overwritten", notification.resource, notification.path, true) if {
	some function in _functions
	some notification in data.lib.s3.function_notifications(function)
	data.lib.s3.overwritten(notification)
}

deny contains _at("doors", door.resource, door.path, door.actions) if {
	some role in _roles
	some door in data.lib.iam.doors(role)
}

deny contains _at("role_statements", entry.resource, entry.path, entry.statement) if {
	some role in _roles
	some entry in data.lib.iam.role_statements(role)
}

deny contains _at("role_attachments", role, "", attachment) if {
	some role in _roles
	some attachment in data.lib.iam.role_attachments(role)
}

deny contains _at("lasting_statements", role, entry.path, entry.resource) if {
	some role in _roles
	some entry in data.lib.iam.lasting_statements(role)
}

deny contains _at("trusts_only_service", role, "", service) if {
	some role in _roles
	some service in {"lambda.amazonaws.com", "ec2.amazonaws.com", "ecs-tasks.amazonaws.com"}
	data.lib.iam.trusts_only_service(role, service)
}

deny contains _at("tells_one_from_none", alarm, "", true) if {
	some alarm in _alarms
	data.lib.cloudwatch.tells_one_from_none(alarm)
}

deny contains _at("goes_off_within", alarm, "", seconds) if {
	some alarm in _alarms
	some seconds in {60, 300, 3600}
	data.lib.cloudwatch.goes_off_within(alarm, seconds)
}

deny contains _at("in_force", alarm, "", true) if {
	some alarm in _alarms
	data.lib.cloudwatch.in_force(alarm)
}

deny contains _at("keys_at", address, "/KMSMasterKeyID", key) if {
	some address in _topics | _queues
	resource := input.resources[address]
	some attribute in {"kms_master_key_id", "KmsMasterKeyId", "KMSMasterKeyId", "KMSMasterKeyID"}
	value := resource.values[attribute]
	some key in data.lib.kms.keys_at(resource, concat("", ["/", attribute]), value)
}

_ingress[group] := data.lib.ec2.ingress(group) if some group in _groups

deny contains _at("ingress", group, entry.path, entry) if {
	some group in _groups
	some entry in _ingress[group]
}

deny contains _at("lets_in_world", group, "", port) if {
	some group in _groups
	some port in {22, 80, 443, 5432}
	data.lib.ec2.lets_in_world(_ingress[group], "tcp", port)
}

deny contains _at("lets_in_cidr", group, "", cidr) if {
	some group in _groups
	some cidr in {"10.0.0.0/24", "172.16.0.1", "2001:db8::/48"}
	data.lib.ec2.lets_in_cidr(_ingress[group], "tcp", 443, cidr)
}

deny contains _at("switched_off", function, "", true) if {
	some function in _functions
	data.lib.lambda.switched_off(function)
}
