package scenarios.queue_dead_letter

_visible := {"namespace": "AWS/SQS", "name": "ApproximateNumberOfMessagesVisible"}

_asked_dead_letter_queues := _dead_letter_queues | {"" | count(_dead_letter_queues) == 0}

# METADATA
# title: an alarm tells of the first message in the dead-letter queue
# custom:
#   id: QD006
#   tier: 1
#   catches: [alarm-wrong-queue, alarm-missing]
deny contains result if {
	some aside in _asked_dead_letter_queues
	not _alarmed(aside)
	result := _on("QD006", "no alarm tells of a message in queue `orders-dead-letter`", aside)
}

_alarmed(queue) if {
	some alarm in data.lib.cloudwatch.alarms_on(_visible, "QueueName", queue)
	data.lib.cloudwatch.tells_one_from_none(alarm)
}
