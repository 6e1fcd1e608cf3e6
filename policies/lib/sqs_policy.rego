package lib.sqs

_policies := {
	"aws_sqs_queue_policy": {"queue": "queue_url", "path": "/policy"},
	"AWS::SQS::QueuePolicy": {"queue": "Queues", "path": "/PolicyDocument"},
	"AWS::SQS::QueueInlinePolicy": {"queue": "Queue", "path": "/PolicyDocument"},
}

# METADATA
# title: the statements of a queue's policy that let someone send or keep someone from it
# description: Each with the resource and the path of its document.
# custom:
#   types:
#     - aws_sqs_queue /policy
#     - aws_sqs_queue_policy /policy
#     - AWS::SQS::QueuePolicy /PolicyDocument
#     - AWS::SQS::QueueInlinePolicy /PolicyDocument
sending_statements(queue) := {{"resource": queue, "path": "/policy", "statement": statement} |
	some statement in input.resources[queue].docs["/policy"].statements
	data.lib.statement.acts_on(statement, "sqs:sendmessage")
} | {{"resource": address, "path": shape.path, "statement": statement} |
	some type, shape in _policies
	some address in data.lib.link.bound_to(type, shape.queue, "url", queue)
	some statement in input.resources[address].docs[shape.path].statements
	data.lib.statement.acts_on(statement, "sqs:sendmessage")
}

# METADATA
# title: a service may send to the queue on behalf of the resource
# description: |
#   Of the sending statements an Allow for the service holds for requests from the source, and no
#   Deny holds for all of them.
service_may_send(sending, queue, service, source) if {
	arn := input.resources[queue].identity.arn
	source_arn := input.resources[source].identity.arn
	some entry in sending
	entry.statement.effect == "Allow"
	data.lib.statement.service(entry.statement, service)
	data.lib.statement.reaches(entry.statement, arn)
	data.lib.statement.admits_source(entry.statement, source_arn)
	not _kept_out(sending, service, arn, source_arn)
}

_kept_out(sending, service, arn, source_arn) if {
	some entry in sending
	entry.statement.effect == "Deny"
	data.lib.statement.holds_for_source(entry.statement, source_arn)
	data.lib.statement.service(entry.statement, service)
	data.lib.statement.reaches(entry.statement, arn)
}
