package lib.s3

_lists := {
	"LambdaConfigurations": {"function": "Function", "events": "Event"},
	"LambdaFunctionConfigurations": {"function": "LambdaFunctionArn", "events": "Events"},
}

_limits := ["filter_prefix", "filter_suffix"]

# METADATA
# title: the notifications by which buckets created here invoke a function
# description: |
#   Each with the bucket, the place it is declared in, the alias or version it invokes, the events it is sent for and
#   the parts of a key that it is limited to. It takes the ARN of the function; its name alone is not taken for one.
# custom:
#   types:
#     - aws_s3_bucket_notification /lambda_function
#     - AWS::S3::Bucket /NotificationConfiguration
#     - Custom::S3BucketNotifications /NotificationConfiguration
function_notifications(function) := {notification |
	some address in input.by_type.aws_s3_bucket_notification
	resource := input.resources[address]
	some index
	block := resource.values.lambda_function[index]
	path := sprintf("/lambda_function/%d/lambda_function_arn", [index])
	target := object.get(block, "lambda_function_arn", null)
	_invoked(resource, path, target, function)
	some bucket in _buckets_of(data.lib.link.attribute_targets(resource, "bucket", "name"))
	notification := {
		"bucket": bucket,
		"resource": address,
		"path": path,
		"qualifier": data.lib.lambda.qualifier(target),
		"events": {event | event := block.events[_]},
		"limits": {text | text := block[_limits[_]]; text != ""},
	}
} | {notification |
	some type in {"AWS::S3::Bucket", "Custom::S3BucketNotifications"}
	some address in input.by_type[type]
	resource := input.resources[address]
	some list, index
	entry := resource.values.NotificationConfiguration[list][index]
	keys := _lists[list]
	path := sprintf("/NotificationConfiguration/%s/%d/%s", [list, index, keys.function])
	target := object.get(entry, keys.function, null)
	_invoked(resource, path, target, function)
	some bucket in _buckets_of({address} | data.lib.link.attribute_targets(resource, "BucketName", "name"))
	notification := {
		"bucket": bucket,
		"resource": address,
		"path": path,
		"qualifier": data.lib.lambda.qualifier(target),
		"events": {event | some event in data.lib.value.members(object.get(entry, keys.events, null))},
		"limits": {text | text := entry.Filter[_][_][_].Value; text != ""},
	}
}

# METADATA
# title: another resource sets the notifications of the same bucket
# description: A bucket has one set of them, so that one of several resources undoes what the other did.
# custom:
#   types: ["aws_s3_bucket_notification /bucket"]
overwritten(notification) if {
	some address in data.lib.link.bound_to("aws_s3_bucket_notification", "bucket", "name", notification.bucket)
	address != notification.resource
}

_invoked(resource, path, target, function) if {
	function in data.lib.lambda.functions_at(resource, path, target)
	target != input.resources[function].identity.name
}

_buckets_of(addresses) := {address |
	some address in addresses
	input.resources[address].type in _buckets
	input.resources[address].mode == "managed"
}

_ways_in := {
	"s3:ObjectCreated:Put",
	"s3:ObjectCreated:Post",
	"s3:ObjectCreated:Copy",
	"s3:ObjectCreated:CompleteMultipartUpload",
}

# METADATA
# title: the notifications of a bucket are sent for every object put into it
# description: Those without a limit, together; in whatever way the object is put there.
sent_for_puts(notifications, bucket) if {
	events := {event |
		some notification in notifications
		notification.bucket == bucket
		notification.limits == set()
		some event in notification.events
	}
	_for_every_way(events)
}

_for_every_way(events) if {
	"s3:ObjectCreated:*" in events
} else if {
	_ways_in - events == set()
}
