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
