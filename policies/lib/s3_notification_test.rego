package lib.s3_notification_test

_arn := "arn:aws:lambda:r:a:function:handler"

_function := data.lib.fragment_test.named("aws_lambda_function", "handler", _arn, {})

_bucket(type, values) := data.lib.fragment_test.named(type, "uploads", "arn:aws:s3:::uploads", values)

_block(name) := {
	"f": _function,
	"b": _bucket("aws_s3_bucket", {}),
	"n": data.lib.fragment_test.resource("aws_s3_bucket_notification", {
		"bucket": "uploads",
		"lambda_function": [{"lambda_function_arn": name, "events": ["e"]}],
	}),
}

_property(name) := {
	"f": _function,
	"b": _bucket("AWS::S3::Bucket", {"NotificationConfiguration": {"LambdaConfigurations": [{
		"Event": "e",
		"Function": name,
	}]}}),
}

_custom(bucket, name) := {
	"f": _function,
	"b": _bucket("AWS::S3::Bucket", {}),
	"n": data.lib.fragment_test.resource("Custom::S3BucketNotifications", {
		"BucketName": bucket,
		"NotificationConfiguration": {"LambdaFunctionConfigurations": [{"Events": ["e"], "LambdaFunctionArn": name}]},
	}),
}

# Where a notification can stand: a fragment that invokes the function, and one that invokes another.
function_notifications_cells := {
	"aws_s3_bucket_notification /lambda_function": {
		"place": ["n", "/lambda_function/0/lambda_function_arn"],
		"holds": _block("handler"),
		"fails": _block("other"),
	},
	"AWS::S3::Bucket /NotificationConfiguration": {
		"place": ["b", "/NotificationConfiguration/LambdaConfigurations/0/Function"],
		"holds": _property("handler"),
		"fails": _property("other"),
	},
	"Custom::S3BucketNotifications /NotificationConfiguration": {
		"place": ["n", "/NotificationConfiguration/LambdaFunctionConfigurations/0/LambdaFunctionArn"],
		"holds": _custom("uploads", "handler"),
		"fails": _custom("uploads", "other"),
	},
}

_found(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.s3.function_notifications("f") with input as graph
}

test_a_notification_is_found_in_every_place if {
	every cell in function_notifications_cells {
		notification := {"bucket": "b", "resource": cell.place[0], "path": cell.place[1], "events": {"e"}}
		_found(cell.holds) == {notification}
		_found(cell.fails) == set()
	}
}

test_a_notification_of_a_bucket_defined_elsewhere_is_none if {
	_found(_custom("elsewhere", "handler")) == set()
	_found(object.union(_block("handler"), {"b": {"mode": "data"}})) == set()
	_found(object.union(_block("handler"), {"b": {"type": "aws_sqs_queue"}})) == set()
}

test_a_function_is_found_by_the_reference_at_its_path if {
	every cell in function_notifications_cells {
		reference := data.lib.fragment_test.reference(cell.place[1], "f", "exact")
		count(_found(object.union(cell.fails, {cell.place[0]: {"refs": [reference]}}))) == 1
	}
}

test_puts_are_told_of_by_their_event_or_by_all if {
	data.lib.s3.sent_for_puts({"events": {"s3:ObjectCreated:*"}})
	data.lib.s3.sent_for_puts({"events": {"s3:ObjectRemoved:*", "s3:ObjectCreated:Put"}})
	not data.lib.s3.sent_for_puts({"events": {"s3:ObjectRemoved:*"}})
	not data.lib.s3.sent_for_puts({"events": {"s3:ObjectCreated:Copy"}})
	not data.lib.s3.sent_for_puts({"events": set()})
}
