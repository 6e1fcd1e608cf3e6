package lib.cloudwatch_test

_visible := {"namespace": "AWS/SQS", "name": "Visible", "unit": "Count"}

_queue := data.lib.fragment_test.named("q", "dead", "arn:aws:sqs:r:a:dead", {})

_terraform(name) := {
	"namespace": "AWS/SQS",
	"metric_name": "Visible",
	"statistic": "Sum",
	"dimensions": {"QueueName": name},
}

_cloudformation(name) := {
	"Namespace": "AWS/SQS",
	"MetricName": "Visible",
	"Statistic": "Sum",
	"Dimensions": [{"Name": "QueueName", "Value": name}],
}

_alarm(type, values) := {"q": _queue, "a": data.lib.fragment_test.resource(type, values)}

_blocks(queries) := _alarm("aws_cloudwatch_metric_alarm", {"metric_query": queries})

_block(name, rest) := object.union({"id": "m1", "metric": [object.union(_terraform(name), {"stat": "Sum"})]}, rest)

_properties(queries) := _alarm("AWS::CloudWatch::Alarm", {"Metrics": queries})

_property(name, rest) := object.union(
	{"Id": "m1", "MetricStat": {"Metric": _cloudformation(name), "Stat": "Sum", "Period": 60}},
	rest,
)

# Where an alarm can name its metric: a fragment that watches the queue, and one that watches another.
alarms_on_cells := {
	"aws_cloudwatch_metric_alarm /metric_name": {
		"path": "/dimensions/QueueName",
		"holds": _alarm("aws_cloudwatch_metric_alarm", _terraform("dead")),
		"fails": _alarm("aws_cloudwatch_metric_alarm", _terraform("other")),
	},
	"aws_cloudwatch_metric_alarm /metric_query": {
		"path": "/metric_query/0/metric/0/dimensions/QueueName",
		"holds": _blocks([_block("dead", {"return_data": true})]),
		"fails": _blocks([_block("other", {"return_data": true})]),
	},
	"AWS::CloudWatch::Alarm /MetricName": {
		"path": "/Dimensions/0/Value",
		"holds": _alarm("AWS::CloudWatch::Alarm", _cloudformation("dead")),
		"fails": _alarm("AWS::CloudWatch::Alarm", _cloudformation("other")),
	},
	"AWS::CloudWatch::Alarm /Metrics": {
		"path": "/Metrics/0/MetricStat/Metric/Dimensions/0/Value",
		"holds": _properties([_property("dead", {})]),
		"fails": _properties([_property("other", {})]),
	},
}

_on(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.cloudwatch.alarms_on(_visible, "QueueName", "q") with input as graph
}

test_an_alarm_is_found_by_its_metric_in_every_place if {
	every cell in alarms_on_cells {
		_on(cell.holds) == {"a"}
		_on(cell.fails) == set()
	}
}

test_a_queue_is_found_by_the_reference_at_its_path if {
	every cell in alarms_on_cells {
		reference := data.lib.fragment_test.reference(cell.path, "q", "exact")
		_on(object.union(cell.fails, {"a": {"refs": [reference]}})) == {"a"}
	}
}

test_a_metric_with_one_more_dimension_is_another if {
	both := {"QueueName": "dead", "Region": "r"}
	_on(_alarm("aws_cloudwatch_metric_alarm", object.union(_terraform("dead"), {"dimensions": both}))) == set()
	listed := [{"Name": "QueueName", "Value": "dead"}, {"Name": "Region", "Value": "r"}]
	_on(_alarm("AWS::CloudWatch::Alarm", object.union(_cloudformation("dead"), {"Dimensions": listed}))) == set()
}

test_the_arn_or_the_url_of_a_queue_is_no_value_of_its_dimension if {
	every text in {"arn:aws:sqs:r:a:dead", "https://dead"} {
		_on(_alarm("aws_cloudwatch_metric_alarm", _terraform(text))) == set()
	}
}

test_a_query_whose_data_is_not_taken_is_not_watched if {
	_on(_blocks([_block("dead", {})])) == set()
	_on(_blocks([_block("dead", {"return_data": false})])) == set()
	_on(_properties([_property("dead", {"ReturnData": "false"})])) == set()
}

test_a_query_of_another_account_watches_another_queue if {
	_on(_blocks([_block("dead", {"return_data": true, "account_id": "a"})])) == {"a"}
	_on(_blocks([_block("dead", {"return_data": true, "account_id": ""})])) == {"a"}
	_on(_blocks([_block("dead", {"return_data": true, "account_id": "b"})])) == set()
	_on(_properties([_property("dead", {"AccountId": "a"})])) == {"a"}
	_on(_properties([_property("dead", {"AccountId": "b"})])) == set()
}

test_only_an_alarm_watches_and_only_by_the_dimension_asked_for if {
	_on(_alarm("aws_cloudwatch_dashboard", _terraform("dead"))) == set()
	topic := [{"Name": "TopicName", "Value": "dead"}]
	_on(_alarm("AWS::CloudWatch::Alarm", object.union(_cloudformation("dead"), {"Dimensions": topic}))) == set()
}

test_a_query_that_is_a_text_watches_nothing if {
	_on(_blocks([{"id": "m1", "metric": ["dead"], "return_data": true}])) == set()
	_on(_properties([{"Id": "m1", "MetricStat": "dead"}])) == set()
	_on(_properties([{"Id": "m1", "MetricStat": {"Metric": "dead", "Stat": "Sum"}}])) == set()
}
