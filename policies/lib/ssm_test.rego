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
