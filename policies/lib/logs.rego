# METADATA
# title: Log groups and how long they keep
package lib.logs

_groups := {"aws_cloudwatch_log_group": "retention_in_days", "AWS::Logs::LogGroup": "RetentionInDays"}

# METADATA
# title: the days a function's logs are kept
# description: |
#   Of each place that decides it; null where that place keeps them for ever. The group is the one the function
#   writes to: what its logging configuration names, else `/aws/lambda/` and its name.
# custom:
#   types:
#     - aws_cloudwatch_log_group /retention_in_days
#     - aws_lambda_function /logging_config
#     - AWS::Logs::LogGroup /RetentionInDays
#     - AWS::Lambda::Function /LoggingConfig
#     - Custom::LogRetention /RetentionInDays
retention(function) := {_days(object.get(group.values, key, null)) |
	some address in _written_to(function)
	group := input.resources[address]
	group.mode == "managed"
	key := _groups[group.type]
} | {_days(object.get(values, "RetentionInDays", null)) |
	some address in input.by_type["Custom::LogRetention"]
	values := input.resources[address].values
	values.LogGroupName == _group_name(input.resources[function])
}

# Terraform takes 0 for ever, and it is what a plan shows where nothing is set.
_days(value) := days if {
	days := data.lib.value.number(value)
	days != 0
} else := null

_written_to(function) := data.lib.link.targets(resource, "/logging_config/0/log_group", value, "name") if {
	resource := input.resources[function]
	value := resource.values.logging_config[0].log_group
} else := data.lib.link.targets(resource, "/LoggingConfig/LogGroup", value, "name") if {
	resource := input.resources[function]
	value := resource.values.LoggingConfig.LogGroup
} else := data.lib.link.known_as(_group_name(input.resources[function]), "name")

_group_name(function) := function.values.LoggingConfig.LogGroup if {
	function.values.LoggingConfig.LogGroup != null
} else := concat("", ["/aws/lambda/", function.identity.name])
