package lib.sqs_size_test

# Where the size of messages can be limited: a queue that takes what a topic sends, and one that does not.
takes_every_size_cells := {
	"aws_sqs_queue /max_message_size": {
		"holds": _queue("aws_sqs_queue", {"max_message_size": 262144}),
		"fails": _queue("aws_sqs_queue", {"max_message_size": 262143}),
	},
	"AWS::SQS::Queue /MaximumMessageSize": {
		"holds": _queue("AWS::SQS::Queue", {"MaximumMessageSize": "1048576"}),
		"fails": _queue("AWS::SQS::Queue", {"MaximumMessageSize": "1024"}),
	},
}

_queue(type, values) := {"q": data.lib.fragment_test.resource(type, values)}

_takes(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.sqs.takes_every_size("q") with input as graph
}

test_a_queue_takes_messages_of_every_size_unless_it_limits_them if {
	_takes(_queue("aws_sqs_queue", {}))
	every cell in takes_every_size_cells {
		_takes(cell.holds)
		not _takes(cell.fails)
	}
	not data.lib.sqs.takes_every_size("") with input as data.lib.fragment_test.graph({})
}
