# METADATA
# title: Queues, their redrive and their policies
package lib.sqs

_queues := {"aws_sqs_queue", "AWS::SQS::Queue"}

# What a queue keeps messages for when it does not say.
_default_retention := 345600

# METADATA
# title: the queues of this name
# custom:
#   types: ["aws_sqs_queue /name", "AWS::SQS::Queue /QueueName"]
queues_named(name) := data.lib.value.managed_named(_queues, name)

# METADATA
# title: the seconds a queue keeps a message
# custom:
#   types: ["aws_sqs_queue /message_retention_seconds", "AWS::SQS::Queue /MessageRetentionPeriod"]
retention(queue) := data.lib.value.number(value) if {
	values := input.resources[queue].values
	some key in ["message_retention_seconds", "MessageRetentionPeriod"]
	value := values[key]
	value != null
} else := _default_retention if {
	input.resources[queue]
}

# METADATA
# title: where a queue puts messages aside
# description: Each redrive with the queues created here it leads to and the receives it waits for.
# custom:
#   types:
#     - aws_sqs_queue /redrive_policy
#     - aws_sqs_queue_redrive_policy /redrive_policy
#     - AWS::SQS::Queue /RedrivePolicy
redrives(queue) := union({
	_redrive(queue, "redrive_policy"),
	_redrive(queue, "RedrivePolicy"),
	{found |
		some address in data.lib.link.bound_to("aws_sqs_queue_redrive_policy", "queue_url", queue)
		some found in _redrive(address, "redrive_policy")
	},
})

_redrive(address, key) := {found |
	resource := input.resources[address]
	path := concat("", ["/", key])
	document := _document(resource, key, path)
	target_path := concat("", [path, "/deadLetterTargetArn"])
	target := object.get(document, "deadLetterTargetArn", null)
	found := {
		"resource": address,
		"path": path,
		"targets": data.lib.link.element_targets(resource, target_path, target),
		"receives": data.lib.value.number(object.get(document, "maxReceiveCount", 10)),
	}
}

_document(resource, key, _) := resource.values[key] if is_object(resource.values[key])

_document(resource, key, path) := resource.docs[path].value if not is_object(resource.values[key])
