package lib.sqs

_policies := {
	"aws_sqs_queue_policy": {"queue": "queue_url", "document": "/policy"},
	"AWS::SQS::QueuePolicy": {"queue": "Queues", "document": "/PolicyDocument"},
	"AWS::SQS::QueueInlinePolicy": {"queue": "Queue", "document": "/PolicyDocument"},
}

# METADATA
# title: the statements of a queue's policy
# custom:
#   types:
#     - aws_sqs_queue /policy
#     - aws_sqs_queue_policy /policy
#     - AWS::SQS::QueuePolicy /PolicyDocument
#     - AWS::SQS::QueueInlinePolicy /PolicyDocument
queue_statements(queue) := data.lib.value.statements(queue, "/policy") | {found |
	some type, names in _policies
	some address in data.lib.link.bound_to(type, names.queue, queue)
	some found in data.lib.value.statements(address, names.document)
}

# METADATA
# title: a service may send to the queue on behalf of the resource
# description: An Allow holds for requests from the source and no unconditional Deny stands against it.
# custom:
#   types:
#     - aws_sqs_queue /policy
#     - aws_sqs_queue_policy /policy
#     - AWS::SQS::QueuePolicy /PolicyDocument
#     - AWS::SQS::QueueInlinePolicy /PolicyDocument
service_may_send(queue, held, service, source) if {
	arn := input.resources[queue].identity.arn
	some entry in held
	_lets_send(entry.statement, service, arn)
	data.lib.statement.admits_source(entry.statement, input.resources[source].identity.arn)
	not _keeps_out(held, service, arn)
}

_lets_send(statement, service, arn) if {
	statement.effect == "Allow"
	data.lib.statement.acts_on(statement, "sqs:sendmessage")
	data.lib.statement.reaches(statement, arn)
	_for_service(statement, service)
}

_keeps_out(held, service, arn) if {
	some entry in held
	data.lib.grant.forbids(entry.statement, "sqs:sendmessage", arn)
	_for_service(entry.statement, service)
}

_for_service(statement, service) if data.lib.statement.everyone(statement)

_for_service(statement, service) if data.lib.statement.service(statement, service)

# METADATA
# title: the statement opens sending to services or to everyone
opens_sending(statement) if {
	statement.effect == "Allow"
	data.lib.statement.acts_on(statement, "sqs:sendmessage")
	data.lib.statement.open_to_services(statement)
}
