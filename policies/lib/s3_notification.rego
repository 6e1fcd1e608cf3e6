package lib.s3

_lists := {
	"LambdaConfigurations": {"function": "Function", "events": "Event"},
	"LambdaFunctionConfigurations": {"function": "LambdaFunctionArn", "events": "Events"},
}

# METADATA
# title: the notifications by which buckets invoke a function
# description: Each with the bucket, the resource it is declared on and the events it is sent for.
# custom:
#   types:
#     - aws_s3_bucket_notification /lambda_function
#     - AWS::S3::Bucket /NotificationConfiguration
#     - Custom::S3BucketNotifications /NotificationConfiguration
function_notifications(function) := union({
	_blocks(function),
	_properties("AWS::S3::Bucket", function),
	_properties("Custom::S3BucketNotifications", function),
})

_blocks(function) := {notification |
	some address in object.get(input.by_type, "aws_s3_bucket_notification", [])
	resource := input.resources[address]
	some index, block in data.lib.value.list_at(resource.values, "lambda_function")
	path := sprintf("/lambda_function/%d/lambda_function_arn", [index])
	function in data.lib.lambda.functions_at(resource, path, object.get(block, "lambda_function_arn", null))
	some bucket in data.lib.link.targets(resource, "/bucket", object.get(resource.values, "bucket", null))
	is_bucket(bucket)
	notification := {"bucket": bucket, "resource": address, "path": path, "events": _events(block, "events")}
}

_properties(type, function) := {notification |
	some address in object.get(input.by_type, type, [])
	resource := input.resources[address]
	some list, names in _lists
	some index, entry in resource.values.NotificationConfiguration[list]
	path := sprintf("/NotificationConfiguration/%s/%d/%s", [list, index, names.function])
	function in data.lib.lambda.functions_at(resource, path, object.get(entry, names.function, null))
	some bucket in _notifier(address)
	notification := {
		"bucket": bucket,
		"resource": address,
		"path": path,
		"events": _events(entry, names.events),
	}
}

_notifier(address) := {address} if is_bucket(address)

_notifier(address) := {bucket |
	resource := input.resources[address]
	some bucket in data.lib.link.targets(resource, "/BucketName", object.get(resource.values, "BucketName", null))
	is_bucket(bucket)
} if {
	input.resources[address].type == "Custom::S3BucketNotifications"
}

_events(entry, key) := {event | some event in data.lib.value.list_at(entry, key)}

# METADATA
# title: the notification is sent for every object put into the bucket
sent_for_puts(notification) if {
	some event in notification.events
	event in {"s3:ObjectCreated:*", "s3:ObjectCreated:Put"}
}
