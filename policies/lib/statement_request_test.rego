package lib.statement_request_test

_arn := "arn:aws:sqs:us-east-1:123456789012:orders"

_is(given) := data.lib.fragment_test.statement(given)

_when(operator, key, values) := _is({"conditions": [{"operator": operator, "key": key, "values": values}]})

_both(first, second) := _is({"conditions": array.concat(first.conditions, second.conditions)})

_sent := data.lib.condition.request("s3.amazonaws.com", _arn)

_admits(statement) if data.lib.statement.admits(statement, _sent)

_spares(statement) if data.lib.statement.spares(statement, _sent)

_named := _when("ArnEquals", "aws:sourcearn", [_arn])

_plain := _when("Bool", "aws:securetransport", ["false"])

_unknown := _when("DateGreaterThan", "aws:currenttime", ["2030-01-01"])

test_a_statement_without_conditions_holds_for_every_request if {
	_admits(_is({}))
	not _spares(_is({}))
	not data.lib.statement.from_source_alone(_is({}), _arn)
}

test_a_statement_holds_when_each_condition_does_and_not_when_one_does_not if {
	_admits(_named)
	_admits(_when("StringEquals", "aws:sourceorgid", ["o-1"]))
	not _admits(_both(_named, _plain))
	_spares(_both(_named, _plain))
	not _spares(_named)
}

test_of_a_condition_that_is_not_known_neither_is_said if {
	not _admits(_both(_named, _unknown))
	not _spares(_both(_named, _unknown))
	_spares(_both(_plain, _unknown))
}

test_a_source_stands_alone_when_a_condition_names_exactly_it if {
	every operator in {"ArnEquals", "ArnLike", "StringEquals", "StringLike"} {
		data.lib.statement.from_source_alone(_when(operator, "aws:sourcearn", [_arn]), _arn)
	}
}

test_a_source_does_not_stand_alone_beside_others_or_behind_a_pattern if {
	not data.lib.statement.from_source_alone(_when("ArnLike", "aws:sourcearn", ["arn:aws:sqs:*:*:*"]), _arn)
	not data.lib.statement.from_source_alone(_when("ArnLike", "aws:sourcearn", [_arn, "arn:aws:sqs:r:a:b"]), _arn)
	not data.lib.statement.from_source_alone(_when("ArnEquals", "aws:sourcearn", []), _arn)
	not data.lib.statement.from_source_alone(_when("ArnNotEquals", "aws:sourcearn", [_arn]), _arn)
	not data.lib.statement.from_source_alone(_when("StringEquals", "aws:sourceaccount", [_arn]), _arn)
}

_spares_alone(statement) if data.lib.statement.spares_source_alone(statement, _arn)

_others := _when("ArnNotEquals", "aws:sourcearn", [_arn])

test_every_other_source_is_met_by_a_condition_that_excludes_exactly_it if {
	every operator in {"ArnNotEquals", "ArnNotLike", "StringNotEquals", "StringNotLike", "ArnNotEqualsIfExists"} {
		_spares_alone(_when(operator, "aws:sourcearn", [_arn]))
	}
	not _spares_alone(_named)
	not _spares_alone(_is({}))
	not _spares_alone(_when("ArnNotLike", "aws:sourcearn", ["arn:aws:sqs:*:*:orders"]))
	not _spares_alone(_when("ArnNotEquals", "aws:sourcearn", [_arn, "arn:aws:sqs:r:a:b"]))
	not _spares_alone(_when("StringNotEquals", "aws:sourceaccount", [_arn]))
}

test_a_condition_beside_it_has_to_hold_for_services if {
	_spares_alone(_both(_others, _when("Bool", "aws:principalisawsservice", ["true"])))
	not _spares_alone(_both(_others, _when("Bool", "aws:principalisawsservice", ["false"])))
	not _spares_alone(_both(_others, _plain))
	not _spares_alone(_both(_others, _when("StringEquals", "aws:sourceaccount", ["123456789012"])))
}

test_a_condition_on_tls_beside_it_holds_for_services if {
	_spares_alone(_both(_others, _when("Bool", "aws:securetransport", ["true"])))
}
