# METADATA
# title: Twenty rules over a raw plan
# description: What teams check with conftest or OPA; the benchmark runs it here and in real OPA.
package main

_actions := {"create", "update"}

_changes[type] contains change if {
	some change in input.resource_changes
	some action in change.change.actions
	action in _actions
	type := change.type
}

_planned[type] contains resource if {
	some resource in input.planned_values.root_module.resources
	type := resource.type
}

_open_port(rule, port) if {
	rule.from_port <= port
	rule.to_port >= port
	some range in rule.cidr_blocks
	range == "0.0.0.0/0"
}

_described(values) if {
	is_string(values.alarm_description)
	count(values.alarm_description) >= 10
}

# METADATA
# title: queues live long enough
deny contains msg if {
	some change in _changes.aws_sqs_queue
	change.change.after.message_retention_seconds < 86400
	msg := sprintf("%s keeps messages for less than a day", [change.address])
}

# METADATA
# title: queues are encrypted
deny contains msg if {
	some change in _changes.aws_sqs_queue
	not change.change.after.kms_master_key_id
	not change.change.after.sqs_managed_sse_enabled
	msg := sprintf("%s has no encryption set", [change.address])
}

# METADATA
# title: long polling
deny contains msg if {
	some change in _changes.aws_sqs_queue
	change.change.after.receive_wait_time_seconds == 0
	endswith(change.change.after.name, "-batch")
	msg := sprintf("%s polls short", [change.address])
}

# METADATA
# title: dead letters are kept longest
deny contains msg if {
	some change in _changes.aws_sqs_queue
	contains(change.name, "dead_letter")
	change.change.after.message_retention_seconds != 1209600
	msg := sprintf("%s drops dead letters early", [change.address])
}

# METADATA
# title: names follow the convention
deny contains msg if {
	some resource in _planned.aws_sqs_queue
	not regex.match(`^[a-z][a-z0-9-]*$`, resource.values.name)
	msg := sprintf("%s has an odd name", [resource.address])
}

# METADATA
# title: topics are encrypted
deny contains msg if {
	some change in _changes.aws_sns_topic
	not change.change.after.kms_master_key_id
	startswith(change.change.after.name, "confidential-")
	msg := sprintf("%s has no key", [change.address])
}

# METADATA
# title: topics have a display name
deny contains msg if {
	some resource in _planned.aws_sns_topic
	resource.values.display_name == ""
	not resource.values.tags
	msg := sprintf("%s has neither display name nor tags", [resource.address])
}

# METADATA
# title: subscriptions do not leave over plain HTTP
deny contains msg if {
	some change in _changes.aws_sns_topic_subscription
	change.change.after.protocol == "http"
	msg := sprintf("%s sends over plain HTTP", [change.address])
}

# METADATA
# title: subscriptions to queues deliver raw
deny contains msg if {
	some change in _changes.aws_sns_topic_subscription
	change.change.after.protocol == "sqs"
	change.change.after.raw_message_delivery == null
	msg := sprintf("%s wraps its messages", [change.address])
}

# METADATA
# title: alarms act
deny contains msg if {
	some change in _changes.aws_cloudwatch_metric_alarm
	change.change.after.actions_enabled == false
	msg := sprintf("%s never acts", [change.address])
}

# METADATA
# title: alarms look often
deny contains msg if {
	some change in _changes.aws_cloudwatch_metric_alarm
	change.change.after.period * change.change.after.evaluation_periods > 3600
	msg := sprintf("%s looks too late", [change.address])
}

# METADATA
# title: alarms say what they are for
deny contains msg if {
	some resource in _planned.aws_cloudwatch_metric_alarm
	not _described(resource.values)
	msg := sprintf("%s is not described", [resource.address])
}

# METADATA
# title: alarms treat missing data on purpose
deny contains msg if {
	some change in _changes.aws_cloudwatch_metric_alarm
	not change.change.after.treat_missing_data in {"breaching", "notBreaching", "ignore"}
	msg := sprintf("%s leaves missing data open", [change.address])
}

# METADATA
# title: queue policies allow nobody everything
deny contains msg if {
	some change in _changes.aws_sqs_queue_policy
	document := json.unmarshal(change.change.after.policy)
	some statement in document.Statement
	statement.Effect == "Allow"
	statement.Principal == "*"
	not statement.Condition
	msg := sprintf("%s lets everybody in", [change.address])
}

# METADATA
# title: buckets are private
deny contains msg if {
	some change in _changes.aws_s3_bucket
	change.change.after.acl in {"public-read", "public-read-write"}
	msg := sprintf("%s is public", [change.address])
}

# METADATA
# title: no group opens SSH to the world
deny contains msg if {
	some change in _changes.aws_security_group
	some rule in change.change.after.ingress
	_open_port(rule, 22)
	msg := sprintf("%s opens SSH", [change.address])
}

# METADATA
# title: nothing is destroyed
deny contains msg if {
	some change in input.resource_changes
	"delete" in change.change.actions
	msg := sprintf("%s is destroyed", [change.address])
}

# METADATA
# title: resources come from known providers
deny contains msg if {
	some change in input.resource_changes
	not startswith(change.provider_name, "registry.terraform.io/hashicorp/")
	msg := sprintf("%s comes from %s", [change.address, change.provider_name])
}

# METADATA
# title: owners are named
deny contains msg if {
	some change in input.resource_changes
	tags := change.change.after.tags
	is_object(tags)
	not tags.owner
	msg := sprintf("%s names no owner", [change.address])
}

# METADATA
# title: every planned resource is among the changes
deny contains msg if {
	addresses := {change.address | some change in input.resource_changes}
	some resource in input.planned_values.root_module.resources
	not resource.address in addresses
	msg := sprintf("%s is planned but does not change", [resource.address])
}
