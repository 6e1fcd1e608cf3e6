package lib.lambda_concurrency_test

# Where a function can be switched off: one that is, and one that may run.
switched_off_cells := {
	"aws_lambda_function /reserved_concurrent_executions": {
		"holds": _function("aws_lambda_function", {"reserved_concurrent_executions": 0}),
		"fails": _function("aws_lambda_function", {"reserved_concurrent_executions": -1}),
	},
	"AWS::Lambda::Function /ReservedConcurrentExecutions": {
		"holds": _function("AWS::Lambda::Function", {"ReservedConcurrentExecutions": "0"}),
		"fails": _function("AWS::Lambda::Function", {"ReservedConcurrentExecutions": 1}),
	},
}

_function(type, values) := {"f": data.lib.fragment_test.resource(type, values)}

_off(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.lambda.switched_off("f") with input as graph
}

test_a_function_is_switched_off_when_none_of_it_may_run if {
	every cell in switched_off_cells {
		_off(cell.holds)
		not _off(cell.fails)
	}
	not _off(_function("aws_lambda_function", {}))
}

test_another_limit_of_none_switches_nothing_off if {
	not _off(_function("aws_lambda_function", {"memory_size": 0}))
}
