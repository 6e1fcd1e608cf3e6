# METADATA
# title: Alarms, what they watch and when they go off
package lib.cloudwatch

# METADATA
# title: the alarm watches a metric of a resource
# description: |
#   The metric itself, alone or as the query whose data the alarm takes, or one summand of the sum it takes. A count
#   of samples is no value of the metric.
# custom:
#   types:
#     - aws_cloudwatch_metric_alarm /metric_name
#     - aws_cloudwatch_metric_alarm /metric_query
#     - AWS::CloudWatch::Alarm /MetricName
#     - AWS::CloudWatch::Alarm /Metrics
watches(alarm, metric, dimension, address) if {
	some watched in _watched(input.resources[alarm].values)
	watched.namespace == metric.namespace
	watched.name == metric.name
	watched.statistic != "SampleCount"
	place := watched.dimensions[dimension]
	address in data.lib.link.targets(input.resources[alarm], place.path, place.value)
}

# METADATA
# title: the alarms on a metric of a resource
# custom:
#   types: [aws_cloudwatch_metric_alarm, "AWS::CloudWatch::Alarm"]
alarms_on(metric, dimension, address) := {alarm |
	some alarm in data.lib.value.managed({"aws_cloudwatch_metric_alarm", "AWS::CloudWatch::Alarm"})
	watches(alarm, metric, dimension, address)
}

# METADATA
# title: the alarm goes off at one and is silent at none
# description: Its threshold tells zero from one, upwards.
# custom:
#   types: ["aws_cloudwatch_metric_alarm /threshold", "AWS::CloudWatch::Alarm /Threshold"]
tells_one_from_none(alarm) if {
	[operator, threshold] := _comparison(input.resources[alarm].values)
	operator == "GreaterThanThreshold"
	threshold >= 0
	threshold < 1
}

tells_one_from_none(alarm) if {
	[operator, threshold] := _comparison(input.resources[alarm].values)
	operator == "GreaterThanOrEqualToThreshold"
	threshold > 0
	threshold <= 1
}

_comparison(values) := [values.comparison_operator, data.lib.value.number(values.threshold)]

_comparison(values) := [values.ComparisonOperator, data.lib.value.number(values.Threshold)]

# The metrics of an alarm, each with its dimensions and the path at which they stand.
_watched(values) := _single(values) | _queried(values)

_single(values) := {watched |
	is_string(values.metric_name)
	watched := _terraform(values, "", object.get(values, "statistic", null))
} | {watched |
	is_string(values.MetricName)
	watched := _cloudformation(values, "", object.get(values, "Statistic", null))
}

_queried(values) := {watched |
	queries := data.lib.value.list_at(values, "metric_query")
	taken := {query.id | some query in queries; data.lib.value.boolean(query.return_data) == true}
	some index, query in queries
	_taken(query.id, taken, {other.id: object.get(other, "expression", null) | some other in queries})
	some metric in data.lib.value.list_at(query, "metric")
	watched := _terraform(metric, sprintf("/metric_query/%d/metric/0", [index]), metric.stat)
} | {watched |
	queries := data.lib.value.list_at(values, "Metrics")
	taken := {query.Id |
		some query in queries
		data.lib.value.boolean(object.get(query, "ReturnData", true)) == true
	}
	some index, query in queries
	_taken(query.Id, taken, {other.Id: object.get(other, "Expression", null) | some other in queries})
	path := sprintf("/Metrics/%d/MetricStat/Metric", [index])
	watched := _cloudformation(query.MetricStat.Metric, path, query.MetricStat.Stat)
}

_taken(id, taken, _) if id in taken

# INVARIANT: a part of an expression that is no sum is no id, so nothing but a sum takes another query in.
_taken(id, taken, expressions) if {
	some sum in taken
	is_string(expressions[sum])
	id in {trim_space(part) | some part in split(expressions[sum], "+")}
}

_terraform(metric, path, statistic) := {
	"namespace": metric.namespace,
	"name": metric.metric_name,
	"statistic": statistic,
	"dimensions": {name: place |
		some name, value in metric.dimensions
		place := {"path": sprintf("%s/dimensions/%s", [path, name]), "value": value}
	},
}

_cloudformation(metric, path, statistic) := {
	"namespace": metric.Namespace,
	"name": metric.MetricName,
	"statistic": statistic,
	"dimensions": {dimension.Name: place |
		some index, dimension in metric.Dimensions
		place := {"path": sprintf("%s/Dimensions/%d/Value", [path, index]), "value": dimension.Value}
	},
}
