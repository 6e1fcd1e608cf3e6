package lib.condition_request_test

_arn := "arn:aws:sns:us-east-1:123456789012:events"

_sent := data.lib.condition.request("sns.amazonaws.com", _arn)

_said(operator, key, values) := {"operator": operator, "key": key, "values": values}

_holds(operator, key, values) if {
	data.lib.condition.holds_for(_said(operator, key, values), _sent)
	not data.lib.condition.fails_for(_said(operator, key, values), _sent)
}

_fails(operator, key, values) if {
	data.lib.condition.fails_for(_said(operator, key, values), _sent)
	not data.lib.condition.holds_for(_said(operator, key, values), _sent)
}

_open(operator, key, values) if {
	not data.lib.condition.holds_for(_said(operator, key, values), _sent)
	not data.lib.condition.fails_for(_said(operator, key, values), _sent)
}

test_a_condition_that_names_the_source_holds_for_it if {
	every operator in {
		"ArnEquals", "ArnLike", "StringEquals", "StringLike", "arnlikeifexists", "ForAnyValue:ArnLike",
		"ForAllValues:ArnEquals",
	} {
		_holds(operator, "aws:sourcearn", ["x", _arn])
		_fails(operator, "aws:sourcearn", ["x"])
	}
	every operator in {"ArnEquals", "ArnLike", "StringLike"} {
		_holds(operator, "aws:sourcearn", ["arn:aws:sns:*:*:events"])
	}
	_fails("StringEquals", "aws:sourcearn", ["arn:aws:sns:*:*:events"])
	_holds("StringEqualsIgnoreCase", "aws:principalservicename", ["SNS.amazonaws.com"])
}

test_a_condition_that_excludes_others_holds_for_the_source if {
	every operator in {"ArnNotEquals", "ArnNotLike", "StringNotEquals", "StringNotLike"} {
		_holds(operator, "aws:sourcearn", ["arn:aws:sns:us-east-1:123456789012:other"])
		_fails(operator, "aws:sourcearn", [_arn])
	}
	_fails("ArnNotLike", "aws:sourcearn", ["arn:aws:sns:*"])
	_holds("StringNotEquals", "aws:sourcearn", ["arn:aws:sns:*"])
}

test_the_account_of_the_source_is_told_by_its_arn if {
	_holds("StringEquals", "aws:sourceaccount", ["123456789012"])
	_fails("StringEquals", "aws:sourceaccount", ["999988887777"])
	_fails("StringNotEquals", "aws:sourceaccount", ["123456789012"])
	_holds("StringNotEquals", "aws:sourceaccount", ["999988887777"])
}

test_a_service_asks_as_a_service_and_over_tls if {
	_holds("Bool", "aws:securetransport", ["true"])
	_fails("Bool", "aws:securetransport", ["False"])
	_holds("BoolIfExists", "aws:principalisawsservice", ["True"])
	_fails("BoolIfExists", "aws:principalisawsservice", ["false"])
	_holds("StringEquals", "aws:principalservicename", ["sns.amazonaws.com"])
	_fails("StringNotEquals", "aws:principalservicename", ["sns.amazonaws.com"])
	_holds("ForAnyValue:StringEquals", "aws:principalservicenameslist", ["sns.amazonaws.com"])
	_fails("ForAnyValue:StringEquals", "aws:principalservicenameslist", ["s3.amazonaws.com"])
}

test_whether_a_key_is_there_is_known if {
	every key in {"aws:sourcearn", "aws:sourceorgid"} {
		_holds("Null", key, ["false"])
		_fails("Null", key, ["true"])
	}
	every key in {"aws:principalorgid", "aws:principaltag/team", "aws:calledvialast"} {
		_holds("Null", key, ["true"])
		_fails("Null", key, ["false"])
	}
}

test_without_the_key_a_comparison_fails_unless_it_is_negated if {
	every key in {"aws:principalorgid", "aws:principalarn", "aws:sourcevpce", "aws:principaltag/team"} {
		_fails("StringEquals", key, ["x"])
		_fails("ForAnyValue:StringNotEquals", key, ["x"])
		_holds("StringNotEquals", key, ["x"])
		_holds("StringEqualsIfExists", key, ["x"])
		_holds("ForAllValues:StringEquals", key, ["x"])
	}
	_holds("NotIpAddress", "aws:sourceip", ["10.0.0.0/8"])
	_fails("IpAddress", "aws:sourceip", ["10.0.0.0/8"])
	_fails("Bool", "aws:multifactorauthpresent", ["true"])
}

test_the_source_is_a_member_of_the_organisation_that_is_named if {
	_holds("StringEquals", "aws:sourceorgid", ["o-1"])
	_fails("StringNotEquals", "aws:sourceorgid", ["o-1"])
}

test_of_another_key_or_operator_nothing_is_known if {
	_open("StringEquals", "aws:requestedregion", ["us-east-1"])
	_open("DateGreaterThan", "aws:currenttime", ["2030-01-01"])
	_open("NumericEquals", "aws:sourceaccount", ["123456789012"])
	_open("NumericEquals", "aws:sourceorgid", ["1"])
}
