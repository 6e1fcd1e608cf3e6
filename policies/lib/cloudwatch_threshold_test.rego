package lib.cloudwatch_threshold_test

# Where a threshold can stand: the values of an alarm that tells one from none, and of one that does not.
tells_one_from_none_cells := {
	"aws_cloudwatch_metric_alarm /threshold": {
		"holds": {"comparison_operator": "GreaterThanThreshold", "threshold": 0},
		"fails": {"comparison_operator": "GreaterThanThreshold", "threshold": 1},
	},
	"AWS::CloudWatch::Alarm /Threshold": {
		"holds": {"ComparisonOperator": "GreaterThanThreshold", "Threshold": "0"},
		"fails": {"ComparisonOperator": "GreaterThanThreshold", "Threshold": "1"},
	},
}

_tells(values) if {
	graph := data.lib.fragment_test.graph({"a": data.lib.fragment_test.resource("a", values)})
	data.lib.cloudwatch.tells_one_from_none("a") with input as graph
}

_compares(operator, threshold) if _tells({"comparison_operator": operator, "threshold": threshold})

test_a_threshold_is_read_in_every_place if {
	every cell in tells_one_from_none_cells {
		_tells(cell.holds)
		not _tells(cell.fails)
	}
}

test_an_alarm_that_goes_off_above_tells_from_zero_to_below_one if {
	every threshold in [0, 0.5, 0.9] {
		_compares("GreaterThanThreshold", threshold)
	}
	every threshold in [-1, 1, 5] {
		not _compares("GreaterThanThreshold", threshold)
	}
}

test_an_alarm_that_goes_off_at_its_threshold_tells_from_above_zero_to_one if {
	every threshold in [0.5, 1] {
		_compares("GreaterThanOrEqualToThreshold", threshold)
	}
	every threshold in [-1, 0, 1.5, 5] {
		not _compares("GreaterThanOrEqualToThreshold", threshold)
	}
}

test_an_alarm_that_goes_off_below_tells_nothing if {
	not _compares("LessThanThreshold", 1)
	not _compares("LessThanOrEqualToThreshold", 0)
	not _tells({"comparison_operator": "GreaterThanThreshold"})
}

test_an_alarm_without_dimensions_watches_nothing if {
	every type, values in {
		"aws_cloudwatch_metric_alarm": {"namespace": "AWS/SQS", "metric_name": "Visible"},
		"AWS::CloudWatch::Alarm": {"Namespace": "AWS/SQS", "MetricName": "Visible"},
	} {
		alarm := data.lib.fragment_test.resource(type, values)
		queue := data.lib.fragment_test.named("q", "dead", "arn:aws:sqs:r:a:dead", {})
		graph := data.lib.fragment_test.graph({"q": queue, "a": alarm})
		metric := {"namespace": "AWS/SQS", "name": "Visible", "unit": "Count"}
		data.lib.cloudwatch.alarms_on(metric, "QueueName", "q") == set() with input as graph
	}
}
