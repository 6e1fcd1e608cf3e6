package lib.iam_condition_test

_arn := "arn:aws:iam::123456789012:role/team/reader"

_left(conditions) := left if {
	statement := {"effect": "Deny", "conditions": conditions}
	role := data.lib.fragment_test.named("aws_iam_role", "reader", _arn, {})
	policy := data.lib.fragment_test.holding("aws_iam_role_policy", {"role": "reader"}, "/policy", [statement])
	graph := data.lib.fragment_test.graph({"role": role, "p": policy})
	held := data.lib.iam.role_statements("role") with input as graph
	[left] := [entry.statement.conditions | some entry in held]
}

_when(operator, key, values) := {"operator": operator, "key": key, "values": values}

_falls_away(operator, key, text) if _left([_when(operator, key, [text])]) == []

test_a_condition_that_the_role_always_meets_falls_away if {
	_falls_away("ArnEquals", "aws:principalarn", _arn)
	_falls_away("ArnLike", "aws:principalarn", "arn:aws:iam::*:role/*")
	_falls_away("StringNotEquals", "aws:principalarn", "arn:aws:iam::123456789012:role/other")
	_falls_away("StringEquals", "aws:principalaccount", "123456789012")
	_falls_away("StringEquals", "aws:principaltype", "AssumedRole")
	_falls_away("Bool", "aws:principalisawsservice", "false")
}

test_what_a_session_of_a_service_never_has_is_not_there if {
	_falls_away("BoolIfExists", "aws:multifactorauthpresent", "false")
	_falls_away("Null", "aws:multifactorauthage", "true")
	_falls_away("StringNotEquals", "aws:username", "root")
	_falls_away("StringNotLike", "aws:federatedprovider", "*")
	not _falls_away("Bool", "aws:multifactorauthpresent", "false")
}

test_a_condition_that_may_not_be_met_stays if {
	not _falls_away("ArnEquals", "aws:principalarn", "arn:aws:iam::123456789012:role/other")
	not _falls_away("ArnNotLike", "aws:principalarn", "arn:aws:iam::*:role/*")
	not _falls_away("StringEquals", "aws:principalorgid", "o-1")
	not _falls_away("StringNotEquals", "aws:principalorgid", "o-1")
	not _falls_away("NotIpAddress", "aws:sourceip", "10.0.0.0/8")
	not _falls_away("StringNotEquals", "aws:sourcevpc", "vpc-1")
}

test_of_several_conditions_those_stay_that_may_not_be_met if {
	open := _when("Bool", "aws:viaawsservice", ["true"])
	_left([_when("ArnEquals", "aws:principalarn", [_arn]), open]) == [open]
	_left([open]) == [open]
}
