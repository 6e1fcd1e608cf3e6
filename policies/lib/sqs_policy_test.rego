package lib.sqs_policy_test

_arn := "arn:aws:sqs:us-east-1:123456789012:orders"

_topic_arn := "arn:aws:sns:us-east-1:123456789012:events"

_sns := "sns.amazonaws.com"

_queue(type) := data.lib.fragment_test.named(type, "orders", _arn, {})

_topic := data.lib.fragment_test.named("t", "events", _topic_arn, {})

_source(text) := [{"operator": "ArnEquals", "key": "aws:sourcearn", "values": [text]}]

_allow := {
	"actions": ["sqs:sendmessage"],
	"resources": [_arn],
	"principals": [{"type": "Service", "id": _sns}],
	"conditions": _source(_topic_arn),
}

_split(queue, type, values, path) := {
	"q": _queue(queue),
	"t": _topic,
	"p": data.lib.fragment_test.holding(type, values, path, [_allow]),
}

_inline(statements) := {"t": _topic, "q": object.union(_queue("aws_sqs_queue"), {"docs": {"/policy": {
	"kind": "policy",
	"value": {},
	"statements": [data.lib.fragment_test.statement(given) | some given in statements],
}}})}

# Where a queue's policy can stand: a fragment that lets the topic send, and one that says nothing about it.
sending_statements_cells := {
	"aws_sqs_queue /policy": {
		"holds": _inline([_allow]),
		"fails": _inline([object.union(_allow, {"actions": ["sqs:receivemessage"]})]),
	},
	"aws_sqs_queue_policy /policy": {
		"holds": _split("aws_sqs_queue", "aws_sqs_queue_policy", {"queue_url": "https://orders"}, "/policy"),
		"fails": _split("aws_sqs_queue", "aws_sqs_queue_policy", {"queue_url": "orders"}, "/policy"),
	},
	"AWS::SQS::QueuePolicy /PolicyDocument": {
		"holds": _split("AWS::SQS::Queue", "AWS::SQS::QueuePolicy", {"Queues": ["x", "https://orders"]}, "/PolicyDocument"),
		"fails": _split("AWS::SQS::Queue", "AWS::SQS::QueuePolicy", {"Queues": ["x", _arn]}, "/PolicyDocument"),
	},
	"AWS::SQS::QueueInlinePolicy /PolicyDocument": {
		"holds": _split("AWS::SQS::Queue", "AWS::SQS::QueueInlinePolicy", {"Queue": "https://orders"}, "/PolicyDocument"),
		"fails": _split("AWS::SQS::Queue", "AWS::SQS::QueueInlinePolicy", {"Queue": "orders"}, "/PolicyDocument"),
	},
}

_sending(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.sqs.sending_statements("q") with input as graph
}

_may(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.sqs.service_may_send(_sending(resources), "q", _sns, "t") with input as graph
}

test_a_topic_may_send_by_a_policy_in_every_place if {
	every cell in sending_statements_cells {
		count(_sending(cell.holds)) == 1
		_may(cell.holds)
		_sending(cell.fails) == set()
		not _may(cell.fails)
	}
}

test_statements_about_other_actions_are_left_out_in_every_place if {
	held := _split("aws_sqs_queue", "aws_sqs_queue_policy", {"queue_url": "https://orders"}, "/policy")
	other := data.lib.fragment_test.statement(object.union(_allow, {"actions": ["sqs:receivemessage"]}))
	document := {"p": {"docs": {"/policy": {"statements": [other]}}}}
	_sending(object.union(held, document)) == set()
}

test_a_statement_says_where_it_stands if {
	split := sending_statements_cells["AWS::SQS::QueuePolicy /PolicyDocument"].holds
	{[entry.resource, entry.path] | some entry in _sending(split)} == {["p", "/PolicyDocument"]}
	{[entry.resource, entry.path] | some entry in _sending(_inline([_allow]))} == {["q", "/policy"]}
}

_with(changes) := _inline([object.union(_allow, changes)])

test_a_topic_may_send_by_what_covers_it if {
	_may(_with({"conditions": []}))
	_may(_with({"conditions": _source("arn:aws:sns:us-east-1:123456789012:*")}))
	_may(_with({"resources": ["*"]}))
	_may(_with({"actions": ["sqs:*"]}))
	_may(_with({"principals": [{"type": "AWS", "id": "*"}]}))
}

test_a_topic_may_not_send_by_what_is_for_another if {
	not _may(_with({"effect": "Deny"}))
	not _may(_with({"conditions": _source("arn:aws:sns:us-east-1:123456789012:other")}))
	not _may(_with({"resources": ["arn:aws:sqs:us-east-1:123456789012:other"]}))
	not _may(_with({"principals": [{"type": "Service", "id": "s3.amazonaws.com"}]}))
}

_deny := {"effect": "Deny", "actions": ["sqs:*"], "resources": ["*"], "principals": [{"type": "*", "id": "*"}]}

test_a_deny_keeps_the_topic_out_unless_it_is_about_something_else if {
	not _may(_inline([_allow, _deny]))
	not _may(_inline([_allow, object.union(_deny, {"conditions": _source(_topic_arn)})]))
	_may(_inline([_allow, object.union(_deny, {"conditions": _source("x")})]))
	_may(_inline([_allow, object.union(_deny, {"actions": ["sqs:purgequeue"]})]))
	_may(_inline([_allow, object.union(_deny, {"resources": ["arn:aws:sqs:us-east-1:123456789012:other"]})]))
	_may(_inline([_allow, object.union(_deny, {"principals": [{"type": "AWS", "id": "123456789012"}]})]))
}

_denied(conditions) := _inline([_allow, object.union(_deny, {"conditions": conditions})])

_when(operator, key, values) := {"operator": operator, "key": key, "values": values}

test_a_deny_that_the_topic_meets_in_other_words_keeps_it_out if {
	every condition in [
		_when("Null", "aws:sourcearn", ["false"]),
		_when("Bool", "aws:principalisawsservice", ["true"]),
		_when("StringNotEquals", "aws:principalorgid", ["o-1"]),
		_when("StringEquals", "aws:principalservicename", [_sns]),
		_when("StringEquals", "aws:sourceaccount", ["123456789012"]),
		_when("DateGreaterThan", "aws:currenttime", ["2020-01-01T00:00:00Z"]),
	] {
		not _may(_denied([condition]))
		_may(_denied([condition, _when("Bool", "aws:securetransport", ["false"])]))
	}
	every condition in [
		_when("Null", "aws:sourcearn", ["true"]),
		_when("BoolIfExists", "aws:principalisawsservice", ["false"]),
		_when("StringEquals", "aws:principalorgid", ["o-1"]),
		_when("ArnNotEquals", "aws:sourcearn", [_topic_arn]),
	] {
		_may(_denied([condition]))
	}
}

test_of_two_policies_each_has_to_let_the_topic_send if {
	_may(_second([_allow]))
	not _may(_second([]))
	not _may(_second([_deny]))
}

_second(statements) := object.union(_inline([_allow]), {"p": data.lib.fragment_test.holding(
	"aws_sqs_queue_policy",
	{"queue_url": "https://orders"},
	"/policy",
	statements,
)})

_kept(allow, deny) if {
	resources := _inline([object.union(_allow, allow), object.union(_deny, deny)])
	sending := _sending(resources)
	graph := data.lib.fragment_test.graph(resources)
	some entry in sending
	entry.statement.effect == "Allow"
	data.lib.sqs.kept_to_source(sending, entry, "q", "t") with input as graph
}

test_a_deny_for_every_other_source_keeps_an_open_allow_to_one if {
	others := [_when("ArnNotEquals", "aws:sourcearn", [_topic_arn])]
	_kept({"conditions": []}, {"conditions": others})
	_kept({"conditions": []}, {"conditions": others, "principals": [{"type": "Service", "id": _sns}]})
	not _kept({"principals": [{"type": "*", "id": "*"}]}, {"conditions": others, "principals": _allow.principals})
	not _kept({"not_principals": []}, {"conditions": others, "principals": _allow.principals})
	not _kept({}, {"conditions": []})
	not _kept({}, {"conditions": others, "resources": ["arn:aws:sqs:us-east-1:123456789012:other"]})
	not _kept({}, {"conditions": others, "effect": "Allow"})
	not _kept({}, {"conditions": [_when("ArnNotEquals", "aws:sourcearn", ["arn:aws:sns:us-east-1:123456789012:other"])]})
}

test_a_deny_that_holds_is_no_allow if {
	organisation := [{"operator": "StringNotEquals", "key": "aws:sourceorgid", "values": ["o-1"]}]
	not _may(_with({"effect": "Deny", "conditions": organisation}))
}
