package scenarios.upload_handler_test

_function(type, name) := data.lib.fragment_test.named(type, name, _function_arn(name), {})

_function_arn(name) := concat(":", ["arn:aws:lambda:r:a:function", name])

_handler(type) := _function(type, "upload-handler")

_thumbnailer(type) := _function(type, "thumbnailer")

_bucket(type, name) := data.lib.fragment_test.named(type, name, concat("", ["arn:aws:s3:::", name]), {})

_group(type, function, values) := data.lib.fragment_test.named(
	type,
	concat("", ["/aws/lambda/", function]),
	concat("", ["arn:aws:logs:r:a:log-group:/aws/lambda/", function]),
	values,
)

_permission := {
	"function_name": "upload-handler",
	"action": "lambda:InvokeFunction",
	"principal": "s3.amazonaws.com",
	"source_arn": "arn:aws:s3:::uploads",
}

# Cut from a plan of the flat configuration.
_terraform(changes) := object.union(
	{
		"bucket": _bucket("aws_s3_bucket", "uploads"),
		"other bucket": _bucket("aws_s3_bucket", "thumbnails"),
		"function": _handler("aws_lambda_function"),
		"other function": _thumbnailer("aws_lambda_function"),
		"logs": _group("aws_cloudwatch_log_group", "upload-handler", {"retention_in_days": 14}),
		"other logs": _group("aws_cloudwatch_log_group", "thumbnailer", {"retention_in_days": 365}),
		"permission": data.lib.fragment_test.resource("aws_lambda_permission", _permission),
		"other permission": data.lib.fragment_test.resource("aws_lambda_permission", {
			"function_name": "thumbnailer",
			"action": "lambda:InvokeFunction",
			"principal": "events.amazonaws.com",
		}),
		"notification": _notification("upload-handler", "s3:ObjectCreated:*"),
	},
	changes,
)

_notification(function, event) := data.lib.fragment_test.resource("aws_s3_bucket_notification", {
	"bucket": "uploads",
	"lambda_function": [{"lambda_function_arn": _function_arn(function), "events": [event]}],
})

# Cut from the template of the construct library's own notification.
_cloudformation := {
	"Uploads": _bucket("AWS::S3::Bucket", "uploads"),
	"Handler": _handler("AWS::Lambda::Function"),
	"Thumbnailer": _thumbnailer("AWS::Lambda::Function"),
	"Retention": data.lib.fragment_test.resource(
		"Custom::LogRetention",
		{"LogGroupName": "/aws/lambda/upload-handler", "RetentionInDays": 7},
	),
	"Permission": data.lib.fragment_test.resource("AWS::Lambda::Permission", {
		"FunctionName": "arn:aws:lambda:r:a:function:upload-handler",
		"Action": "lambda:InvokeFunction",
		"Principal": "s3.amazonaws.com",
		"SourceArn": "arn:aws:s3:::uploads",
	}),
	"Notifications": data.lib.fragment_test.resource("Custom::S3BucketNotifications", {
		"BucketName": "uploads",
		"NotificationConfiguration": {"LambdaFunctionConfigurations": [{
			"Events": ["s3:ObjectCreated:*"],
			"LambdaFunctionArn": "arn:aws:lambda:r:a:function:upload-handler",
		}]},
	}),
}

_rules(resources) := {[result.rule, result.resource, result.path] | some result in denied; result.msg != ""} if {
	denied := data.scenarios.upload_handler.deny with input as data.lib.fragment_test.graph(resources)
}

_logs(values) := _terraform({"logs": {"values": values}})

_permitted(changes) := _terraform({"permission": {"values": changes}})

_notified(function, event) := _terraform({"notification": _notification(function, event)})

_unadmitted := ["UH002", "notification", "/lambda_function/0/lambda_function_arn"]

_unconfined := ["UH003", "permission", "/source_arn"]

test_a_solution_passes if {
	_rules(_terraform({})) == set()
	_rules(_cloudformation) == set()
	_rules(_logs({"retention_in_days": 7})) == set()
}

test_an_empty_workspace_fails if {
	_rules({}) == {["UH001", "", ""], ["UH004", "", ""]}
}

test_each_mistake_is_caught_by_its_rules if {
	_rules(_logs({"retention_in_days": 30})) == {["UH001", "function", ""]}
	_rules(_logs({"retention_in_days": null})) == {["UH001", "function", ""]}
	_rules(object.remove(_terraform({}), ["logs"])) == {["UH001", "function", ""]}
	_rules(object.remove(_terraform({}), ["permission"])) == {_unadmitted}
	_rules(_permitted({"source_arn": "arn:aws:s3:::thumbnails"})) == {_unadmitted, _unconfined}
	_rules(_permitted({"qualifier": "live"})) == {_unadmitted}
	_rules(_permitted({"source_arn": null})) == {_unconfined}
	_rules(_permitted({"source_arn": "arn:aws:s3:::*"})) == {_unconfined}
	_rules(_notified("thumbnailer", "s3:ObjectCreated:*")) == {["UH004", "function", ""]}
	_rules(_notified("upload-handler", "s3:ObjectRemoved:*")) == {["UH004", "function", ""]}
}

test_a_permission_beside_the_needed_one_is_caught_as_well if {
	other := object.union(_permission, {"source_arn": "arn:aws:s3:::thumbnails"})
	resource := data.lib.fragment_test.resource("aws_lambda_permission", other)
	_rules(_terraform({"third permission": resource})) == {["UH003", "third permission", "/source_arn"]}
}

test_a_notification_for_some_keys_is_not_enough if {
	limited := {"notification": {"values": {"lambda_function": [{
		"lambda_function_arn": _function_arn("upload-handler"),
		"events": ["s3:ObjectCreated:*"],
		"filter_suffix": ".jpg",
	}]}}}
	_rules(object.union(_terraform({}), limited)) == {["UH004", "function", ""]}
}

test_every_place_that_decides_the_retention_counts if {
	custom := {"LogGroupName": "/aws/lambda/upload-handler", "RetentionInDays": 30}
	resource := data.lib.fragment_test.resource("Custom::LogRetention", custom)
	_rules(_terraform({"custom": resource})) == {["UH001", "function", ""]}
}

test_a_permission_for_another_account_admits_no_bucket_here if {
	_rules(_permitted({"source_account": "a"})) == set()
	_rules(_permitted({"source_account": "b"})) == {_unadmitted}
}

test_a_function_that_is_switched_off_never_runs if {
	off := {"function": {"values": {"reserved_concurrent_executions": 0}}}
	_rules(object.union(_terraform({}), off)) == {["UH005", "function", ""]}
}

test_without_a_notification_a_permission_still_has_to_name_its_source if {
	open := {"permission": {"values": {"source_arn": "arn:aws:s3:::*"}}}
	found := _rules(object.union(object.remove(_terraform({}), ["notification"]), open))
	found == {_unconfined, ["UH004", "function", ""]}
}
