package scenarios.queue_dead_letter_test

_queue(type, name, values) := data.lib.fragment_test.named(type, name, _queue_arn(name), values)

_queue_arn(name) := concat("", ["arn:aws:sqs:r:a:", name])

_topic(type, name) := data.lib.fragment_test.named(type, name, concat("", ["arn:aws:sns:r:a:", name]), {})

_source(arn) := [{"operator": "ArnEquals", "key": "aws:sourcearn", "values": [arn]}]

_allow := {
	"actions": ["sqs:sendmessage"],
	"resources": ["arn:aws:sqs:r:a:orders"],
	"principals": [{"type": "Service", "id": "sns.amazonaws.com"}],
	"conditions": _source("arn:aws:sns:r:a:order-events"),
}

_deny := {
	"effect": "Deny",
	"actions": ["sqs:*"],
	"resources": ["arn:aws:sqs:r:a:orders"],
	"principals": [{"type": "*", "id": "*"}],
	"conditions": [{"operator": "Bool", "key": "aws:securetransport", "values": ["false"]}],
}

_policy(changes) := {"policy": data.lib.fragment_test.holding(
	"aws_sqs_queue_policy",
	{"queue_url": "https://orders"},
	"/policy",
	[object.union(_allow, changes), _deny],
)}

_redrive(target, receives) := {"queue": {"docs": {"/redrive_policy": {
	"kind": "json",
	"value": {"deadLetterTargetArn": target, "maxReceiveCount": receives},
}}}}

_alarm(queue, threshold) := {"alarm": data.lib.fragment_test.resource("aws_cloudwatch_metric_alarm", {
	"namespace": "AWS/SQS",
	"metric_name": "ApproximateNumberOfMessagesVisible",
	"comparison_operator": "GreaterThanThreshold",
	"threshold": threshold,
	"statistic": "Maximum",
	"period": 300,
	"evaluation_periods": 1,
	"dimensions": {"QueueName": queue},
})}

# Cut from a plan of the flat configuration.
_base := {
	"topic": _topic("aws_sns_topic", "order-events"),
	"other topic": _topic("aws_sns_topic", "audit-events"),
	"dead letters": _queue("aws_sqs_queue", "orders-dead-letter", {"message_retention_seconds": 1209600}),
	"queue": _queue("aws_sqs_queue", "orders", {"redrive_policy": "{}"}),
	"other queue": _queue("aws_sqs_queue", "invoices", {}),
	"subscription": data.lib.fragment_test.resource(
		"aws_sns_topic_subscription",
		{"topic_arn": "arn:aws:sns:r:a:order-events", "protocol": "sqs", "endpoint": "arn:aws:sqs:r:a:orders"},
	),
}

_terraform(changes) := object.union_n([
	_base,
	_redrive("arn:aws:sqs:r:a:orders-dead-letter", 5),
	_policy({}),
	_alarm("orders-dead-letter", 0),
	changes,
])

_template := data.scenarios.queue_dead_letter_template_test.resources

_rules(resources) := {[result.rule, result.resource, result.path] | some result in denied; result.msg != ""} if {
	denied := data.scenarios.queue_dead_letter.deny with input as data.lib.fragment_test.graph(resources)
}

_without(name) := _rules(object.remove(_terraform({}), [name]))

test_a_solution_passes if {
	_rules(_terraform({})) == set()
	_rules(_template) == set()
}

test_an_empty_workspace_fails if {
	_rules({}) == {["QD001", "", ""], ["QD003", "", ""], ["QD006", "", ""], ["QD007", "", ""]}
}

test_each_mistake_is_caught_by_its_rules if {
	_rules(_terraform(_redrive("arn:aws:sqs:r:a:invoices", 5))) == {["QD001", "queue", ""]}
	_rules(_terraform(_redrive("arn:aws:sqs:r:a:orders-dead-letter", 10))) == {["QD002", "queue", "/redrive_policy"]}
	_without("policy") == {["QD003", "queue", ""]}
	_rules(_terraform(_policy({"conditions": []}))) == {["QD004", "policy", "/policy"]}
	_rules(_terraform(_policy({"conditions": _source("arn:aws:sns:*:*:*")}))) == {["QD004", "policy", "/policy"]}
	_rules(_terraform({"queue": {"values": {"message_retention_seconds": 1209601}}})) == {["QD005", "dead letters", ""]}
	_rules(_terraform(_alarm("orders", 0))) == {["QD006", "dead letters", ""]}
	_rules(_terraform(_alarm("orders-dead-letter", 5))) == {["QD006", "dead letters", ""]}
	_without("subscription") == {["QD007", "queue", ""]}
	_rules(_terraform({"subscription": {"values": {"filter_policy": "{\"kind\": []}"}}})) == {["QD007", "queue", ""]}
}

test_a_dead_letter_queue_that_takes_nothing_from_the_queue_is_none if {
	refused := {"dead letters": {
		"values": {"redrive_allow_policy": "{}"},
		"docs": {"/redrive_allow_policy": {"kind": "json", "value": {"redrivePermission": "denyAll"}}},
	}}
	_rules(_terraform(refused)) == {["QD001", "queue", ""]}
}

test_an_account_that_is_named_may_send_as_well if {
	account := object.union(_allow, {"principals": [{"type": "AWS", "id": "123456789012"}], "conditions": []})
	statements := [data.lib.fragment_test.statement(given) | some given in [_allow, account]]
	_rules(_terraform({"policy": {"docs": {"/policy": {"statements": statements}}}})) == set()
}

test_an_alarm_that_is_slow_or_muted_does_not_tell_in_time if {
	every values in [{"period": 3600}, {"evaluation_periods": 3}, {"actions_enabled": false}] {
		_rules(_terraform({"alarm": {"values": values}})) == {["QD008", "dead letters", ""]}
	}
	_rules(_terraform({"alarm": {"values": {"unit": "Bytes"}}})) == {["QD006", "dead letters", ""]}
}

test_one_alarm_in_time_is_enough if {
	slow := data.lib.fragment_test.resource("aws_cloudwatch_metric_alarm", object.union(
		_alarm("orders-dead-letter", 0).alarm.values,
		{"evaluation_periods": 24},
	))
	_rules(_terraform({"second alarm": slow})) == set()
}

test_an_open_allow_beside_a_deny_for_all_other_topics_is_for_the_topic_alone if {
	others := [{"operator": "ArnNotEquals", "key": "aws:sourcearn", "values": ["arn:aws:sns:r:a:order-events"]}]
	statements := [data.lib.fragment_test.statement(object.union(given, {"conditions": conditions})) |
		some [given, conditions] in [[_allow, []], [_deny, others]]
	]
	_rules(_terraform({"policy": {"docs": {"/policy": {"statements": statements}}}})) == set()
}

test_a_queue_that_refuses_large_messages_is_not_fed_all if {
	_rules(_terraform({"queue": {"values": {"max_message_size": 65536}}})) == {["QD007", "queue", ""]}
}

_keeping(seconds) := {
	"queue": {"values": {"message_retention_seconds": 3600}},
	"dead letters": {"values": {"message_retention_seconds": seconds}},
}

test_what_is_put_aside_is_kept_for_a_day if {
	_rules(_terraform(_keeping(86400))) == set()
	_rules(_terraform(_keeping(86399))) == {["QD005", "dead letters", ""]}
}

test_the_source_of_a_policy_is_the_topic_and_no_other if {
	found := _rules(_terraform(_policy({"conditions": _source("arn:aws:sns:r:a:audit-events")})))
	found == {["QD003", "queue", ""], ["QD004", "policy", "/policy"]}
}

test_one_of_two_topics_of_the_name_is_enough if {
	elsewhere := {"identity": {"arn": "arn:aws:sns:r2:a:order-events"}}
	_rules(_terraform({"second topic": object.union(_topic("aws_sns_topic", "order-events"), elsewhere)})) == set()
}

test_one_of_the_resources_that_a_redrive_leads_to_is_enough if {
	twin := object.union(_queue("aws_sqs_queue", "twin", {}), {"identity": {"arn": _queue_arn("orders-dead-letter")}})
	_rules(_terraform({"twin": twin})) == set()
}
