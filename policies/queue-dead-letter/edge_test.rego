package scenarios.queue_dead_letter_edge_test

_rules(changes) := data.scenarios.queue_dead_letter_test._rules(data.scenarios.queue_dead_letter_test._terraform(changes))

test_an_alarm_looks_at_counts_and_every_five_minutes_at_most if {
	_rules({"alarm": {"values": {"unit": "Count"}}}) == set()
	_rules({"alarm": {"values": {"period": 301}}}) == {["QD008", "dead letters", ""]}
}

test_a_key_that_is_not_for_the_topic_shuts_it_out if {
	_rules({"queue": {"values": {"kms_master_key_id": "alias/aws/sqs"}}}) == {["QD003", "queue", ""]}
	key := object.union(
		data.lib.fragment_test.named("aws_kms_key", "k", "arn:aws:kms:r:a:key/k", {}),
		{"docs": {"/policy": {"statements": [data.lib.fragment_test.statement({
			"actions": ["kms:*"],
			"resources": ["*"],
			"principals": [{"type": "Service", "id": "sns.amazonaws.com"}],
		})]}}},
	)
	_rules({"queue": {"values": {"kms_master_key_id": "k"}}, "key": key}) == set()
}

test_of_two_redrives_each_has_to_lead_aside if {
	second := object.union(
		data.lib.fragment_test.resource(
			"aws_sqs_queue_redrive_policy",
			{"queue_url": "https://orders", "redrive_policy": "{}"},
		),
		{"docs": {"/redrive_policy": {
			"kind": "json",
			"value": {"deadLetterTargetArn": "arn:aws:sqs:r:a:invoices", "maxReceiveCount": 5},
		}}},
	)
	_rules({"second redrive": second}) == {["QD001", "queue", ""]}
}
