package lib.statement_test

_is(given) := data.lib.fragment_test.statement(given)

_arn := "arn:aws:sqs:us-east-1:123456789012:orders"

test_a_statement_acts_by_name_and_by_pattern if {
	data.lib.statement.acts_on(_is({"actions": ["sqs:sendmessage"]}), "sqs:sendmessage")
	data.lib.statement.acts_on(_is({"actions": ["sqs:send*"]}), "sqs:sendmessage")
	not data.lib.statement.acts_on(_is({"actions": ["sqs:receivemessage"]}), "sqs:sendmessage")
	not data.lib.statement.acts_on(_is({}), "sqs:sendmessage")
}

test_a_statement_acts_on_what_its_not_action_leaves_out if {
	data.lib.statement.acts_on(_is({"not_actions": ["sqs:receive*"]}), "sqs:sendmessage")
	not data.lib.statement.acts_on(_is({"not_actions": ["sqs:*"]}), "sqs:sendmessage")
}

test_a_statement_reaches_by_arn_and_by_pattern if {
	data.lib.statement.reaches(_is({"resources": [_arn]}), _arn)
	data.lib.statement.reaches(_is({"resources": ["*"]}), _arn)
	not data.lib.statement.reaches(_is({"resources": ["arn:aws:sqs:us-east-1:999988887777:orders"]}), _arn)
	not data.lib.statement.reaches(_is({"resources": ["arn:aws:sqs:us-east-1:123456789012:other"]}), _arn)
	not data.lib.statement.reaches(_is({}), _arn)
}

test_a_statement_reaches_what_its_not_resource_leaves_out if {
	data.lib.statement.reaches(_is({"not_resources": ["arn:aws:sqs:us-east-1:123456789012:other"]}), _arn)
	not data.lib.statement.reaches(_is({"not_resources": ["arn:aws:sqs:*:*:*"]}), _arn)
}

test_everyone_is_a_star_alone_or_of_accounts if {
	data.lib.statement.everyone(_is({"principals": [{"type": "*", "id": "*"}]}))
	data.lib.statement.everyone(_is({"principals": [{"type": "AWS", "id": "*"}]}))
	not data.lib.statement.everyone(_is({"principals": [{"type": "Service", "id": "*"}]}))
	not data.lib.statement.everyone(_is({"principals": [{"type": "AWS", "id": "123456789012"}]}))
	not data.lib.statement.everyone(_is({}))
}

test_a_service_is_meant_by_name_or_with_everyone if {
	sns := "sns.amazonaws.com"
	data.lib.statement.service(_is({"principals": [{"type": "Service", "id": sns}]}), sns)
	data.lib.statement.service(_is({"principals": [{"type": "AWS", "id": "*"}]}), sns)
	not data.lib.statement.service(_is({"principals": [{"type": "Service", "id": "s3.amazonaws.com"}]}), sns)
	not data.lib.statement.service(_is({"principals": [{"type": "AWS", "id": sns}]}), sns)
}

test_a_service_is_meant_when_not_principal_leaves_it_out if {
	sns := "sns.amazonaws.com"
	data.lib.statement.service(_is({"not_principals": [{"type": "AWS", "id": "123456789012"}]}), sns)
	not data.lib.statement.service(_is({"not_principals": [{"type": "Service", "id": sns}]}), sns)
}

test_a_statement_is_unconditional_over_tls if {
	data.lib.statement.unconditional(_is({}))
	data.lib.statement.unconditional(_when("Bool", "aws:securetransport", ["true"]))
	not data.lib.statement.unconditional(_when("Bool", "aws:securetransport", ["false"]))
}

test_principals_are_open_unless_accounts_are_named if {
	data.lib.statement.open_to_services(_is({"principals": [{"type": "Service", "id": "s3.amazonaws.com"}]}))
	data.lib.statement.open_to_services(_is({"principals": [{"type": "*", "id": "*"}]}))
	data.lib.statement.open_to_services(_is({"not_principals": [{"type": "AWS", "id": "123456789012"}]}))
	data.lib.statement.open_to_services(_is({"principals": [
		{"type": "AWS", "id": "123456789012"},
		{"type": "Service", "id": "s3.amazonaws.com"},
	]}))
	not data.lib.statement.open_to_services(_is({"principals": [{"type": "AWS", "id": "123456789012"}]}))
}

_when(operator, key, values) := _is({"conditions": [{"operator": operator, "key": key, "values": values}]})

test_a_condition_beside_the_one_on_tls_is_one if {
	tls := {"operator": "Bool", "key": "aws:securetransport", "values": ["true"]}
	other := {"operator": "StringEquals", "key": "aws:sourcevpc", "values": ["v"]}
	data.lib.statement.unconditional(_is({"conditions": [tls]}))
	not data.lib.statement.unconditional(_is({"conditions": [tls, other]}))
}
