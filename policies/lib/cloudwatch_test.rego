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

test_another_metric_or_a_count_of_samples_is_not_watched if {
	every changes in [
		{"metric_name": "Age"},
		{"namespace": "Mine"},
		{"statistic": "SampleCount"},
		{"extended_statistic": "TC(0:1000)"},
		{"statistic": null},
	] {
		_on(_alarm("aws_cloudwatch_metric_alarm", object.union(_terraform("dead"), changes))) == set()
	}
	every changes in [
		{"MetricName": "Age"},
		{"Namespace": "Mine"},
		{"Statistic": "SampleCount"},
		{"ExtendedStatistic": "PR(:100)"},
		{"Statistic": null},
	] {
		_on(_alarm("AWS::CloudWatch::Alarm", object.union(_cloudformation("dead"), changes))) == set()
	}
}

test_a_metric_of_another_unit_has_no_values if {
	_on(_alarm("aws_cloudwatch_metric_alarm", object.union(_terraform("dead"), {"unit": "Count"}))) == {"a"}
	_on(_alarm("aws_cloudwatch_metric_alarm", object.union(_terraform("dead"), {"unit": "Bytes"}))) == set()
	_on(_alarm("AWS::CloudWatch::Alarm", object.union(_cloudformation("dead"), {"Unit": "Count"}))) == {"a"}
	_on(_alarm("AWS::CloudWatch::Alarm", object.union(_cloudformation("dead"), {"Unit": "None"}))) == set()
	_on(_properties([object.union(_property("dead", {}), {"MetricStat": {"Unit": "Seconds"}})])) == set()
	_on(_properties([object.union(_property("dead", {}), {"MetricStat": {"Unit": "Count"}})])) == {"a"}
	# A plan shows the empty text where a query states none.
	every unit, found in {"Count": {"a"}, "": {"a"}, "Seconds": set()} {
		metric := object.union(_terraform("dead"), {"stat": "Sum", "unit": unit})
		_on(_blocks([{"id": "m1", "return_data": true, "metric": [metric]}])) == found
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

test_a_summand_of_the_sum_that_is_taken_is_watched if {
	sum := {"id": "e1", "expression": "m1 + m2", "return_data": true}
	_on(_blocks([_block("dead", {}), sum])) == {"a"}
	_on(_blocks([_block("dead", {"id": "m3"}), sum])) == set()
	_on(_blocks([_block("dead", {}), object.union(sum, {"return_data": false})])) == set()
	_on(_blocks([_block("dead", {}), object.union(sum, {"expression": "m1 * 0"})])) == set()
	_on(_blocks([_block("dead", {}), object.union(sum, {"expression": 7})])) == set()
}

test_a_summand_on_the_other_side_is_watched_as_well if {
	unused := {"ReturnData": false}
	_on(_properties([_property("dead", unused), {"Id": "e1", "Expression": "m0+m1"}])) == {"a"}
	_on(_properties([_property("dead", unused), {"Id": "e1", "Expression": "m0+m2"}])) == set()
}

_summed(expression) := _on(_blocks([_block("dead", {}), {"id": "e1", "expression": expression, "return_data": true}]))

test_what_fills_gaps_or_takes_the_largest_keeps_its_parts if {
	every expression in [
		"m1",
		"FILL(m1, 0)",
		"FILL( m1 ,REPEAT) + m2",
		"m2+FILL(m1,LINEAR)",
		"SUM([m1, m2])",
		"MAX([m2, FILL(m1, 0)])",
		"SUM(METRICS())",
		"MAX(FILL(METRICS(), 0))",
	] {
		_summed(expression) == {"a"}
	}
	every expression in ["FILL(m1, 1)", "FILL(m2, 0)", "MIN([m1, m2])", "SUM([m11])", "m1 - m2", "AVG([m1])", "AVG(METRICS())"] {
		_summed(expression) == set()
	}
}

test_a_statistic_of_the_values_themselves_is_watched if {
	every text in ["Average", "Minimum", "p100", "tm90", "TS(:90%)"] {
		metric := object.union(_terraform("dead"), {"stat": text})
		_on(_blocks([{"id": "m1", "return_data": true, "metric": [metric]}])) == {"a"}
		_on(_alarm("AWS::CloudWatch::Alarm", object.union(_cloudformation("dead"), {"ExtendedStatistic": text}))) == {"a"}
	}
	every text in ["SampleCount", "tc90", "TC(0:5)", "PR(1:)"] {
		metric := object.union(_terraform("dead"), {"stat": text})
		_on(_blocks([{"id": "m1", "return_data": true, "metric": [metric]}])) == set()
	}
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

test_a_count_of_samples_in_a_query_is_none_and_a_percentile_is if {
	_on(_properties([object.union(_property("dead", {}), {"MetricStat": {"Stat": "SampleCount"}})])) == set()
	_on(_alarm("aws_cloudwatch_metric_alarm", object.union(_terraform("dead"), {"statistic": "P90"}))) == {"a"}
}

test_a_query_that_is_a_text_watches_nothing if {
	_on(_blocks([{"id": "m1", "metric": ["dead"], "return_data": true}])) == set()
	_on(_properties([{"Id": "m1", "MetricStat": "dead"}])) == set()
	_on(_properties([{"Id": "m1", "MetricStat": {"Metric": "dead", "Stat": "Sum"}}])) == set()
}

test_a_sum_inside_something_else_is_no_sum if {
	_summed("1+SUM([m1])") == set()
}
