package lib.arn_test

_parameter := "arn:aws:ssm:us-east-1:123456789012:parameter/a"

test_a_star_and_a_question_mark_are_wildcards if {
	data.lib.arn.has_wildcard("a*")
	data.lib.arn.has_wildcard("a?")
	not data.lib.arn.has_wildcard("a.b")
}

test_a_pattern_covers_what_its_wildcards_stand_for if {
	data.lib.arn.covers("ssm:get*", "ssm:getparameter")
	data.lib.arn.covers("*:getparameter", "ssm:getparameter")
	data.lib.arn.covers("ssm:getparamete?", "ssm:getparameter")
	data.lib.arn.covers("ssm:getparameter", "ssm:getparameter")
}

test_a_pattern_covers_no_more_than_its_wildcards_stand_for if {
	not data.lib.arn.covers("ssm:get*", "s3:getobject")
	not data.lib.arn.covers("ssm:get*", "xssm:getparameter")
	not data.lib.arn.covers("ssm:getparamete?", "ssm:getparameters")
	not data.lib.arn.covers("ssm:getparameter", "ssm:getparameters")
}

test_what_means_something_to_an_expression_stands_for_itself_in_a_pattern if {
	data.lib.arn.covers("a.b+(c)[d]{e}^$|*", "a.b+(c)[d]{e}^$|f")
	not data.lib.arn.covers("a.b*", "axb")
	not data.lib.arn.covers("a|b*", "a")
}

test_one_pattern_of_several_is_enough if {
	data.lib.arn.any_covers(["a", "b"], "b")
	data.lib.arn.any_covers(["a", "*"], "b")
	data.lib.arn.any_covers(["a", "b*"], "bc")
	not data.lib.arn.any_covers(["a", "c*"], "b")
	not data.lib.arn.any_covers([], "b")
	not data.lib.arn.any_covers([7, true, "c*"], "b")
}

test_an_arn_is_the_same_in_any_region_and_account_spelled_out if {
	data.lib.arn.same(_parameter, _parameter)
	data.lib.arn.same("arn:aws:ssm:eu-west-1:999988887777:parameter/a", _parameter)
	data.lib.arn.same("arn:aws:ssm:::parameter/a", _parameter)
}

test_an_arn_of_another_resource_or_a_pattern_is_not_the_same if {
	not data.lib.arn.same("arn:aws:ssm:us-east-1:123456789012:parameter/b", _parameter)
	not data.lib.arn.same("arn:aws:s3:us-east-1:123456789012:parameter/a", _parameter)
	not data.lib.arn.same("arn:aws:ssm:*:123456789012:parameter/a", _parameter)
	not data.lib.arn.same("arn:aws:ssm:us-east-1:*:parameter/a", _parameter)
	not data.lib.arn.same("arn:aws:ssm:us-east-1:123456789012:parameter/a*", _parameter)
	not data.lib.arn.same("parameter/a", _parameter)
	not data.lib.arn.same(null, _parameter)
}

test_a_pattern_reaches_an_arn_in_any_region_and_account_spelled_out if {
	data.lib.arn.any_covers_arn(["arn:aws:ssm:eu-west-1:999988887777:parameter/*"], _parameter)
	data.lib.arn.any_covers_arn(["arn:aws:ssm:*:*:parameter/*"], _parameter)
	data.lib.arn.any_covers_arn(["arn:aws:ssm:*"], _parameter)
	data.lib.arn.any_covers_arn(["b", "arn:aws:ssm:eu-west-1:999988887777:parameter/a"], _parameter)
	not data.lib.arn.any_covers_arn(["arn:aws:ssm:eu-west-1:999988887777:parameter/b*"], _parameter)
	not data.lib.arn.any_covers_arn(["arn:aws:sns:*:*:*"], _parameter)
}

test_the_part_after_the_account_keeps_its_colons if {
	data.lib.arn.resource_part("arn:aws:lambda:r:a:function:f:live") == "function:f:live"
	not data.lib.arn.resource_part("function:f")
	not data.lib.arn.resource_part("arn:aws:s3:r:a")
	not data.lib.arn.resource_part("brn:aws:lambda:r:a:function")
	not data.lib.arn.resource_part(7)
}

test_the_last_part_drops_the_kind if {
	data.lib.arn.last_part("function:f") == "f"
	data.lib.arn.last_part("role/path/r") == "path/r"
	data.lib.arn.last_part("orders") == "orders"
}
