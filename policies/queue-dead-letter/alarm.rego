package scenarios.queue_dead_letter

_visible := {"namespace": "AWS/SQS", "name": "ApproximateNumberOfMessagesVisible", "unit": "Count"}

_longest_period := 300

_asked_dead_letter_queues := _dead_letter_queues | {"" | count(_dead_letter_queues) == 0}

_telling[queue] := alarms if {
	some queue in _asked_dead_letter_queues
	alarms := {alarm |
		some alarm in data.lib.cloudwatch.alarms_on(_visible, "QueueName", queue)
		data.lib.cloudwatch.tells_one_from_none(alarm)
	}
}

# METADATA
# title: an alarm tells of the first message in the dead-letter queue
# custom:
#   id: QD006
#   tier: 1
#   catches: [alarm-wrong-queue, alarm-missing, alarm-other-unit]
deny contains result if {
	some aside, telling in _telling
	telling == set()
	result := _on("QD006", "no alarm tells of a message in queue `orders-dead-letter`", aside)
}

# METADATA
# title: the alarm tells in time
# description: At the first value that shows a message, within five minutes, and its actions are not switched off.
# custom:
#   id: QD008
#   tier: 1
#   catches: [alarm-slow, alarm-muted]
deny contains result if {
	some aside, telling in _telling
	telling != set()
	not _told_in_time(aside)
	result := _on("QD008", "no alarm tells of a message in queue `orders-dead-letter` in time", aside)
}

_told_in_time(queue) if {
	some alarm in _telling[queue]
	data.lib.cloudwatch.goes_off_within(alarm, _longest_period)
	data.lib.cloudwatch.in_force(alarm)
}
