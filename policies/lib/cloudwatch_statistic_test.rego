package lib.cloudwatch_statistic_test

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

_on(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.cloudwatch.alarms_on(_visible, "QueueName", "q") with input as graph
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

test_a_count_of_samples_in_a_query_is_none_and_a_percentile_is if {
	_on(_properties([object.union(_property("dead", {}), {"MetricStat": {"Stat": "SampleCount"}})])) == set()
	_on(_alarm("aws_cloudwatch_metric_alarm", object.union(_terraform("dead"), {"statistic": "P90"}))) == {"a"}
}
