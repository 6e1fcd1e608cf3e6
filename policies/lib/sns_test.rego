package lib.sns_test

_topic_arn := "arn:aws:sns:r:a:events"

_queue_arn := "arn:aws:sqs:r:a:orders"

_topic(type, values) := data.lib.fragment_test.named(type, "events", _topic_arn, values)

_queue := data.lib.fragment_test.named("q", "orders", _queue_arn, {})

_snake := {"topic_arn": _topic_arn, "protocol": "sqs", "endpoint": _queue_arn}

_pascal := {"TopicArn": _topic_arn, "Protocol": "sqs", "Endpoint": _queue_arn}

_split(topic, type, values) := {
	"t": _topic(topic, {}),
	"q": _queue,
	"s": data.lib.fragment_test.resource(type, values),
}

_filtered(filter, policy) := object.union(
	_split("aws_sns_topic", "aws_sns_topic_subscription", object.union(_snake, {"filter_policy": filter})),
	{"s": {"docs": {"/filter_policy": {"kind": "json", "value": policy}}}},
)

_property(filter) := _split(
	"AWS::SNS::Topic",
	"AWS::SNS::Subscription",
	object.union(_pascal, {"FilterPolicy": filter}),
)

_inline(entry) := {"t": _topic("AWS::SNS::Topic", {"Subscription": [entry]}), "q": _queue}

# Where a subscription can stand: a fragment that subscribes the queue, and one that subscribes another.
delivers_everything_to_cells := {
	"aws_sns_topic_subscription /endpoint": {
		"holds": _split("aws_sns_topic", "aws_sns_topic_subscription", _snake),
		"fails": _split("aws_sns_topic", "aws_sns_topic_subscription", object.union(_snake, {"endpoint": "https://orders"})),
	},
	"aws_sns_topic_subscription /filter_policy": {
		"holds": _filtered("{ }", {}),
		"fails": _filtered("{\"kind\": [\"paid\"]}", {"kind": ["paid"]}),
	},
	"AWS::SNS::Subscription /FilterPolicy": {
		"holds": _property({}),
		"fails": _property({"kind": ["paid"]}),
	},
	"AWS::SNS::Subscription /Endpoint": {
		"holds": _split("AWS::SNS::Topic", "AWS::SNS::Subscription", _pascal),
		"fails": _split("AWS::SNS::Topic", "AWS::SNS::Subscription", object.union(_pascal, {"Endpoint": "orders"})),
	},
	"AWS::SNS::Topic /Subscription": {
		"holds": _inline({"Protocol": "sqs", "Endpoint": _queue_arn}),
		"fails": _inline({"Protocol": "sqs", "Endpoint": "orders"}),
	},
}

_delivers(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.sns.delivers_everything_to("t", "sqs", "q") with input as graph
}

test_a_subscription_is_found_in_every_place if {
	every cell in delivers_everything_to_cells {
		_delivers(cell.holds)
		not _delivers(cell.fails)
	}
}

test_a_subscription_is_over_the_protocol_and_of_the_topic if {
	subscription := "aws_sns_topic_subscription"
	not _delivers(_split("aws_sns_topic", subscription, object.union(_snake, {"protocol": "lambda"})))
	not _delivers(_split("aws_sns_topic", subscription, object.union(_snake, {"topic_arn": "events"})))
	not _delivers(_split("aws_sns_topic", "aws_sns_sms_preferences", _snake))
	not _delivers(_inline({"Protocol": "lambda", "Endpoint": _queue_arn}))
}

test_no_filter_is_none_however_it_is_written_and_one_unfiltered_subscription_is_enough if {
	every filter in [null, "", "{}", {}] {
		_delivers(_property(filter))
	}
	not _delivers(_property("{\"kind\": [\"paid\"]}"))
	second := data.lib.fragment_test.resource("aws_sns_topic_subscription", _snake)
	_delivers(object.union(_filtered("{\"kind\": [\"paid\"]}", {"kind": ["paid"]}), {"second": second}))
}

test_an_endpoint_is_found_by_the_reference_at_its_path if {
	reference := data.lib.fragment_test.reference("/Subscription/0/Endpoint", "q", "exact")
	_delivers(object.union(_inline({"Protocol": "sqs", "Endpoint": "?"}), {"t": {"refs": [reference]}}))
}

# Where a topic gets its name: the fragment with the name, and one with another.
topics_named_cells := {
	"aws_sns_topic /name": {
		"holds": {"x": _topic("aws_sns_topic", {})},
		"fails": {"x": _renamed(_topic("aws_sns_topic", {}))},
	},
	"AWS::SNS::Topic /TopicName": {
		"holds": {"x": _topic("AWS::SNS::Topic", {})},
		"fails": {"x": _renamed(_topic("AWS::SNS::Topic", {}))},
	},
}

_renamed(resource) := object.union(resource, {"identity": {"name": "else", "id": "else", "arn": "arn:else"}})

test_topics_are_found_by_name if {
	every cell in topics_named_cells {
		found := data.lib.sns.topics_named("events") with input as data.lib.fragment_test.graph(cell.holds)
		found == {"x"}
		none := data.lib.sns.topics_named("events") with input as data.lib.fragment_test.graph(cell.fails)
		none == set()
	}
}

test_only_topics_are_found_as_such if {
	graph := data.lib.fragment_test.graph({"x": _topic("t", {})})
	none := data.lib.sns.topics_named("events") with input as graph
	none == set()
}
