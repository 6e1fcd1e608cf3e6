package lib.lambda

_permissions := {
	"aws_lambda_permission": {
		"function": "function_name",
		"qualifier": "qualifier",
		"action": "action",
		"principal": "principal",
		"source": "source_arn",
		"account": "source_account",
		"narrowing": {"principal_org_id", "event_source_token"},
	},
	"AWS::Lambda::Permission": {
		"function": "FunctionName",
		"action": "Action",
		"principal": "Principal",
		"source": "SourceArn",
		"account": "SourceAccount",
		"narrowing": {"PrincipalOrgID", "EventSourceToken"},
	},
}

_invoking := {"lambda:InvokeFunction", "lambda:*", "*"}

# METADATA
# title: the permissions to invoke a function that are open to a service
# description: |
#   Each with the alias or version it is for, and the source and the account that it is limited to, null where it is not
#   limited; `home` is the account of the function. A service is of no organisation and sends no token.
# custom:
#   types: ["aws_lambda_permission /function_name", "AWS::Lambda::Permission /FunctionName"]
permissions(function, service) := {permission |
	some type, keys in _permissions
	some address in input.by_type[type]
	resource := input.resources[address]
	resource.values[keys.principal] in {service, "*"}
	resource.values[keys.action] in _invoking
	path := concat("", ["/", keys.function])
	named := object.get(resource.values, keys.function, null)
	function in functions_at(resource, path, named)
	permission := {
		"resource": address,
		"key": keys.source,
		"source": object.get(resource.values, keys.source, null),
		"account": object.get(resource.values, keys.account, null),
		"home": split(input.resources[function].identity.arn, ":")[4],
		"narrowed": {key | some key in keys.narrowing; object.get(resource.values, key, null) != null},
		"qualifier": _qualified(resource, keys, named),
	}
}

# CloudFormation knows a qualifier as part of the name alone.
_qualified(resource, keys, named) := text if {
	text := resource.values[keys.qualifier]
} else := qualifier(named)

# METADATA
# title: the permission holds for requests from the resource
# description: |
#   It names the resource, a pattern that covers it, or no source at all, and no account but the one both are in.
admits(permission, address) if {
	permission.narrowed == set()
	permission.account in {null, permission.home}
	_is_source(permission, address)
}

_is_source(permission, address) if {
	permission.source == null
} else if {
	data.lib.arn.any_covers([permission.source], input.resources[address].identity.arn)
}

# METADATA
# title: the permission holds for requests from one of the resources alone
# description: Its source is exactly the ARN of one of them.
admits_only(permission, addresses) if {
	some address in addresses
	permission.source == input.resources[address].identity.arn
}

# METADATA
# title: the permission names one source
names_source(permission) if {
	is_string(permission.source)
	not data.lib.arn.has_wildcard(permission.source)
}
