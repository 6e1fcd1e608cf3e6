# METADATA
# title: Log groups and how long they keep
package lib.logs

_groups := {"aws_cloudwatch_log_group": "retention_in_days", "AWS::Logs::LogGroup": "RetentionInDays"}

# METADATA
# title: the days a function's logs are kept
# description: |
#   Of each place that decides it, null where that place keeps them for ever. The group is the one the function
#   writes to: what its logging configuration names, else `/aws/lambda/` and its name.
# custom:
#   types:
#     - aws_cloudwatch_log_group /retention_in_days
#     - aws_lambda_function /logging_config
#     - AWS::Logs::LogGroup /RetentionInDays
#     - AWS::Lambda::Function /LoggingConfig
#     - Custom::LogRetention /RetentionInDays
retention(function) := {{"resource": group, "days": days} |
	some group in _groups_of(function)
	days := _days(object.get(input.resources[group].values, _groups[input.resources[group].type], null))
} | {{"resource": address, "days": days} |
	some address in object.get(input.by_type, "Custom::LogRetention", [])
	values := input.resources[address].values
	values.LogGroupName == _group_name(function)
	days := _days(object.get(values, "RetentionInDays", null))
}

_days(value) := data.lib.value.number(value)

_days(null) := null

_groups_of(function) := {group |
	some group in _written_to(function)
	_groups[input.resources[group].type]
	input.resources[group].mode == "managed"
}

_written_to(function) := data.lib.link.targets(resource, path, value) if {
	resource := input.resources[function]
	[path, value] := _configured(resource)
} else := data.lib.link.addresses_named(_default_name(function))

_configured(resource) := ["/logging_config/0/log_group", value] if {
	value := resource.values.logging_config[0].log_group
	value != null
}

_configured(resource) := ["/LoggingConfig/LogGroup", value] if {
	value := resource.values.LoggingConfig.LogGroup
	value != null
}

_group_name(function) := value if {
	[_, value] := _configured(input.resources[function])
} else := _default_name(function)

_default_name(function) := concat("", ["/aws/lambda/", input.resources[function].identity.name])
