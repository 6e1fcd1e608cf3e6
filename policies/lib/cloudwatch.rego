# METADATA
# title: Alarms, what they watch and when they go off
package lib.cloudwatch

_alarms := {"aws_cloudwatch_metric_alarm", "AWS::CloudWatch::Alarm"}

# METADATA
# title: the alarms that watch a metric of a resource
# description: |
#   The metric itself, alone or as the query whose data the alarm takes, or one summand of the sum it takes. A count
#   of samples is no value of the metric.
# custom:
#   types:
#     - aws_cloudwatch_metric_alarm /metric_name
#     - aws_cloudwatch_metric_alarm /metric_query
#     - AWS::CloudWatch::Alarm /MetricName
#     - AWS::CloudWatch::Alarm /Metrics
alarms_on(metric, dimension, address) := {alarm |
	some type in _alarms
	some alarm in input.by_type[type]
	resource := input.resources[alarm]
	some watched in _watched(resource.values)
	watched.name == metric.name
	watched.namespace == metric.namespace
	watched.statistic != "SampleCount"
	some place in _places(watched, dimension)
	address in data.lib.link.targets(resource, place.path, place.value, "name")
}

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

# The metrics whose values the alarm compares, each with its dimensions and the way to them.
_watched(values) := [{
	"namespace": values.namespace,
	"name": values.metric_name,
	"statistic": object.get(values, "statistic", null),
	"dimensions": values.dimensions,
	"path": "/dimensions",
}] if {
	values.metric_name != null
} else := [{
	"namespace": values.Namespace,
	"name": values.MetricName,
	"statistic": object.get(values, "Statistic", null),
	"dimensions": values.Dimensions,
	"path": "/Dimensions",
}] if {
	values.MetricName != null
} else := _queried(values)

_queried(values) := {watched |
	some index, kind
	metric := values.metric_query[index].metric[kind]
	_taken(values.metric_query, index, {"id": "id", "sum": "expression", "taken": "return_data", "unsaid": false})
	watched := {
		"namespace": metric.namespace,
		"name": metric.metric_name,
		"statistic": metric.stat,
		"dimensions": metric.dimensions,
		"path": sprintf("/metric_query/%d/metric/%d/dimensions", [index, kind]),
	}
} | {watched |
	some index
	single := values.Metrics[index].MetricStat
	_taken(values.Metrics, index, {"id": "Id", "sum": "Expression", "taken": "ReturnData", "unsaid": true})
	watched := {
		"namespace": single.Metric.Namespace,
		"name": single.Metric.MetricName,
		"statistic": single.Stat,
		"dimensions": single.Metric.Dimensions,
		"path": sprintf("/Metrics/%d/MetricStat/Metric/Dimensions", [index]),
	}
}

# INVARIANT: a part of an expression that is no sum is no id, so only a sum takes other queries in.
_taken(queries, index, keys) if {
	object.get(queries[index], keys.taken, keys.unsaid) in data.lib.value.yes
} else if {
	some other
	expression := queries[other][keys.sum]
	is_string(expression)
	object.get(queries[other], keys.taken, keys.unsaid) in data.lib.value.yes
	queries[index][keys.id] in {trim_space(part) | some part in split(expression, "+")}
}

# A metric has the dimensions it was sent with, so one more names a metric that nothing is sent to.
_places(watched, dimension) := {{"value": value, "path": path} |
	count(watched.dimensions) == 1
	value := watched.dimensions[dimension]
	path := concat("/", [watched.path, dimension])
} | {{"value": single.Value, "path": concat("", [watched.path, "/0/Value"])} |
	count(watched.dimensions) == 1
	single := watched.dimensions[0]
	single.Name == dimension
}
