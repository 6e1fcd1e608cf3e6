package lib.ssm_test

# Where a parameter gets its name: the fragment with the name, and one with another.
parameters_named_cells := {
	"aws_ssm_parameter /name": {
		"holds": _parameter("aws_ssm_parameter", "/a"),
		"fails": _parameter("aws_ssm_parameter", "/b"),
	},
	"AWS::SSM::Parameter /Name": {
		"holds": _parameter("AWS::SSM::Parameter", "/a"),
		"fails": _parameter("AWS::SSM::Parameter", "/b"),
	},
}

_parameter(type, name) := {"p": data.lib.fragment_test.named(type, name, concat("", ["arn:", name]), {"name": name})}

_named(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.ssm.parameters_named("/a") with input as graph
}

test_parameters_are_found_by_name if {
	every cell in parameters_named_cells {
		_named(cell.holds) == {"p"}
		_named(cell.fails) == set()
	}
}

test_only_a_parameter_is_found_as_one if {
	_named(_parameter("aws_cloudwatch_log_group", "/a")) == set()
}

# Where a parameter can hold its text: the fragment with the text, and one with another.
holds_cells := {
	"aws_ssm_parameter /value": {
		"holds": _holding("aws_ssm_parameter", {"value": "x"}),
		"fails": _holding("aws_ssm_parameter", {"value": "x/"}),
	},
	"aws_ssm_parameter /insecure_value": {
		"holds": _holding("aws_ssm_parameter", {"insecure_value": "x", "value": null}),
		"fails": _holding("aws_ssm_parameter", {"insecure_value": "y"}),
	},
	"aws_ssm_parameter /value_wo": {
		"holds": _holding("aws_ssm_parameter", {"value_wo": "x"}),
		"fails": _holding("aws_ssm_parameter", {"value_wo": "y"}),
	},
	"AWS::SSM::Parameter /Value": {
		"holds": _holding("AWS::SSM::Parameter", {"Value": "x"}),
		"fails": _holding("AWS::SSM::Parameter", {"Value": "X"}),
	},
}

_holding(type, values) := {"p": data.lib.fragment_test.resource(type, values)}

_holds(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.ssm.holds("p", "x") with input as graph
}

test_a_parameter_holds_the_text_that_any_argument_states if {
	every cell in holds_cells {
		_holds(cell.holds)
		not _holds(cell.fails)
	}
}

test_a_parameter_without_a_text_or_with_two_holds_none if {
	not _holds(_holding("aws_ssm_parameter", {"name": "x"}))
	not _holds(_holding("aws_ssm_parameter", {"value": "x", "insecure_value": "y"}))
}
