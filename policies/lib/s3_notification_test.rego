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
		"holds": _block(_arn),
		"fails": _block("handler"),
	},
	"AWS::S3::Bucket /NotificationConfiguration": {
		"place": ["b", "/NotificationConfiguration/LambdaConfigurations/0/Function"],
		"holds": _property(_arn),
		"fails": _property("handler"),
	},
	"Custom::S3BucketNotifications /NotificationConfiguration": {
		"place": ["n", "/NotificationConfiguration/LambdaFunctionConfigurations/0/LambdaFunctionArn"],
		"holds": _custom("uploads", _arn),
		"fails": _custom("uploads", "handler"),
	},
}

_found(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.s3.function_notifications("f") with input as graph
}

test_a_notification_is_found_in_every_place if {
	every cell in function_notifications_cells {
		place := {"bucket": "b", "resource": cell.place[0], "path": cell.place[1]}
		notification := object.union(place, {"events": {"e"}, "limits": set(), "qualifier": ""})
		_found(cell.holds) == {notification}
		_found(cell.fails) == set()
	}
}

test_a_notification_of_a_bucket_defined_elsewhere_is_none if {
	_found(_custom("elsewhere", _arn)) == set()
	_found(object.union(_custom("uploads", _arn), {"n": {"type": "Custom::Else"}})) == set()
	_found(object.union(_block(_arn), {"b": {"mode": "data"}})) == set()
	_found(object.union(_block(_arn), {"b": {"type": "aws_sqs_queue"}})) == set()
}

test_a_function_is_found_by_the_reference_at_its_path if {
	every cell in function_notifications_cells {
		reference := data.lib.fragment_test.reference(cell.place[1], "f", "exact")
		bent := json.patch(cell.holds, [{"op": "replace", "path": _target(cell.place), "value": "?"}])
		count(_found(object.union(bent, {cell.place[0]: {"refs": [reference]}}))) == 1
	}
}

_target(place) := concat("", ["/", place[0], "/values", place[1]])

test_a_notification_says_what_limits_it_in_every_place if {
	rules := [{"Name": "prefix", "Value": ""}, {"Name": "suffix", "Value": ".jpg"}]
	limits := {
		"aws_s3_bucket_notification /lambda_function": {"filter_prefix": "", "filter_suffix": ".jpg"},
		"AWS::S3::Bucket /NotificationConfiguration": {"Filter": {"S3Key": {"Rules": rules}}},
		"Custom::S3BucketNotifications /NotificationConfiguration": {"Filter": {"Key": {"FilterRules": rules}}},
	}
	every cell, limit in limits {
		place := function_notifications_cells[cell].place
		target := _target(place)
		patches := [{"op": "add", "path": _beside(target, key), "value": value} | some key, value in limit]
		bent := json.patch(function_notifications_cells[cell].holds, patches)
		{notification.limits | some notification in _found(bent)} == {{".jpg"}}
	}
}

_beside(target, key) := regex.replace(target, `[^/]+$`, key)

test_puts_are_told_of_by_all_their_events_or_by_one_for_all if {
	_sent({"s3:ObjectCreated:*"}, set())
	_sent(_ways | {"s3:ObjectRemoved:*"}, set())
	every way in _ways {
		not _sent(_ways - {way}, set())
	}
	not _sent({"s3:ObjectRemoved:*"}, set())
	not _sent(set(), set())
}

test_puts_of_some_keys_are_not_all_puts if {
	not _sent({"s3:ObjectCreated:*"}, {".jpg"})
}

test_several_notifications_of_one_bucket_tell_together if {
	each := {{"bucket": "b", "events": {way}, "limits": set()} | some way in _ways}
	data.lib.s3.sent_for_puts(each, "b")
	not data.lib.s3.sent_for_puts(each, "other")
	some one in each
	limited := object.union(one, {"limits": {".jpg"}})
	not data.lib.s3.sent_for_puts((each - {one}) | {limited}, "b")
	not data.lib.s3.sent_for_puts((each - {one}) | {object.union(one, {"bucket": "other"})}, "b")
}

_ways := {concat(":", ["s3:ObjectCreated", way]) | some way in {"Put", "Post", "Copy", "CompleteMultipartUpload"}}

_sent(events, limits) if data.lib.s3.sent_for_puts({{"bucket": "b", "events": events, "limits": limits}}, "b")
