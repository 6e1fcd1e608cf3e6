package lib.condition_test

_tls(operator, values) := {"operator": operator, "key": "aws:securetransport", "values": values}

test_a_condition_on_tls_holds_for_one_kind_of_request if {
	every operator in {"Bool", "BoolIfExists", "StringEquals", "StringLike", "ForAnyValue:StringEquals"} {
		data.lib.condition.transport(_tls(operator, ["true"])) == "true"
		data.lib.condition.transport(_tls(operator, ["false"])) == "false"
	}
	every operator in {"StringNotEquals", "StringNotLike", "StringNotEqualsIfExists"} {
		data.lib.condition.transport(_tls(operator, ["true"])) == "false"
		data.lib.condition.transport(_tls(operator, ["false"])) == "true"
	}
}

test_only_some_operators_ignore_case if {
	data.lib.condition.transport(_tls("Bool", ["False"])) == "false"
	data.lib.condition.transport(_tls("StringEqualsIgnoreCase", ["FALSE"])) == "false"
	data.lib.condition.transport(_tls("StringNotEqualsIgnoreCase", ["True"])) == "false"
	not data.lib.condition.transport(_tls("StringEquals", ["False"]))
}

test_what_holds_for_both_kinds_or_none_is_no_condition_on_tls if {
	not data.lib.condition.transport(_tls("Bool", ["true", "false"]))
	not data.lib.condition.transport(_tls("Bool", []))
	not data.lib.condition.transport(_tls("Null", ["true"]))
	not data.lib.condition.transport(_tls("StringNotEquals", ["x"]))
	not data.lib.condition.transport(object.union(_tls("Bool", ["true"]), {"key": "aws:viaawsservice"}))
	not data.lib.condition.transport(object.union(_tls("StringNotEquals", ["true"]), {"key": "aws:viaawsservice"}))
}

_arn := "arn:aws:sns:us-east-1:123456789012:events"

_for(operator, key, values) if {
	data.lib.condition.for_source({"operator": operator, "key": key, "values": values}, _arn)
}

test_a_condition_that_names_the_source_holds_for_it if {
	every operator in {"ArnEquals", "ArnLike", "StringEquals", "StringLike", "arnlikeifexists", "ForAnyValue:ArnLike"} {
		_for(operator, "aws:sourcearn", ["x", _arn])
		not _for(operator, "aws:sourcearn", ["x"])
	}
	every operator in {"ArnEquals", "ArnLike", "StringLike"} {
		_for(operator, "aws:sourcearn", ["arn:aws:sns:*:*:events"])
	}
	not _for("StringEquals", "aws:sourcearn", ["arn:aws:sns:*:*:events"])
}

test_a_condition_that_excludes_others_holds_for_the_source if {
	every operator in {"ArnNotEquals", "ArnNotLike", "StringNotEquals", "StringNotLike"} {
		_for(operator, "aws:sourcearn", ["arn:aws:sns:us-east-1:123456789012:other"])
		not _for(operator, "aws:sourcearn", [_arn])
	}
	not _for("ArnNotLike", "aws:sourcearn", ["arn:aws:sns:*"])
	_for("StringNotEquals", "aws:sourcearn", ["arn:aws:sns:*"])
}

test_the_account_of_the_source_is_told_by_its_arn if {
	_for("StringEquals", "aws:sourceaccount", ["123456789012"])
	not _for("StringEquals", "aws:sourceaccount", ["999988887777"])
	not _for("StringNotEquals", "aws:sourceaccount", ["123456789012"])
	_for("StringNotEquals", "aws:sourceaccount", ["999988887777"])
}

test_requests_of_a_service_are_over_tls if {
	_for("Bool", "aws:securetransport", ["true"])
	not _for("Bool", "aws:securetransport", ["false"])
}

test_of_another_key_or_operator_nothing_is_known if {
	not _for("StringEquals", "aws:principalorgid", [_arn])
	not _for("StringNotEquals", "aws:principalorgid", ["o-1"])
	not _for("Null", "aws:sourcearn", ["false"])
	not _for("ForAllValues:ArnEquals", "aws:sourcearn", [_arn])
}
