package lib.iam_assumable_test

_lambda := "lambda.amazonaws.com"

_service(id) := {"type": "Service", "id": id}

_trust := {"actions": ["sts:assumerole"], "principals": [_service(_lambda), _service("ec2.amazonaws.com")]}

_other := object.union(_trust, {"principals": [_service("ec2.amazonaws.com")]})

# Where a role says who may assume it: statements by which the service may, and by which it may not.
assumable_by_cells := {
	"aws_iam_role /assume_role_policy": {"path": "/assume_role_policy", "holds": [_trust], "fails": [_other]},
	"AWS::IAM::Role /AssumeRolePolicyDocument": {
		"path": "/AssumeRolePolicyDocument",
		"holds": [_trust],
		"fails": [_other],
	},
}

_may(path, statements) if {
	graph := data.lib.fragment_test.graph({"role": data.lib.fragment_test.holding("r", {}, path, statements)})
	data.lib.iam.assumable_by("role", _lambda) with input as graph
}

_assumes(statements) if _may("/assume_role_policy", statements)

test_a_service_assumes_a_role_that_allows_it_in_every_place if {
	every cell in assumable_by_cells {
		_may(cell.path, cell.holds)
		not _may(cell.path, cell.fails)
		not _may(cell.path, [])
	}
}

test_a_service_assumes_no_role_by_a_statement_about_something_else if {
	not _may("/policy", [_trust])
	not _assumes([object.union(_trust, {"effect": "Deny"})])
	not _assumes([object.union(_trust, {"effect": "Deny", "conditions": [_from("arn:aws:lambda:r:a:function:f")]})])
	not _assumes([object.union(_trust, {"actions": ["sts:tagsession"]})])
	not _assumes([object.union(_trust, {"conditions": [{"operator": "Bool", "key": "aws:x", "values": ["true"]}]})])
}

test_a_condition_on_the_source_may_confine_it if {
	_assumes([object.union(_trust, {"conditions": [_from("arn:aws:lambda:r:a:function:f")]})])
	not _assumes([object.union(_trust, {"conditions": [_from("arn:aws:sns:r:a:t")]})])
}

_from(arn) := {"operator": "ArnLike", "key": "aws:sourcearn", "values": [arn]}

test_a_deny_takes_it_away_where_it_is_about_the_service if {
	not _assumes([_trust, object.union(_trust, {"effect": "Deny"})])
	_assumes([_trust, object.union(_other, {"effect": "Deny"})])
}
