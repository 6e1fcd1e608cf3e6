package lib.arn_test

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

test_one_character_does_not_cover_all if {
	all_keys := "arn:aws:s3:::a/*"
	not data.lib.arn.covers("arn:aws:s3:::a/?", all_keys)
	not data.lib.arn.covers("arn:aws:s3:::*/?", all_keys)
	not data.lib.arn.covers("s3:?", "s3:*")
	not data.lib.arn.any_covers(["arn:aws:s3:::a", "arn:aws:s3:::a/?"], all_keys)
	not data.lib.arn.covers("?", "*")
}

test_two_characters_or_more_do_not_cover_all if {
	every pattern in {"??", "??*", "*??", "?*?"} {
		not data.lib.arn.covers(concat("", ["arn:aws:s3:::a/", pattern]), "arn:aws:s3:::a/*")
	}
}

test_any_characters_cover_all if {
	every pattern in {"*", "**", "?*", "*?", "*?*"} {
		data.lib.arn.covers(concat("", ["arn:aws:s3:::a/", pattern]), "arn:aws:s3:::a/*")
		data.lib.arn.covers(concat("", ["s3:", pattern]), "s3:*")
	}
}

test_one_character_and_any_are_not_empty if {
	data.lib.arn.covers("ssm:getparameter?*", "ssm:getparameters")
	data.lib.arn.covers("ssm:getparameter*?", "ssm:getparametersbypath")
	data.lib.arn.covers("ssm:getparameter?*", "ssm:getparametersbypath")
	not data.lib.arn.covers("ssm:getparameter?*", "ssm:getparameter")
	not data.lib.arn.covers("ssm:getparameter?*?", "ssm:getparameters")
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
	not data.lib.arn.any_covers(["7", "true", "c*"], "b")
}

test_the_region_and_the_account_of_an_arn_count if {
	arn := "arn:aws:ssm:us-east-1:123456789012:parameter/a"
	data.lib.arn.any_covers([arn], arn)
	data.lib.arn.any_covers(["arn:aws:ssm:*:*:parameter/*"], arn)
	not data.lib.arn.any_covers(["arn:aws:ssm:eu-west-1:123456789012:parameter/a"], arn)
	not data.lib.arn.any_covers(["arn:aws:ssm:us-east-1:999988887777:parameter/*"], arn)
}

test_a_star_alone_covers_whatever_a_text_holds if {
	data.lib.arn.any_covers(["*"], "a\nb")
}
