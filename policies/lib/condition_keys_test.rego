# METADATA
# title: Every key and operator of a condition on a request
package lib.condition_keys_test

_sent := data.lib.condition.request("sns.amazonaws.com", "arn:aws:sns:us-east-1:123456789012:events")

_said(operator, key, value) := {"operator": operator, "key": key, "values": [value]}

_holds(operator, key, value) if data.lib.condition.holds_for(_said(operator, key, value), _sent)

_fails(operator, key, value) if data.lib.condition.fails_for(_said(operator, key, value), _sent)

_absent := {
	"aws:federatedprovider",
	"aws:multifactorauthage",
	"aws:multifactorauthpresent",
	"aws:principalaccount",
	"aws:principalarn",
	"aws:principalorgid",
	"aws:principalorgpaths",
	"aws:sourceip",
	"aws:sourcevpc",
	"aws:sourcevpce",
	"aws:tokenissuetime",
	"aws:username",
	"aws:vpcsourceip",
}

test_no_service_sends_a_key_of_an_identity_or_a_network if {
	every key in _absent {
		_holds("Null", key, "true")
		_fails("StringEquals", key, "x")
	}
}

test_a_key_that_only_begins_like_one_is_not_known if {
	every key in {"aws:principaltags", "aws:calledvision"} {
		not _holds("Null", key, "true")
		not _fails("Null", key, "true")
	}
}

test_the_source_is_of_the_organisation_and_its_paths if {
	every key in {"aws:sourceorgid", "aws:sourceorgpaths"} {
		_holds("Null", key, "false")
		_holds("StringEquals", key, "x")
		_fails("StringNotEquals", key, "x")
	}
}

test_case_matters_unless_the_operator_says_otherwise if {
	_fails("StringEquals", "aws:principalservicename", "SNS.amazonaws.com")
	_holds("StringNotEquals", "aws:principalservicename", "SNS.amazonaws.com")
	_fails("StringNotEqualsIgnoreCase", "aws:principalservicename", "SNS.amazonaws.com")
	_holds("StringNotEqualsIgnoreCase", "aws:principalservicename", "s3.amazonaws.com")
}

test_a_wildcard_is_a_character_like_others_unless_the_operator_takes_patterns if {
	_fails("Bool", "aws:securetransport", "*")
	_fails("StringEqualsIgnoreCase", "aws:principalservicename", "*")
	_holds("StringNotEqualsIgnoreCase", "aws:principalservicename", "*")
	_holds("StringLike", "aws:principalservicename", "*")
}

test_an_operator_that_only_looks_like_another_is_not_it if {
	_holds("ForAnyValueStringNotEquals", "aws:principalorgid", "x")
	_fails("ForAllValuesStringEquals", "aws:principalorgid", "x")
	_fails("Known", "aws:principalorgid", "x")
}
