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
functions_at(resource, path, value) := {function |
	some address in _leads(resource, path, value)
	some function in _function(address)
}

_function(address) := {address} if input.resources[address].type in _functions

_function(address) := functions if {
	alias := input.resources[address]
	key := _aliases[alias.type]
	functions := {function |
		some function in _leads(alias, concat("", ["/", key]), object.get(alias.values, key, null))
		input.resources[function].type in _functions
	}
}

_leads(resource, path, value) := found if {
	found := data.lib.link.targets(resource, path, value)
	count(found) > 0
} else := data.lib.link.addresses_named(unqualified) if {
	is_string(value)
	unqualified := regex.replace(value, `^(.*function:[^:]+|[^:]+):[^:]+$`, "$1")
	unqualified != value
} else := set()

# METADATA
# title: the permissions to invoke a function
# description: Each with the principal and the source it is limited to, null where it is not limited.
# custom:
#   types: ["aws_lambda_permission /function_name", "AWS::Lambda::Permission /FunctionName"]
invoke_permissions(function) := {permission |
	some type, names in _permissions
	some address in object.get(input.by_type, type, [])
	resource := input.resources[address]
	action := resource.values[names.action]
	is_string(action)
	lower(action) in {"lambda:invokefunction", "lambda:*", "*"}
	path := concat("", ["/", names.function])
	function in functions_at(resource, path, object.get(resource.values, names.function, null))
	permission := {
		"resource": address,
		"principal": object.get(resource.values, names.principal, null),
		"source": object.get(resource.values, names.source, null),
		"source_path": concat("", ["/", names.source]),
	}
}

# METADATA
# title: the permission is open to a service
opens_to(permission, service) if permission.principal in {service, "*"}

# METADATA
# title: the permission holds for requests from the resource
# description: It names the resource, a pattern that covers it, or no source at all.
admits(permission, _) if permission.source == null

admits(permission, address) if data.lib.arn.covers_arn(permission.source, input.resources[address].identity.arn)

admits(permission, address) if {
	resource := input.resources[permission.resource]
	address in data.lib.link.targets(resource, permission.source_path, permission.source)
}

# METADATA
# title: the permission names one source
names_source(permission) if {
	is_string(permission.source)
	not data.lib.arn.has_wildcard(permission.source)
}
