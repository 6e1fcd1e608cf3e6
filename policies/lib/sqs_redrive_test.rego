package lib.sqs_redrive_test

_orders_arn := "arn:aws:sqs:r:a:orders"

_dead_arn := "arn:aws:sqs:r:a:dead"

_other_arn := "arn:aws:sqs:r:a:other"

_queues(type, values) := {
	"q": data.lib.fragment_test.named(type, "orders", _orders_arn, {}),
	"o": data.lib.fragment_test.named(type, "other", _other_arn, {}),
	"d": data.lib.fragment_test.named(type, "dead", _dead_arn, values),
}

_encoded(path, policy) := {"docs": {path: {"kind": "json", "value": policy}}}

_inline(policy) := object.union(
	_queues("aws_sqs_queue", {"redrive_allow_policy": "{}"}),
	{"d": _encoded("/redrive_allow_policy", policy)},
)

_split(queue, policy) := object.union(_queues("aws_sqs_queue", {}), {"a": object.union(
	data.lib.fragment_test.resource(
		"aws_sqs_queue_redrive_allow_policy",
		{"queue_url": queue, "redrive_allow_policy": "{}"},
	),
	_encoded("/redrive_allow_policy", policy),
)})

_property(policy) := _queues("AWS::SQS::Queue", {"RedriveAllowPolicy": policy})

_by_queue(arns) := {"redrivePermission": "byQueue", "sourceQueueArns": arns}

# Where a queue can refuse: a policy that names another queue, and one that names this one as well.
refuses_redrive_cells := {
	"aws_sqs_queue /redrive_allow_policy": {
		"holds": _inline(_by_queue([_other_arn])),
		"fails": _inline(_by_queue([_other_arn, _orders_arn])),
	},
	"aws_sqs_queue_redrive_allow_policy /redrive_allow_policy": {
		"holds": _split("https://dead", _by_queue([_other_arn])),
		"fails": _split("https://dead", _by_queue([_other_arn, _orders_arn])),
	},
	"AWS::SQS::Queue /RedriveAllowPolicy": {
		"holds": _property(_by_queue([_other_arn])),
		"fails": _property(_by_queue([_other_arn, _orders_arn])),
	},
}

_refuses(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.sqs.refuses_redrive("d", "q") with input as graph
}

test_a_queue_refuses_in_every_place if {
	every cell in refuses_redrive_cells {
		_refuses(cell.holds)
		not _refuses(cell.fails)
	}
}

_everywhere(policy) := [_inline(policy), _split("https://dead", policy), _property(policy)]

test_a_policy_for_none_refuses_and_one_for_all_does_not if {
	every resources in _everywhere({"redrivePermission": "denyAll"}) {
		_refuses(resources)
	}
	every resources in array.concat(_everywhere({"redrivePermission": "allowAll"}), _everywhere({})) {
		not _refuses(resources)
	}
}

test_a_queue_without_a_policy_takes_everything if {
	not _refuses(_queues("aws_sqs_queue", {}))
	not _refuses(_queues("aws_sqs_queue", {"redrive_allow_policy": null}))
	not _refuses(_queues("AWS::SQS::Queue", {}))
}

test_a_policy_that_names_no_queue_or_by_another_form_refuses if {
	_refuses(_property(_by_queue([])))
	_refuses(_property({"redrivePermission": "byQueue"}))
	_refuses(_property(_by_queue(["https://orders"])))
	_refuses(_property({"redrivePermission": "allowall"}))
	_refuses(_property({"redrivePermission": "denyAll", "sourceQueueArns": [_orders_arn]}))
}

test_the_policy_of_another_queue_refuses_nothing_here if {
	not _refuses(_split("https://other", {"redrivePermission": "denyAll"}))
}

test_one_policy_that_refuses_is_enough if {
	_refuses(object.union(
		_inline({"redrivePermission": "denyAll"}),
		_split("https://dead", {"redrivePermission": "allowAll"}),
	))
}

test_a_queue_is_named_by_the_exact_reference_in_the_list if {
	named := _inline(_by_queue(["?"]))
	exact := data.lib.fragment_test.reference("/redrive_allow_policy/sourceQueueArns/0", "q", "exact")
	mention := data.lib.fragment_test.reference("/redrive_allow_policy", "q", "mention")
	not _refuses(object.union(named, {"d": {"refs": [exact]}}))
	_refuses(object.union(named, {"d": {"refs": [mention]}}))
}
