package lib.cloudwatch_time_test

_metric(period) := {"namespace": "n", "metric_name": "m", "period": period}

_property(period) := {"Namespace": "n", "MetricName": "m", "Period": period}

_block(period, needed) := {
	"evaluation_periods": needed,
	"metric_query": [
		{"id": "m1", "metric": [object.union(_metric(period), {"stat": "Sum"})], "return_data": true},
		{"id": "m2", "metric": [object.union(_metric(86400), {"stat": "Sum"})], "return_data": false},
	],
}

_query(period, needed) := {
	"EvaluationPeriods": needed,
	"Metrics": [{"Id": "m1", "MetricStat": {"Metric": {"Namespace": "n", "MetricName": "m"}, "Stat": "Sum", "Period": period}}],
}

# Where it stands how soon an alarm goes off: the values of one in time, and of one that is too late.
goes_off_within_cells := {
	"aws_cloudwatch_metric_alarm /period": {
		"holds": object.union(_metric(300), {"evaluation_periods": 1}),
		"fails": object.union(_metric(301), {"evaluation_periods": 1}),
	},
	"aws_cloudwatch_metric_alarm /evaluation_periods": {
		"holds": object.union(_metric(60), {"evaluation_periods": 1, "datapoints_to_alarm": null}),
		"fails": object.union(_metric(60), {"evaluation_periods": 2, "datapoints_to_alarm": null}),
	},
	"aws_cloudwatch_metric_alarm /datapoints_to_alarm": {
		"holds": object.union(_metric(60), {"evaluation_periods": 5, "datapoints_to_alarm": 1}),
		"fails": object.union(_metric(60), {"evaluation_periods": 5, "datapoints_to_alarm": 2}),
	},
	"AWS::CloudWatch::Alarm /Period": {
		"holds": object.union(_property("300"), {"EvaluationPeriods": 1}),
		"fails": object.union(_property("600"), {"EvaluationPeriods": 1}),
	},
	"AWS::CloudWatch::Alarm /EvaluationPeriods": {
		"holds": object.union(_property(60), {"EvaluationPeriods": "1"}),
		"fails": object.union(_property(60), {"EvaluationPeriods": "3"}),
	},
	"AWS::CloudWatch::Alarm /DatapointsToAlarm": {
		"holds": object.union(_property(60), {"EvaluationPeriods": 3, "DatapointsToAlarm": 1}),
		"fails": object.union(_property(60), {"EvaluationPeriods": 3, "DatapointsToAlarm": 2}),
	},
}

_in_time(values) if {
	graph := data.lib.fragment_test.graph({"a": data.lib.fragment_test.resource("a", values)})
	data.lib.cloudwatch.goes_off_within("a", 300) with input as graph
}

test_how_soon_an_alarm_goes_off_is_read_in_every_place if {
	every cell in goes_off_within_cells {
		_in_time(cell.holds)
		not _in_time(cell.fails)
	}
}

test_the_period_of_a_query_that_is_taken_counts if {
	_in_time(_block(300, 1))
	not _in_time(_block(3600, 1))
	not _in_time(_block(60, 2))
	_in_time(_query(300, 1))
	not _in_time(_query(3600, 1))
}

test_an_alarm_that_does_not_say_how_much_it_looks_at_is_in_time_for_nothing if {
	not _in_time(_metric(60))
	not _in_time({"namespace": "n", "metric_name": "m", "evaluation_periods": 1})
}

# Where an alarm can be put out of force: the values of one that is in force, and of one that is not.
in_force_cells := {
	"aws_cloudwatch_metric_alarm /actions_enabled": {
		"holds": {"actions_enabled": true},
		"fails": {"actions_enabled": false},
	},
	"aws_cloudwatch_metric_alarm /treat_missing_data": {
		"holds": {"treat_missing_data": "notBreaching"},
		"fails": {"treat_missing_data": "breaching"},
	},
	"aws_cloudwatch_metric_alarm /evaluate_low_sample_count_percentiles": {
		"holds": {"evaluate_low_sample_count_percentiles": "evaluate", "extended_statistic": "p90"},
		"fails": {"evaluate_low_sample_count_percentiles": "ignore", "extended_statistic": "p90"},
	},
	"AWS::CloudWatch::Alarm /EvaluateLowSampleCountPercentile": {
		"holds": {"EvaluateLowSampleCountPercentile": "ignore", "Statistic": "Sum", "ExtendedStatistic": null},
		"fails": {"EvaluateLowSampleCountPercentile": "ignore", "ExtendedStatistic": "p90"},
	},
	"AWS::CloudWatch::Alarm /ActionsEnabled": {
		"holds": {"ActionsEnabled": "true"},
		"fails": {"ActionsEnabled": "false"},
	},
	"AWS::CloudWatch::Alarm /TreatMissingData": {
		"holds": {"TreatMissingData": "ignore"},
		"fails": {"TreatMissingData": "breaching"},
	},
}

_forced(values) if {
	graph := data.lib.fragment_test.graph({"a": data.lib.fragment_test.resource("a", values)})
	data.lib.cloudwatch.in_force("a") with input as graph
}

test_an_alarm_is_in_force_unless_it_says_otherwise if {
	_forced({})
	every cell in in_force_cells {
		_forced(cell.holds)
		not _forced(cell.fails)
	}
}
