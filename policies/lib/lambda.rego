# METADATA
# title: Functions and who may invoke them
package lib.lambda

_functions := {"aws_lambda_function", "AWS::Lambda::Function"}

_aliases := {
	"aws_lambda_alias": "function_name",
	"AWS::Lambda::Alias": "FunctionName",
	"AWS::Lambda::Version": "FunctionName",
}

_permissions := {
	"aws_lambda_permission": {
		"function": "function_name",
		"action": "action",
		"principal": "principal",
		"source": "source_arn",
	},
	"AWS::Lambda::Permission": {
		"function": "FunctionName",
		"action": "Action",
		"principal": "Principal",
		"source": "SourceArn",
	},
}

_invoking := {"lambda:InvokeFunction", "lambda:*", "*"}

# METADATA
# title: the functions of this name
# custom:
#   types: ["aws_lambda_function /function_name", "AWS::Lambda::Function /FunctionName"]
functions_named(name) := data.lib.value.managed_named(_functions, name)

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
	functions := _created_here(data.lib.link.attribute_targets(alias, _aliases[alias.type], "any"))
})

# METADATA
# title: the permissions to invoke a function that are open to a service
# description: Each with the source it is limited to, null where it is not limited.
# custom:
#   types: ["aws_lambda_permission /function_name", "AWS::Lambda::Permission /FunctionName"]
permissions(function, service) := {permission |
	some type, keys in _permissions
	some address in input.by_type[type]
	resource := input.resources[address]
	resource.values[keys.principal] in {service, "*"}
	resource.values[keys.action] in _invoking
	path := concat("", ["/", keys.function])
	function in functions_at(resource, path, object.get(resource.values, keys.function, null))
	permission := {"resource": address, "key": keys.source, "source": object.get(resource.values, keys.source, null)}
}

# METADATA
# title: the permission holds for requests from the resource
# description: It names the resource, a pattern that covers it, or no source at all.
admits(permission, address) if {
	permission.source == null
} else if {
	data.lib.arn.any_covers([permission.source], input.resources[address].identity.arn)
} else if {
	address in data.lib.link.attribute_targets(input.resources[permission.resource], permission.key, "arn")
}

# METADATA
# title: the permission names one source
names_source(permission) if {
	is_string(permission.source)
	not data.lib.arn.has_wildcard(permission.source)
}
