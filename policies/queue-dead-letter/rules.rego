# METADATA
# title: Queue with a dead-letter queue
# description: |
#   Topic `order-events` feeds queue `orders`; what fails 5 times goes to `orders-dead-letter`, and an alarm tells.
package scenarios.queue_dead_letter

_receives := 5

_shortest_retention := 86400

_queues := data.lib.sqs.queues_named("orders")

_dead_letter_queues := data.lib.sqs.queues_named("orders-dead-letter")

# The empty address has no settings, so a demand is never met by the lack of a queue.
_asked_queues := _queues | {"" | count(_queues) == 0}

_redrives[queue] := data.lib.sqs.redrives(queue) if some queue in _asked_queues

# METADATA
# title: the queue puts messages aside in the dead-letter queue
# custom:
#   id: QD001
#   tier: 1
#   catches: [redrive-missing, redrive-other-queue, redrive-refused]
deny contains result if {
	some queue in _asked_queues
	not _put_aside(queue)
	result := _on("QD001", "queue `orders` does not put messages aside in `orders-dead-letter`", queue)
}

# A queue has one redrive: where several resources set it, each may be the one that is left.
_put_aside(queue) if {
	_redrives[queue] != set()
	every redrive in _redrives[queue] {
		_leads_aside(redrive, queue)
	}
}

_leads_aside(redrive, queue) if {
	some target in redrive.targets
	target in _dead_letter_queues
	not data.lib.sqs.refuses_redrive(target, queue)
}

# METADATA
# title: messages are put aside after as many receives as asked
# custom:
#   id: QD002
#   tier: 1
#   catches: [redrive-count]
deny contains result if {
	some redrive in _redrives[_]
	redrive.receives != _receives
	msg := sprintf("queue `orders` puts messages aside after %v receives", [redrive.receives])
	result := {"rule": "QD002", "msg": msg, "resource": redrive.resource, "path": redrive.path}
}

# METADATA
# title: the dead-letter queue keeps messages at least as long as the queue, and for a day
# custom:
#   id: QD005
#   tier: 1
#   catches: [retention-shorter, retention-short]
deny contains result if {
	some queue in _queues
	some aside in _dead_letter_queues
	data.lib.sqs.retention(aside) < max({data.lib.sqs.retention(queue), _shortest_retention})
	result := _on("QD005", "queue `orders-dead-letter` keeps messages for a shorter time than asked", aside)
}

_on(rule, msg, address) := {"rule": rule, "msg": msg, "resource": address, "path": ""}
