package scenarios.parameter_reader_door_test

_role_arn := "arn:aws:iam::123456789012:role/billing-reader"

_role(values) := data.lib.fragment_test.named("aws_iam_role", "billing-reader", _role_arn, values)

_foreign(resources) := {[result.resource, result.path] | some result in denied; result.rule == "PR004"} if {
	denied := data.scenarios.parameter_reader.deny with input as data.lib.fragment_test.graph(resources)
}

_let_in(statement) := _foreign({
	"role": _role({}),
	"door": data.lib.fragment_test.holding("aws_s3_bucket_policy", {}, "/policy", [object.union(
		{"resources": ["*"], "principals": [{"type": "AWS", "id": _role_arn}]},
		statement,
	)]),
})

test_a_door_for_what_was_asked_is_not_foreign if {
	_let_in({"actions": ["ssm:getparameter"]}) == set()
	_let_in({"actions": ["ssm:getparameter", "ssm:getparameters", "logs:putlogevents"]}) == set()
}

test_a_door_for_anything_more_is_foreign if {
	every statement in [
		{"actions": ["s3:getobject"]},
		{"actions": ["ssm:putparameter"]},
		{"actions": ["ssm:getparameter", "s3:getobject"]},
		{"actions": [], "not_actions": ["s3:*"]},
	] {
		_let_in(statement) == {["door", "/policy"]}
	}
}

test_a_door_for_another_role_is_not_foreign if {
	_let_in({"actions": ["s3:getobject"], "principals": [{"type": "AWS", "id": "arn:aws:iam::123456789012:role/other"}]}) == set()
}
