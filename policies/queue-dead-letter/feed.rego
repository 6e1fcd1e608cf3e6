package scenarios.queue_dead_letter

_topics := data.lib.sns.topics_named("order-events")

_sending[queue] := data.lib.sqs.sending_statements(queue) if some queue in _asked_queues

# METADATA
# title: the topic may send to the queue
# custom:
#   id: QD003
#   tier: 1
#   catches: [policy-missing, policy-denied, policy-foreign-topic]
deny contains result if {
	some queue in _asked_queues
	not _topic_may_send(queue)
	result := _on("QD003", "topic `order-events` may not send to queue `orders`", queue)
}

_topic_may_send(queue) if {
	not data.lib.sqs.key_shuts_out(queue, "sns.amazonaws.com")
	some topic in _topics
	data.lib.sqs.service_may_send(_sending[queue], queue, "sns.amazonaws.com", topic)
}

# METADATA
# title: nothing but the topic is let into the queue as a service
# custom:
#   id: QD004
#   tier: 1
#   catches: [policy-open, policy-any-topic, policy-foreign-topic]
deny contains result if {
	some queue, entries in _sending
	some entry in entries
	entry.statement.effect == "Allow"
	data.lib.statement.open_to_services(entry.statement)
	not _for_the_topic(queue, entry)
	msg := "the policy of queue `orders` lets in more than topic `order-events`"
	result := {"rule": "QD004", "msg": msg, "resource": entry.resource, "path": entry.path}
}

_for_the_topic(queue, entry) if {
	some topic in _topics
	_from_alone(queue, entry, topic)
}

_from_alone(queue, entry, topic) if {
	data.lib.statement.from_source_alone(entry.statement, input.resources[topic].identity.arn)
} else if {
	data.lib.sqs.kept_to_source(_sending[queue], entry, queue, topic)
}

# METADATA
# title: the topic delivers every message to the queue
# custom:
#   id: QD007
#   tier: 1
#   catches: [subscription-missing, subscription-filtered, large-messages]
deny contains result if {
	some queue in _asked_queues
	not _fed(queue)
	result := _on("QD007", "topic `order-events` does not deliver every message to queue `orders`", queue)
}

_fed(queue) if {
	some topic in _topics
	data.lib.sns.delivers_everything_to(topic, "sqs", queue)
	data.lib.sqs.takes_every_size(queue)
}
