package lib.lambda_role_test

_role(type, path, service) := object.union(
	data.lib.fragment_test.named(type, "r", "arn:aws:iam::1:role/r", {}),
	{"docs": {path: {"kind": "policy", "value": {}, "statements": [data.lib.fragment_test.statement({
		"actions": ["sts:assumerole"],
		"principals": [{"type": "Service", "id": service}],
	})]}}},
)

_running(type, values, role) := {"f": data.lib.fragment_test.resource(type, values), "r": role}

_terraform(service) := _running(
	"aws_lambda_function",
	{"role": "arn:aws:iam::1:role/r"},
	_role("aws_iam_role", "/assume_role_policy", service),
)

_template(service) := _running(
	"AWS::Lambda::Function",
	{"Role": "arn:aws:iam::1:role/r"},
	_role("AWS::IAM::Role", "/AssumeRolePolicyDocument", service),
)

# Where a function says what it runs as: a role for another service, and one for Lambda.
runs_as_foreign_role_cells := {
	"aws_lambda_function /role": {
		"holds": _terraform("ec2.amazonaws.com"),
		"fails": _terraform("lambda.amazonaws.com"),
	},
	"AWS::Lambda::Function /Role": {
		"holds": _template("ec2.amazonaws.com"),
		"fails": _template("lambda.amazonaws.com"),
	},
}

_foreign(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.lambda.runs_as_foreign_role("f") with input as graph
}

test_a_function_runs_as_a_role_that_lambda_can_assume_or_not if {
	every cell in runs_as_foreign_role_cells {
		_foreign(cell.holds)
		not _foreign(cell.fails)
	}
}

test_of_a_role_defined_elsewhere_nothing_is_known if {
	not _foreign(object.union(_terraform("ec2.amazonaws.com"), {"f": {"values": {"role": "arn:aws:iam::1:role/x"}}}))
	not _foreign(object.union(_terraform("ec2.amazonaws.com"), {"r": {"mode": "data"}}))
	not _foreign(object.union(_terraform("ec2.amazonaws.com"), {"r": {"type": "aws_iam_user"}}))
}
