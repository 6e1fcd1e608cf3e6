# METADATA
# title: Functions and who may invoke them
package lib.lambda

_functions := {"aws_lambda_function", "AWS::Lambda::Function"}

_aliases := {
	"aws_lambda_alias": {"function": "function_name", "name": "name"},
	"AWS::Lambda::Alias": {"function": "FunctionName", "name": "Name"},
	"AWS::Lambda::Version": {"function": "FunctionName"},
}

# METADATA
# title: the functions of this name
# custom:
#   types: ["aws_lambda_function /function_name", "AWS::Lambda::Function /FunctionName"]
functions_named(name) := data.lib.value.managed_named(_functions, name)

# METADATA
# title: the function is switched off
# description: No instance of it may run at a time.
# custom:
#   types:
#     - aws_lambda_function /reserved_concurrent_executions
#     - AWS::Lambda::Function /ReservedConcurrentExecutions
switched_off(function) if {
	values := input.resources[function].values
	some key in {"reserved_concurrent_executions", "ReservedConcurrentExecutions"}
	data.lib.value.number(values[key]) == 0
}

# METADATA
# title: the functions created here that a value leads to
# description: By name, ARN or reference, with or without a qualifier, or through an alias or version created here.
# custom:
#   types:
#     - aws_lambda_function /function_name
#     - aws_lambda_alias /function_name
#     - AWS::Lambda::Function /FunctionName
#     - AWS::Lambda::Alias /FunctionName
#     - AWS::Lambda::Version /FunctionName
functions_at(resource, path, value) := functions if {
	functions := _created_here(input.names[value])
	functions != set()
} else := functions if {
	found := data.lib.link.targets(resource, path, value, "any")
	functions := _created_here(found) | _behind(found)
	functions != set()
} else := _created_here(data.lib.link.targets(resource, path, unqualified, "any")) if {
	is_string(value)
	unqualified := regex.replace(value, `^(.*function:[^:]+|[^:]+):[^:]+$`, "$1")
}

_created_here(addresses) := {address |
	some address in addresses
	input.resources[address].type in _functions
	input.resources[address].mode == "managed"
}

_behind(addresses) := union({functions |
	some address in addresses
	alias := input.resources[address]
	functions := _created_here(data.lib.link.attribute_targets(alias, _aliases[alias.type].function, "any"))
})

# METADATA
# title: the alias or version that a value leads to
# description: |
#   By its name, empty for the function itself. A permission for one is none for the other.
qualifier(value) := _goes_by(address, keys) if {
	some address in input.names[value]
	keys := _aliases[input.resources[address].type]
} else := name if {
	is_string(value)
	[[_, _, name]] := regex.find_all_string_submatch_n(`^(.*function:[^:]+|[^:]+):([^:]+)$`, value, 1)
} else := ""

# A version has no name of its own.
_goes_by(address, keys) := name if {
	name := input.resources[address].values[keys.name]
} else := address
