package lib.sqs_test

_queue(type, values) := data.lib.fragment_test.named(type, "orders", "arn:aws:sqs:r:a:orders", values)

_dead_arn := "arn:aws:sqs:r:a:dead"

_dead := data.lib.fragment_test.named("d", "dead", _dead_arn, {})

_document(path, target, receives) := {"docs": {path: {
	"kind": "json",
	"value": {"deadLetterTargetArn": target, "maxReceiveCount": receives},
}}}

_inline(type, key, target) := {
	"d": _dead,
	"q": object.union(_queue(type, {key: "{}"}), _document(concat("", ["/", key]), target, 5)),
}

_split(queue, target) := {
	"d": _dead,
	"q": _queue("aws_sqs_queue", {}),
	"r": object.union(
		data.lib.fragment_test.resource("aws_sqs_queue_redrive_policy", {"queue_url": queue, "redrive_policy": "{}"}),
		_document("/redrive_policy", target, 5),
	),
}

_property(policy) := {"d": _dead, "q": _queue("AWS::SQS::Queue", {"RedrivePolicy": policy})}

# Where a redrive can stand: a fragment that leads to the dead-letter queue, and one that leads elsewhere.
redrives_cells := {
	"aws_sqs_queue /redrive_policy": {
		"holds": _inline("aws_sqs_queue", "redrive_policy", _dead_arn),
		"fails": _inline("aws_sqs_queue", "redrive_policy", "dead"),
	},
	"aws_sqs_queue_redrive_policy /redrive_policy": {
		"holds": _split("https://orders", _dead_arn),
		"fails": _split("orders", _dead_arn),
	},
	"AWS::SQS::Queue /RedrivePolicy": {
		"holds": _property({"deadLetterTargetArn": _dead_arn, "maxReceiveCount": 5}),
		"fails": _property({"deadLetterTargetArn": "https://dead", "maxReceiveCount": 5}),
	},
}

_redrives(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.sqs.redrives("q") with input as graph
}

_leads(resources) := {[redrive.targets, redrive.receives] | some redrive in _redrives(resources)}

test_a_redrive_is_found_in_every_place if {
	every cell in redrives_cells {
		_leads(cell.holds) == {[{"d"}, 5]}
		not [{"d"}, 5] in _leads(cell.fails)
	}
}

test_a_redrive_may_be_encoded_on_the_other_side_as_well if {
	_leads(_inline("AWS::SQS::Queue", "RedrivePolicy", _dead_arn)) == {[{"d"}, 5]}
}

test_a_count_is_read_with_and_without_quotes_and_has_a_default if {
	_leads(_property({"deadLetterTargetArn": _dead_arn, "maxReceiveCount": "3"})) == {[{"d"}, 3]}
	_leads(_property({"deadLetterTargetArn": _dead_arn})) == {[{"d"}, 10]}
}

test_what_is_no_document_is_no_redrive if {
	_redrives(_property(7)) == set()
}

test_a_redrive_says_where_it_stands if {
	places := {[redrive.resource, redrive.path] | some redrive in _redrives(_split("https://orders", _dead_arn))}
	places == {["r", "/redrive_policy"]}
}

test_a_target_is_found_by_the_exact_reference_in_the_document if {
	exact := data.lib.fragment_test.reference("/redrive_policy/deadLetterTargetArn", "d", "exact")
	mention := data.lib.fragment_test.reference("/redrive_policy", "d", "mention")
	_leads(object.union(_split("https://orders", "?"), {"r": {"refs": [exact]}})) == {[{"d"}, 5]}
	_leads(object.union(_split("https://orders", "?"), {"r": {"refs": [mention]}})) == {[set(), 5]}
}

# Where a retention can stand: a queue that says it, and one that does not.
retention_cells := {
	"aws_sqs_queue /message_retention_seconds": {
		"holds": _queue("aws_sqs_queue", {"message_retention_seconds": 60}),
		"fails": _queue("aws_sqs_queue", {"message_retention_seconds": null}),
	},
	"AWS::SQS::Queue /MessageRetentionPeriod": {
		"holds": _queue("AWS::SQS::Queue", {"MessageRetentionPeriod": "60"}),
		"fails": _queue("AWS::SQS::Queue", {}),
	},
}

_retention(queue) := found if {
	found := data.lib.sqs.retention("q") with input as data.lib.fragment_test.graph({"q": queue})
}

test_a_retention_is_read_in_every_place_and_has_a_default if {
	every cell in retention_cells {
		_retention(cell.holds) == 60
		_retention(cell.fails) == 345600
	}
}
