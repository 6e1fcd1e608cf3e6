# METADATA
# title: Queues and where they put messages aside
package lib.sqs

_queues := {"aws_sqs_queue", "AWS::SQS::Queue"}

# What a queue keeps messages for, and how often it hands one out, when it does not say.
_default_retention := 345600

_default_receives := 10

# The bytes of a message that a queue takes when it does not say; also the most that a topic sends.
_default_size := 262144

# METADATA
# title: the queues of this name
# custom:
#   types: ["aws_sqs_queue /name", "AWS::SQS::Queue /QueueName"]
queues_named(name) := data.lib.value.managed_named(_queues, name)

# METADATA
# title: the seconds a queue keeps a message
# custom:
#   types: ["aws_sqs_queue /message_retention_seconds", "AWS::SQS::Queue /MessageRetentionPeriod"]
retention(queue) := seconds if {
	seconds := data.lib.value.number(input.resources[queue].values.message_retention_seconds)
} else := seconds if {
	seconds := data.lib.value.number(input.resources[queue].values.MessageRetentionPeriod)
} else := _default_retention

# METADATA
# title: the queue takes messages of every size that a topic sends
# custom:
#   types: ["aws_sqs_queue /max_message_size", "AWS::SQS::Queue /MaximumMessageSize"]
takes_every_size(queue) if {
	values := input.resources[queue].values
	limits := {data.lib.value.number(values[key]) | some key in {"max_message_size", "MaximumMessageSize"}}
	every limit in limits {
		limit >= _default_size
	}
}

# METADATA
# title: where a queue puts messages aside
# description: Each redrive with the resources it leads to and the receives it waits for.
# custom:
#   types:
#     - aws_sqs_queue /redrive_policy
#     - aws_sqs_queue_redrive_policy /redrive_policy
#     - AWS::SQS::Queue /RedrivePolicy
redrives(queue) := {redrive |
	some address in {queue} | data.lib.link.bound_to("aws_sqs_queue_redrive_policy", "queue_url", "url", queue)
	some key in {"redrive_policy", "RedrivePolicy"}
	document := _document(input.resources[address], key)
	path := concat("", ["/", key])
	target_path := concat("", [path, "/deadLetterTargetArn"])
	target := object.get(document, "deadLetterTargetArn", null)
	redrive := {
		"resource": address,
		"path": path,
		"targets": data.lib.link.element_targets(input.resources[address], target_path, target, "arn"),
		"receives": data.lib.value.number(object.get(document, "maxReceiveCount", _default_receives)),
	}
}

# METADATA
# title: a queue refuses what another puts aside in it
# description: A queue takes it from every other, unless its redrive allow policy says from none or names those it takes.
# custom:
#   types:
#     - aws_sqs_queue /redrive_allow_policy
#     - aws_sqs_queue_redrive_allow_policy /redrive_allow_policy
#     - AWS::SQS::Queue /RedriveAllowPolicy
refuses_redrive(aside, queue) if {
	some address in {aside} | data.lib.link.bound_to("aws_sqs_queue_redrive_allow_policy", "queue_url", "url", aside)
	some key in {"redrive_allow_policy", "RedriveAllowPolicy"}
	resource := input.resources[address]
	document := _document(resource, key)
	not _takes_redrive(resource, key, document, queue)
}

_takes_redrive(resource, key, document, queue) if {
	object.get(document, "redrivePermission", null) in {null, "allowAll"}
} else if {
	document.redrivePermission == "byQueue"
	some index
	arn := document.sourceQueueArns[index]
	path := sprintf("/%s/sourceQueueArns/%d", [key, index])
	queue in data.lib.link.element_targets(resource, path, arn, "arn")
}

_document(resource, key) := resource.docs[concat("", ["/", key])].value if {
	is_string(resource.values[key])
} else := resource.values[key] if {
	is_object(resource.values[key])
}
