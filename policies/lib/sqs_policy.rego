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
#   Of the sending statements an Allow for the service is sure to hold for requests from the source, and each Deny is
#   sure not to. Where the queue has two policies the last one counts, so each has to let the service in.
service_may_send(sending, queue, service, source) if {
	places := _policy_places(queue)
	places != set()
	meant := {
		"service": service,
		"arn": input.resources[queue].identity.arn,
		"request": data.lib.condition.request(service, input.resources[source].identity.arn),
	}
	every place in places {
		_lets_in({entry.statement | some entry in sending; entry.resource == place}, meant)
	}
}

_policy_places(queue) := {queue | input.resources[queue].docs["/policy"]} | {address |
	some type, shape in _policies
	some address in data.lib.link.bound_to(type, shape.queue, "url", queue)
}

_lets_in(statements, meant) if {
	some statement in statements
	statement.effect == "Allow"
	_about(statement, meant)
	data.lib.statement.admits(statement, meant.request)
	not _kept_out(statements, meant)
}

_kept_out(statements, meant) if {
	some statement in statements
	statement.effect == "Deny"
	_about(statement, meant)
	not data.lib.statement.spares(statement, meant.request)
}

_about(statement, meant) if {
	data.lib.statement.service(statement, meant.service)
	data.lib.statement.reaches(statement, meant.arn)
}

# METADATA
# title: a Deny beside an Allow keeps every source but one from the queue
# description: It stands in the same policy and is about whoever the Allow is about.
kept_to_source(sending, allow, queue, source) if {
	some entry in sending
	entry.resource == allow.resource
	entry.statement.effect == "Deny"
	data.lib.statement.reaches(entry.statement, input.resources[queue].identity.arn)
	data.lib.statement.spares_source_alone(entry.statement, input.resources[source].identity.arn)
	_covers_principals(entry.statement, allow.statement)
}

_covers_principals(deny, allow) if {
	data.lib.statement.everyone(deny)
} else if {
	allow.not_principals == null
	every principal in allow.principals {
		principal in deny.principals
	}
}
