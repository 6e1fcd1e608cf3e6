package lib.logs_test

_arn := "arn:aws:lambda:r:a:function:handler"

_function(type, values) := data.lib.fragment_test.named(type, "handler", _arn, values)

_group(type, name, values) := data.lib.fragment_test.named(type, name, concat("", ["arn:aws:logs:::", name]), values)

_default := "/aws/lambda/handler"

_custom(name, days) := data.lib.fragment_test.resource(
	"Custom::LogRetention",
	{"LogGroupName": name, "RetentionInDays": days},
)

_pair(function, group) := {"f": function, "g": group}

# Where the retention can be decided: a fragment that keeps 7 days, and one that decides about another group.
retention_cells := {
	"aws_cloudwatch_log_group /retention_in_days": _by_name("aws_cloudwatch_log_group", "retention_in_days"),
	"AWS::Logs::LogGroup /RetentionInDays": _by_name("AWS::Logs::LogGroup", "RetentionInDays"),
	"aws_lambda_function /logging_config": {
		"holds": _configured("aws_lambda_function", {"logging_config": [{"log_group": "mine"}]}),
		"fails": _configured("aws_lambda_function", {"logging_config": [{"log_group": "other"}]}),
	},
	"AWS::Lambda::Function /LoggingConfig": {
		"holds": _configured("AWS::Lambda::Function", {"LoggingConfig": {"LogGroup": "mine"}}),
		"fails": _configured("AWS::Lambda::Function", {"LoggingConfig": {"LogGroup": "other"}}),
	},
	"Custom::LogRetention /RetentionInDays": {
		"holds": _pair(_function("AWS::Lambda::Function", {}), _custom(_default, "7")),
		"fails": _pair(_function("AWS::Lambda::Function", {}), _custom("/aws/lambda/other", 7)),
	},
}

_by_name(type, key) := {
	"holds": _pair(_function("f", {}), _group(type, _default, {key: 7})),
	"fails": _pair(_function("f", {}), _group(type, "/aws/lambda/other", {key: 7})),
}

_configured(type, values) := _pair(
	_function(type, values),
	_group("aws_cloudwatch_log_group", "mine", {"retention_in_days": 7}),
)

_days(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.logs.retention("f") with input as graph
}

test_the_retention_is_found_in_every_place if {
	every cell in retention_cells {
		_days(cell.holds) == {7}
		_days(cell.fails) == set()
	}
}

test_a_group_that_says_nothing_keeps_for_ever if {
	_days(_pair(_function("f", {}), _group("aws_cloudwatch_log_group", _default, {}))) == {null}
	_days(_pair(_function("f", {}), _group("AWS::Logs::LogGroup", _default, {}))) == {null}
	_days(_pair(_function("f", {}), _group("aws_cloudwatch_log_group", _default, {"retention_in_days": 0}))) == {null}
	_days(_pair(_function("f", {}), _custom(_default, null))) == {null}
}

test_a_configured_group_takes_the_place_of_the_default if {
	default_group := _group("aws_cloudwatch_log_group", _default, {"retention_in_days": 30})
	every type_values in [
		["aws_lambda_function", {"logging_config": [{"log_group": "mine"}]}],
		["AWS::Lambda::Function", {"LoggingConfig": {"LogGroup": "mine"}}],
	] {
		resources := object.union(_configured(type_values[0], type_values[1]), {"d": default_group})
		_days(resources) == {7}
	}
}

test_a_configuration_without_a_group_leaves_the_default if {
	default_group := _group("aws_cloudwatch_log_group", _default, {"retention_in_days": 30})
	_days(_pair(_function("aws_lambda_function", {"logging_config": [{"log_format": "JSON"}]}), default_group)) == {30}
	_days(_pair(_function("AWS::Lambda::Function", {"LoggingConfig": {"LogFormat": "JSON"}}), default_group)) == {30}
}

test_a_configured_group_may_get_its_retention_from_a_custom_resource if {
	function := _function("AWS::Lambda::Function", {"LoggingConfig": {"LogGroup": "mine"}})
	_days(_pair(function, _custom("mine", 7))) == {7}
	_days(_pair(function, _custom(_default, 7))) == set()
}

test_every_place_that_decides_counts if {
	resources := {
		"f": _function("AWS::Lambda::Function", {}),
		"g": _group("AWS::Logs::LogGroup", _default, {"RetentionInDays": 7}),
		"c": _custom(_default, 30),
	}
	_days(resources) == {7, 30}
}

test_only_a_group_created_here_decides if {
	looked_up := object.union(_group("aws_cloudwatch_log_group", _default, {"retention_in_days": 7}), {"mode": "data"})
	_days(_pair(_function("f", {}), looked_up)) == set()
	_days(_pair(_function("f", {}), _group("aws_sqs_queue", _default, {"retention_in_days": 7}))) == set()
	filter := data.lib.fragment_test.resource("AWS::Logs::SubscriptionFilter", {"LogGroupName": _default})
	_days(_pair(_function("f", {}), filter)) == set()
}

test_a_configured_group_is_found_by_reference if {
	reference := data.lib.fragment_test.reference("/logging_config/0/log_group", "g", "mention")
	resources := _configured("aws_lambda_function", {"logging_config": [{"log_group": "?"}]})
	_days(object.union(resources, {"f": {"refs": [reference]}})) == {7}
}

test_a_configured_property_is_found_by_reference if {
	reference := data.lib.fragment_test.reference("/LoggingConfig/LogGroup", "g", "exact")
	resources := _configured("AWS::Lambda::Function", {"LoggingConfig": {"LogGroup": "?"}})
	_days(object.union(resources, {"f": {"refs": [reference]}})) == {7}
}
