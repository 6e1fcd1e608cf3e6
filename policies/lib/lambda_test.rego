package lib.lambda_test

_arn := "arn:aws:lambda:us-east-1:123456789012:function:handler"

_function(type) := data.lib.fragment_test.named(type, "handler", _arn, {})

_other(type) := data.lib.fragment_test.named(type, "other", "arn:aws:lambda:r:a:function:other", {})

_alias(type, values) := data.lib.fragment_test.named(type, "live", concat(":", [_arn, "live"]), values)

# Where a function can get its name, and what can stand for it: a fragment in which the value leads to the function.
functions_at_cells := {
	"aws_lambda_function /function_name": _direct("aws_lambda_function"),
	"AWS::Lambda::Function /FunctionName": _direct("AWS::Lambda::Function"),
	"aws_lambda_alias /function_name": _behind("aws_lambda_function", "aws_lambda_alias", "function_name"),
	"AWS::Lambda::Alias /FunctionName": _behind("AWS::Lambda::Function", "AWS::Lambda::Alias", "FunctionName"),
	"AWS::Lambda::Version /FunctionName": _behind("AWS::Lambda::Function", "AWS::Lambda::Version", "FunctionName"),
}

_direct(type) := {
	"holds": {"resources": {"f": _function(type), "o": _other(type)}, "value": "handler"},
	"fails": {"resources": {"f": _function(type), "o": _other(type)}, "value": "nobody"},
}

_behind(function, type, key) := {
	"holds": {"resources": {"f": _function(function), "a": _alias(type, {key: "handler"})}, "value": "live"},
	"fails": {"resources": {"f": _function(function), "a": _alias(type, {key: "nobody"})}, "value": "live"},
}

_at(case) := found if {
	graph := data.lib.fragment_test.graph(case.resources)
	found := data.lib.lambda.functions_at({"refs": object.get(case, "refs", [])}, "/f", case.value) with input as graph
}

test_a_function_is_found_in_every_place if {
	every cell in functions_at_cells {
		_at(cell.holds) == {"f"}
		_at(cell.fails) == set()
	}
}

test_a_function_is_found_by_every_spelling if {
	resources := {"f": _function("aws_lambda_function")}
	every value in {
		_arn,
		"handler:live",
		concat(":", [_arn, "7"]),
	} {
		_at({"resources": resources, "value": value}) == {"f"}
	}
}

_qualifier(value) := found if {
	live := _alias("aws_lambda_alias", {"name": "live"})
	beta := data.lib.fragment_test.named("aws_lambda_alias", "token a", "arn of a", {"name": "beta"})
	gamma := data.lib.fragment_test.named("AWS::Lambda::Alias", "token b", "arn of b", {"Name": "gamma"})
	version := data.lib.fragment_test.named("AWS::Lambda::Version", "token v", "arn of v", {})
	graph := data.lib.fragment_test.graph({
		"f": _function("aws_lambda_function"),
		"a": live,
		"b": beta,
		"c": gamma,
		"v": version,
	})
	found := data.lib.lambda.qualifier(value) with input as graph
}

test_an_alias_or_a_version_is_told_from_the_function_itself if {
	_qualifier(concat(":", [_arn, "live"])) == "live"
	_qualifier(concat(":", [_arn, "7"])) == "7"
	_qualifier("handler:7") == "7"
	_qualifier("token a") == "beta"
	_qualifier("token b") == "gamma"
	_qualifier("token v") == "v"
	_qualifier("a:b:c") == ""
	_qualifier(_arn) == ""
	_qualifier("handler") == ""
	_qualifier(null) == ""
}

test_a_function_is_found_by_reference if {
	reference := data.lib.fragment_test.reference("/f", "f", "mention")
	_at({"resources": {"f": _function("aws_lambda_function")}, "value": null, "refs": [reference]}) == {"f"}
}

test_only_a_function_created_here_is_found_as_one if {
	looked_up := object.union(_function("aws_lambda_function"), {"mode": "data"})
	_at({"resources": {"f": looked_up}, "value": "handler"}) == set()
	_at({"resources": {"f": _function("aws_sqs_queue")}, "value": "handler"}) == set()
	not _at({"resources": {"f": _function("aws_lambda_function")}, "value": null})
}

test_a_function_goes_before_an_alias_of_its_name_and_one_alias_does_not_stand_for_another if {
	live := data.lib.fragment_test.named("aws_lambda_function", "live", "arn of live", {})
	alias := _alias("aws_lambda_alias", {"function_name": "handler"})
	_at({"resources": {"f": live, "g": _function("aws_lambda_function"), "a": alias}, "value": "live"}) == {"f"}
	beta := data.lib.fragment_test.named("aws_lambda_alias", "beta", "arn of beta", {"function_name": "other"})
	functions := {"f": _function("aws_lambda_function"), "o": _other("aws_lambda_function")}
	_at({"resources": object.union(functions, {"a": alias, "b": beta}), "value": "live"}) == {"f"}
}

test_a_qualifier_is_cut_off_a_name_or_an_arn_as_a_whole_alone if {
	odd := {"f": data.lib.fragment_test.named("aws_lambda_function", "handler:more", "x:handler", {})}
	_at({"resources": odd, "value": "handler:live:more"}) == set()
	_at({"resources": odd, "value": "x:handler:live"}) == set()
}

# Where a function gets its name: the fragment with the name, and one with another.
functions_named_cells := {
	"aws_lambda_function /function_name": {
		"holds": {"x": _function("aws_lambda_function")},
		"fails": {"x": _renamed(_function("aws_lambda_function"))},
	},
	"AWS::Lambda::Function /FunctionName": {
		"holds": {"x": _function("AWS::Lambda::Function")},
		"fails": {"x": _renamed(_function("AWS::Lambda::Function"))},
	},
}

_renamed(resource) := object.union(resource, {"identity": {"name": "else", "id": "else", "arn": "arn:else"}})

test_functions_are_found_by_name if {
	every cell in functions_named_cells {
		found := data.lib.lambda.functions_named("handler") with input as data.lib.fragment_test.graph(cell.holds)
		found == {"x"}
		none := data.lib.lambda.functions_named("handler") with input as data.lib.fragment_test.graph(cell.fails)
		none == set()
	}
}

test_only_functions_are_found_as_such if {
	graph := data.lib.fragment_test.graph({"x": _function("t")})
	none := data.lib.lambda.functions_named("handler") with input as graph
	none == set()
}
