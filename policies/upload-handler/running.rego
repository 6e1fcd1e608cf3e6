package scenarios.upload_handler

# METADATA
# title: the function may run
# custom:
#   id: UH005
#   tier: 1
#   catches: [function-off, role-for-another-service]
deny contains result if {
	some function in _functions
	_never_runs(function)
	result := {
		"rule": "UH005",
		"msg": sprintf("function `%s` never runs", [_function_name]),
		"resource": function,
		"path": "",
	}
}

_never_runs(function) if {
	data.lib.lambda.switched_off(function)
} else if {
	data.lib.lambda.runs_as_foreign_role(function)
}
