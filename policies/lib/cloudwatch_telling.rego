package lib.cloudwatch

# METADATA
# title: the alarm goes off at one and is silent at none
# description: Its threshold tells zero from one, upwards.
# custom:
#   types: ["aws_cloudwatch_metric_alarm /threshold", "AWS::CloudWatch::Alarm /Threshold"]
tells_one_from_none(alarm) if {
	comparison := _comparison(input.resources[alarm].values)
	comparison.operator == "GreaterThanThreshold"
	comparison.threshold >= 0
	comparison.threshold < 1
} else if {
	comparison := _comparison(input.resources[alarm].values)
	comparison.operator == "GreaterThanOrEqualToThreshold"
	comparison.threshold > 0
	comparison.threshold <= 1
}

_comparison(values) := {
	"operator": values.comparison_operator,
	"threshold": data.lib.value.number(values.threshold),
} if {
	values.threshold != null
} else := {
	"operator": values.ComparisonOperator,
	"threshold": data.lib.value.number(values.Threshold),
}

# METADATA
# title: the alarm goes off at the first value, and values come at least so often
# description: One datapoint is enough, and every period it looks at has at most so many seconds.
# custom:
#   types:
#     - aws_cloudwatch_metric_alarm /period
#     - aws_cloudwatch_metric_alarm /evaluation_periods
#     - aws_cloudwatch_metric_alarm /datapoints_to_alarm
#     - AWS::CloudWatch::Alarm /Period
#     - AWS::CloudWatch::Alarm /EvaluationPeriods
#     - AWS::CloudWatch::Alarm /DatapointsToAlarm
goes_off_within(alarm, seconds) if {
	values := input.resources[alarm].values
	_needed(values) == 1
	every watched in _watched(values) {
		data.lib.value.number(watched.period) <= seconds
	}
}

_needed(values) := needed if {
	some key in {"datapoints_to_alarm", "DatapointsToAlarm"}
	needed := data.lib.value.number(values[key])
} else := needed if {
	some key in {"evaluation_periods", "EvaluationPeriods"}
	needed := data.lib.value.number(values[key])
}

# METADATA
# title: the alarm is in force
# description: |
#   Its actions are not switched off, it has not gone off already while nothing is measured, and it does not wait for
#   more samples than there will be, as one by percentile can.
# custom:
#   types:
#     - aws_cloudwatch_metric_alarm /actions_enabled
#     - aws_cloudwatch_metric_alarm /treat_missing_data
#     - aws_cloudwatch_metric_alarm /evaluate_low_sample_count_percentiles
#     - AWS::CloudWatch::Alarm /ActionsEnabled
#     - AWS::CloudWatch::Alarm /TreatMissingData
#     - AWS::CloudWatch::Alarm /EvaluateLowSampleCountPercentile
in_force(alarm) if {
	not _muted(input.resources[alarm].values)
}

_muted(values) if {
	values[{"actions_enabled", "ActionsEnabled"}[_]] in data.lib.value.no
} else if {
	values[{"treat_missing_data", "TreatMissingData"}[_]] == "breaching"
} else if {
	values[{"evaluate_low_sample_count_percentiles", "EvaluateLowSampleCountPercentile"}[_]] == "ignore"
	values[{"extended_statistic", "ExtendedStatistic"}[_]] != null
}
