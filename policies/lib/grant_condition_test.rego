package lib.grant_condition_test

_arn := "arn:aws:ssm:us-east-1:123456789012:parameter/a"

_resources(tags) := {"p": object.union(
	data.lib.fragment_test.named("aws_ssm_parameter", "/a", _arn, {}),
	{"tags": {"own": {}, "effective": tags}},
)}

_statement(effect, conditions) := {"statement": data.lib.fragment_test.statement({
	"effect": effect,
	"actions": ["ssm:getparameter"],
	"resources": [_arn],
	"conditions": conditions,
})}

_may(held, tags) if {
	graph := data.lib.fragment_test.graph(_resources(tags))
	data.lib.grant.may(held, {"ssm:getparameter"}, _arn) with input as graph
}

_when(operator, key, text) := [{"operator": operator, "key": key, "values": [text]}]

_opens(operator, key, text) if _may({_statement("Allow", _when(operator, key, text))}, {"Team": "billing", "x/y": "1"})

_closes(operator, key, text) if {
	held := {_statement("Allow", []), _statement("Deny", _when(operator, key, text))}
	not _may(held, {"Team": "billing", "x/y": "1"})
}

# Conditions that every request for the parameter meets.
_met := [
	["Bool", "aws:securetransport", "true"],
	["StringEquals", "aws:requestedregion", "us-east-1"],
	["StringLike", "aws:requestedregion", "us-*"],
	["StringNotEquals", "aws:requestedregion", "eu-west-1"],
	["StringEquals", "aws:resourceaccount", "123456789012"],
	["StringEquals", "aws:resourcetag/team", "billing"],
	["StringEquals", "ssm:resourcetag/team", "billing"],
	["StringEquals", "aws:resourcetag/x/y", "1"],
]

# Conditions that none meets, or of which nothing is known.
_not_met := [
	["Bool", "aws:securetransport", "false"],
	["StringEquals", "aws:requestedregion", "eu-west-1"],
	["StringEquals", "aws:resourceaccount", "999988887777"],
	["StringEquals", "aws:resourcetag/team", "shipping"],
	["StringNotEquals", "aws:resourcetag/team", "billing"],
	["StringEquals", "aws:resourcetag/owner", "billing"],
	["StringEquals", "aws:principaltag/team", "billing"],
	["NumericLessThan", "aws:multifactorauthage", "60"],
]

test_an_allow_opens_under_a_condition_that_every_request_meets if {
	every condition in _met {
		_opens(condition[0], condition[1], condition[2])
		_closes(condition[0], condition[1], condition[2])
	}
}

test_a_statement_under_another_condition_opens_and_closes_nothing if {
	every condition in _not_met {
		not _opens(condition[0], condition[1], condition[2])
		not _closes(condition[0], condition[1], condition[2])
	}
}

test_every_condition_has_to_be_met if {
	met := _when("StringEquals", "aws:resourcetag/team", "billing")
	not_met := _when("StringEquals", "aws:requestedregion", "eu-west-1")
	not _may({_statement("Allow", array.concat(met, not_met))}, {"team": "billing"})
}

test_tags_that_differ_in_case_alone_are_not_told_apart if {
	held := {_statement("Allow", _when("StringEquals", "aws:resourcetag/team", "billing"))}
	not _may(held, {"Team": "billing", "team": "shipping"})
	_may(held, {"Team": "billing", "team": "billing"})
	not _may(held, {})
}
