package lib.grant_test

_is(given) := data.lib.fragment_test.statement(given)

_held(statements) := {{"resource": "r", "path": "/policy", "statement": _is(given)} | some given in statements}

_arn := "arn:aws:ssm:us-east-1:123456789012:parameter/a"

_other := "arn:aws:ssm:us-east-1:123456789012:parameter/b"

_allow := {"actions": ["ssm:getparameter"], "resources": [_arn]}

_deny := {"effect": "Deny", "actions": ["ssm:getparameter"], "resources": [_arn]}

_condition := {"conditions": [{"operator": "Bool", "key": "aws:securetransport", "values": ["false"]}]}

_reading := {"ssm:getparameter", "ssm:getparameters"}

test_an_allow_opens_what_it_names if {
	data.lib.grant.may(_held([_allow]), _reading, _arn)
	data.lib.grant.may(_held([{"actions": ["ssm:*"], "resources": ["*"]}]), _reading, _arn)
}

test_nothing_is_open_without_an_allow_for_it if {
	not data.lib.grant.may(_held([]), _reading, _arn)
	not data.lib.grant.may(_held([_allow]), _reading, _other)
	not data.lib.grant.may(_held([_allow]), {"ssm:putparameter"}, _arn)
	not data.lib.grant.may(_held([object.union(_allow, {"effect": ""})]), _reading, _arn)
	not data.lib.grant.may(_held([_deny]), _reading, _arn)
}

test_a_condition_that_every_request_meets_is_none if {
	tls := {"conditions": [{"operator": "Bool", "key": "aws:securetransport", "values": ["true"]}]}
	data.lib.grant.may(_held([object.union(_allow, tls)]), _reading, _arn)
	not data.lib.grant.may(_held([_allow, object.union(_deny, tls)]), _reading, _arn)
}

test_an_allow_under_a_condition_opens_nothing_for_certain if {
	not data.lib.grant.may(_held([object.union(_allow, _condition)]), _reading, _arn)
}

test_a_deny_takes_away_what_it_names if {
	not data.lib.grant.may(_held([_allow, _deny]), _reading, _arn)
	not data.lib.grant.may(_held([_allow, object.union(_deny, {"actions": ["ssm:get*"]})]), _reading, _arn)
}

test_a_deny_of_something_else_takes_nothing_away if {
	data.lib.grant.may(_held([_allow, object.union(_deny, {"actions": ["ssm:putparameter"]})]), _reading, _arn)
	data.lib.grant.may(_held([_allow, object.union(_deny, {"resources": [_other]})]), _reading, _arn)
	data.lib.grant.may(_held([_allow, object.union(_deny, _condition)]), _reading, _arn)
}

test_one_action_left_is_enough if {
	allow := object.union(_allow, {"actions": ["ssm:getparameter", "ssm:getparameters"]})
	data.lib.grant.may(_held([allow, _deny]), _reading, _arn)
}

test_a_scope_is_the_arn_and_nothing_else if {
	data.lib.grant.scoped_to(_is(_allow), _arn)
	not data.lib.grant.scoped_to(_is(_allow), _other)
	not data.lib.grant.scoped_to(_is({"resources": [_arn, _other]}), _arn)
	not data.lib.grant.scoped_to(_is({"resources": ["*"]}), _arn)
	not data.lib.grant.scoped_to(_is({"resources": [concat("", [_arn, "*"])]}), _arn)
	not data.lib.grant.scoped_to(_is({"resources": []}), _arn)
}

test_a_not_action_or_a_not_resource_is_no_scope if {
	not data.lib.grant.scoped_to(_is({"not_actions": ["s3:*"], "resources": [_arn]}), _arn)
	not data.lib.grant.scoped_to(_is({"not_resources": [_other], "resources": [_arn]}), _arn)
}

test_actions_are_beyond_when_no_prefix_begins_them if {
	prefixes := {"ssm:get", "ssm:list"}
	data.lib.grant.actions_beyond(_is({"actions": ["ssm:getparameter", "ssm:list*"]}), prefixes) == set()
	data.lib.grant.actions_beyond(_is({"actions": ["ssm:get*", "ssm:*", "*"]}), prefixes) == {"ssm:*", "*"}
	data.lib.grant.actions_beyond(_is({"not_actions": ["s3:*"]}), prefixes) == {"*"}
}

test_a_statement_is_about_the_services_of_its_actions if {
	data.lib.grant.about_service(_is({"actions": ["s3:getobject", "ssm:getparameter"]}), "ssm")
	data.lib.grant.about_service(_is({"actions": ["*"]}), "ssm")
	data.lib.grant.about_service(_is({"actions": ["ss*:get*"]}), "ssm")
	data.lib.grant.about_service(_is({"not_actions": ["s3:*"]}), "ssm")
	not data.lib.grant.about_service(_is({"actions": ["s3:getobject"]}), "ssm")
	not data.lib.grant.about_service(_is({"actions": ["ssmmessages:open"]}), "ssm")
}
