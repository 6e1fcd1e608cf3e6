package scenarios.parameter_reader_test

_endpoint := "arn:aws:ssm:us-east-1:123456789012:parameter/billing/api-endpoint"

_region := "arn:aws:ssm:us-east-1:123456789012:parameter/billing/region"

_url := "https://billing.internal.example.com/v1"

_parameter(type, name, arn, values) := data.lib.fragment_test.named(type, name, arn, values)

_role(type, name, path, service, rest) := object.union(
	data.lib.fragment_test.named(type, name, concat("/", ["arn:aws:iam::123456789012:role", name]), rest),
	{"docs": {path: {"kind": "policy", "value": {}, "statements": [data.lib.fragment_test.statement({
		"actions": ["sts:assumerole"],
		"principals": [{"type": "Service", "id": service}],
	})]}}},
)

_read := {"actions": ["ssm:getparameter", "ssm:getparameters"], "resources": [_endpoint]}

_deny := {"effect": "Deny", "actions": ["ssm:putparameter"], "resources": ["*"]}

# Cut from a plan of the flat configuration.
_terraform(holder, read) := {
	"aws_ssm_parameter.api_endpoint": _parameter("aws_ssm_parameter", "/billing/api-endpoint", _endpoint, {"value": _url}),
	"aws_ssm_parameter.region": _parameter("aws_ssm_parameter", "/billing/region", _region, {}),
	"aws_iam_role.reader": _reader("lambda.amazonaws.com"),
	"aws_iam_role.exporter": _trusting("billing-exporter", "ecs-tasks.amazonaws.com"),
	"aws_iam_role_policy.read": data.lib.fragment_test.holding(
		"aws_iam_role_policy",
		{"role": holder},
		"/policy",
		[read, _deny],
	),
}

_trusting(name, service) := _role("aws_iam_role", name, "/assume_role_policy", service, {})

_reader(service) := _trusting("billing-reader", service)

# Cut from the template of the construct library's own grant.
_cloudformation(policies) := {
	"ApiEndpoint": _parameter("AWS::SSM::Parameter", "/billing/api-endpoint", _endpoint, {"Value": _url}),
	"Region": _parameter("AWS::SSM::Parameter", "/billing/region", _region, {}),
	"Reader": _role(
		"AWS::IAM::Role",
		"billing-reader",
		"/AssumeRolePolicyDocument",
		"lambda.amazonaws.com",
		{"ManagedPolicyArns": policies},
	),
	"ReaderPolicy": data.lib.fragment_test.holding(
		"AWS::IAM::Policy",
		{"Roles": ["billing-reader"]},
		"/PolicyDocument",
		[
			{
				"actions": [
					"ssm:describeparameters",
					"ssm:getparameters",
					"ssm:getparameter",
					"ssm:getparameterhistory",
				],
				"resources": [_endpoint],
			},
			_deny,
		],
	),
}

_logs := "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"

_rules(resources) := {[result.rule, result.resource, result.path] | some result in denied; result.msg != ""} if {
	denied := data.scenarios.parameter_reader.deny with input as data.lib.fragment_test.graph(resources)
}

_with(changes) := _rules(_terraform("billing-reader", object.union(_read, changes)))

test_a_solution_passes if {
	_rules(_terraform("billing-reader", _read)) == set()
	_rules(_cloudformation([_logs])) == set()
	_rules(_cloudformation(["arn:aws-cn:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"])) == set()
	_with({"actions": ["ssm:get*", "ssm:listtagsforresource", "logs:createloggroup", "logs:putlogevents"]}) == set()
	_with({"actions": ["ssm:getparameters"]}) == set()
}

test_an_empty_workspace_fails if {
	_rules({}) == {["PR001", "", ""], ["PR005", "", ""]}
}

test_each_mistake_is_caught_by_its_rules if {
	_rules(_terraform("billing-exporter", _read)) == {["PR001", "aws_iam_role.reader", ""]}
	_with({"resources": ["*"]}) == {["PR002", "aws_iam_role_policy.read", "/policy"]}
	_with({"resources": [_region]}) == {
		["PR001", "aws_iam_role.reader", ""],
		["PR002", "aws_iam_role_policy.read", "/policy"],
	}
	_with({"actions": ["ssm:*"]}) == {["PR003", "aws_iam_role_policy.read", "/policy"]}
	_with({"actions": ["ssm:getparameter", "s3:getobject"]}) == {["PR004", "aws_iam_role_policy.read", "/policy"]}
	_with({"actions": ["*"]}) == {
		["PR003", "aws_iam_role_policy.read", "/policy"],
		["PR004", "aws_iam_role_policy.read", "/policy"],
	}
	every policy in [
		"arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess",
		"arn:aws:iam::123456789012:policy/AWSLambdaBasicExecutionRole",
		"arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRoleAndMore",
		7,
	] {
		_rules(_cloudformation([policy])) == {["PR004", "Reader", "/ManagedPolicyArns/0"]}
	}
}

test_an_allow_by_exception_is_no_narrow_grant if {
	_with({"actions": [], "not_actions": ["s3:*"]}) == {
		["PR002", "aws_iam_role_policy.read", "/policy"],
		["PR003", "aws_iam_role_policy.read", "/policy"],
		["PR004", "aws_iam_role_policy.read", "/policy"],
	}
}

test_a_role_for_another_service_is_not_for_lambda if {
	solution := _terraform("billing-reader", _read)
	found := _rules(object.union(solution, {"aws_iam_role.reader": _reader("ec2.amazonaws.com")}))
	found == {["PR005", "aws_iam_role.reader", ""]}
}

test_another_value_is_not_the_one_asked_for if {
	other := {"aws_ssm_parameter.api_endpoint": {"values": {"value": "https://billing.internal.example.com/v2"}}}
	found := _rules(object.union(_terraform("billing-reader", _read), other))
	found == {["PR006", "aws_ssm_parameter.api_endpoint", ""]}
}

_listed(names) := {"list": data.lib.fragment_test.resource(
	"aws_iam_role_policies_exclusive",
	{"role_name": "billing-reader", "policy_names": names},
)}

test_a_grant_that_a_list_of_all_leaves_out_is_none if {
	named := object.union(_terraform("billing-reader", _read), {"aws_iam_role_policy.read": {"values": {"name": "read"}}})
	_rules(object.union(named, _listed(["read"]))) == set()
	_rules(object.union(named, _listed([]))) == {["PR001", "aws_iam_role.reader", ""]}
}

test_a_pattern_wider_than_what_was_asked_for_is_surplus if {
	every action in ["ssm:ge*", "ssm:describ*", "ssm:lis*"] {
		_with({"actions": ["ssm:getparameter", action]}) == {["PR003", "aws_iam_role_policy.read", "/policy"]}
	}
	every action in ["logs:createloggrou*", "logs:createlogstrea*", "logs:putlogevent*"] {
		_with({"actions": ["ssm:getparameter", action]}) == {["PR004", "aws_iam_role_policy.read", "/policy"]}
	}
}

test_a_service_whose_name_begins_alike_is_another if {
	_with({"actions": ["ssm:getparameter", "ssmmessages:openchannel"]}) == {["PR004", "aws_iam_role_policy.read", "/policy"]}
}

test_a_boundary_that_opens_nothing_keeps_the_role_from_reading if {
	arn := "arn:aws:iam::123456789012:policy/edge"
	statement := data.lib.fragment_test.statement({"actions": ["s3:*"], "resources": ["*"]})
	bounded := {
		"aws_iam_role.reader": {"values": {"permissions_boundary": arn}},
		"aws_iam_policy.edge": object.union(
			data.lib.fragment_test.named("aws_iam_policy", "edge", arn, {}),
			{"docs": {"/policy": {"kind": "policy", "value": {}, "statements": [statement]}}},
		),
	}
	found := _rules(object.union(_terraform("billing-reader", _read), bounded))
	found == {["PR001", "aws_iam_role.reader", ""]}
}

test_one_of_two_parameters_of_the_name_is_a_scope if {
	solution := _terraform("billing-reader", _read)
	elsewhere := {"identity": {"arn": "arn:aws:ssm:eu-west-1:123456789012:parameter/billing/api-endpoint"}}
	second := object.union(solution["aws_ssm_parameter.api_endpoint"], elsewhere)
	_rules(object.union(solution, {"aws_ssm_parameter.second": second})) == set()
}
