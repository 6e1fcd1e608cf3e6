package lib.sqs_name_test

_queue(type) := data.lib.fragment_test.named(type, "orders", "arn:aws:sqs:r:a:orders", {})

# Where a queue gets its name: the fragment with the name, and one with another.
queues_named_cells := {
	"aws_sqs_queue /name": {
		"holds": {"x": _queue("aws_sqs_queue")},
		"fails": {"x": _renamed(_queue("aws_sqs_queue"))},
	},
	"AWS::SQS::Queue /QueueName": {
		"holds": {"x": _queue("AWS::SQS::Queue")},
		"fails": {"x": _renamed(_queue("AWS::SQS::Queue"))},
	},
}

_renamed(resource) := object.union(resource, {"identity": {"name": "else", "id": "else", "arn": "arn:else"}})

test_queues_are_found_by_name if {
	every cell in queues_named_cells {
		found := data.lib.sqs.queues_named("orders") with input as data.lib.fragment_test.graph(cell.holds)
		found == {"x"}
		none := data.lib.sqs.queues_named("orders") with input as data.lib.fragment_test.graph(cell.fails)
		none == set()
	}
}

test_only_queues_are_found_as_such if {
	graph := data.lib.fragment_test.graph({"x": _queue("t")})
	none := data.lib.sqs.queues_named("orders") with input as graph
	none == set()
}
