package scenarios.upload_handler

# METADATA
# title: the function may run
# custom:
#   id: UH005
#   tier: 1
#   catches: [function-off]
deny contains result if {
	some function in _functions
	data.lib.lambda.switched_off(function)
	result := {
		"rule": "UH005",
		"msg": sprintf("function `%s` never runs", [_function_name]),
		"resource": function,
		"path": "",
	}
}
