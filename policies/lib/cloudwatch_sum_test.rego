package lib.cloudwatch_sum_test

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
		"SUM([m1]) + m9",
		"m9 + MAX([m2, m1])",
	] {
		_summed(expression) == {"a"}
	}
	every expression in ["FILL(m1, 1)", "FILL(m2, 0)", "MIN([m1, m2])", "SUM([m11])", "m1 - m2", "AVG([m1])", "AVG(METRICS())"] {
		_summed(expression) == set()
	}
}

test_a_sum_with_a_number_or_a_product_takes_nothing_in if {
	every expression in [
		"m1 + 1",
		"SUM([m1, 1])",
		"SUM([m1, m2]) * 0",
		"m1 + 2 * m2",
		"m1 + m2 * 2",
		"METRICS() * 0",
		"0 * METRICS()",
	] {
		_summed(expression) == set()
	}
}

test_a_sum_inside_something_else_is_no_sum if {
	_summed("1+SUM([m1])") == set()
}
