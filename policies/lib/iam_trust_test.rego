package lib.iam_trust_test

_lambda := "lambda.amazonaws.com"

_service(id) := {"type": "Service", "id": id}

_trust := {"actions": ["sts:assumerole"], "principals": [_service(_lambda)]}

_trusts(path, statements) if {
	graph := data.lib.fragment_test.graph({"role": data.lib.fragment_test.holding("r", {}, path, statements)})
	data.lib.iam.trusts_only_service("role", _lambda) with input as graph
}

trusts_only_service_cells := {
	"aws_iam_role /assume_role_policy": {"path": "/assume_role_policy", "holds": [_trust], "fails": []},
	"AWS::IAM::Role /AssumeRolePolicyDocument": {"path": "/AssumeRolePolicyDocument", "holds": [_trust], "fails": []},
}

test_a_role_trusts_the_service_in_every_place if {
	every cell in trusts_only_service_cells {
		_trusts(cell.path, cell.holds)
		_trusts(cell.path, [object.union(_trust, {"actions": ["sts:*"]})])
		_trusts(cell.path, [_trust, object.union(_trust, {"actions": ["sts:tagsession"]})])
		_trusts(cell.path, [object.union(_trust, {"principals": [_service(_lambda), _service(_lambda)]})])
	}
}

test_a_role_that_nobody_or_another_may_assume_does_not_trust_the_service_alone if {
	every cell in trusts_only_service_cells {
		not _trusts(cell.path, cell.fails)
		not _trusts(cell.path, [object.union(_trust, {"effect": "Deny"})])
		not _trusts(cell.path, [object.union(_trust, {"actions": ["sts:tagsession"]})])
		not _trusts(cell.path, [object.union(_trust, {"principals": [_service("ec2.amazonaws.com")]})])
		not _trusts(cell.path, [object.union(_trust, {"principals": [_service(_lambda), _service("ec2.amazonaws.com")]})])
		not _trusts(cell.path, [_trust, object.union(_trust, {"principals": [{"type": "AWS", "id": "123456789012"}]})])
		not _trusts(cell.path, [object.union(_trust, {"not_principals": [_service("ec2.amazonaws.com")]})])
	}
}

test_a_statement_elsewhere_is_no_trust if {
	not _trusts("/policy", [_trust])
}

_deny := {"effect": "Deny", "actions": ["sts:assumerole"], "principals": [{"type": "*", "id": "*"}]}

test_a_deny_for_everyone_takes_the_trust_away if {
	not _trusts("/assume_role_policy", [_trust, _deny])
	not _trusts("/assume_role_policy", [_trust, object.union(_deny, {"principals": [_service(_lambda)]})])
}

test_a_deny_alone_is_no_trust if {
	not _trusts("/assume_role_policy", [object.union(_deny, {"principals": [{"type": "AWS", "id": "123456789012"}]})])
}

test_a_deny_of_something_else_leaves_the_trust if {
	account := [{"type": "AWS", "id": "123456789012"}]
	condition := {"operator": "StringNotEquals", "key": "aws:sourceaccount", "values": ["123456789012"]}
	_trusts("/assume_role_policy", [_trust, object.union(_deny, {"principals": account})])
	_trusts("/assume_role_policy", [_trust, object.union(_deny, {"actions": ["sts:tagsession"]})])
	_trusts("/assume_role_policy", [_trust, object.union(_deny, {"conditions": [condition]})])
}

_when(operator, key, values) := object.union(
	_trust,
	{"conditions": [{"operator": operator, "key": key, "values": values}]},
)

_function := "arn:aws:lambda:r:1:function:*"

_bucket := "arn:aws:s3:::b"

test_a_trust_may_be_confined_to_callers_of_the_account if {
	_trusts("/assume_role_policy", [_when("StringEquals", "aws:sourceaccount", ["x"])])
	_trusts("/assume_role_policy", [_when("ArnLike", "aws:sourcearn", [_bucket, _function])])
	_trusts("/assume_role_policy", [_when("ArnLike", "aws:sourcearn", ["arn:*:*:*:1:*"])])
	_trusts("/assume_role_policy", [_when("ArnNotLike", "aws:sourcearn", [_bucket])])
	not _trusts("/assume_role_policy", [_when("StringEquals", "sts:externalid", ["x"])])
}

test_a_trust_for_resources_of_another_service_is_for_nobody if {
	not _trusts("/assume_role_policy", [_when("ArnLike", "aws:sourcearn", [_bucket])])
	not _trusts("/assume_role_policy", [_when("ArnUnknown", "aws:sourcearn", [_bucket])])
	not _trusts("/assume_role_policy", [_when("ArnEquals", "aws:sourcearn", [_bucket, "arn:aws:events:r:1:rule/a"])])
}
