# METADATA
# title: Alarms and what they watch
package lib.cloudwatch

_alarms := {"aws_cloudwatch_metric_alarm", "AWS::CloudWatch::Alarm"}

_keys := {
	"terraform": {
		"namespace": "namespace",
		"name": "metric_name",
		"statistic": "statistic",
		"extended": "extended_statistic",
		"unit": "unit",
		"period": "period",
		"dimensions": "dimensions",
	},
	"cloudformation": {
		"namespace": "Namespace",
		"name": "MetricName",
		"statistic": "Statistic",
		"extended": "ExtendedStatistic",
		"unit": "Unit",
		"period": "Period",
		"dimensions": "Dimensions",
	},
}

# METADATA
# title: the alarms that watch a metric of a resource
# description: |
#   The metric itself, alone or as the query whose data the alarm takes, or one summand of the sum it takes. A count
#   of samples, or a share of them, is no value of the metric, and in another unit than its own it has none.
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
	_measures(watched)
	watched.unit in {null, "", metric.unit}
	some place in _places(watched, dimension)
	address in data.lib.link.targets(resource, place.path, place.value, "name")
	watched.account in {null, "", split(input.resources[address].identity.arn, ":")[4]}
}

_measures(watched) if {
	stated := {text | text := watched[{"statistic", "extended"}[_]]; is_string(text)}
	stated != set()
	every text in stated {
		text != "SampleCount"
		not strings.any_prefix_match(text, {"TC", "tc", "PR"})
	}
}

# The metrics whose values the alarm compares, each with its dimensions and the way to them.
_watched(values) := {watched |
	keys := _keys[_]
	object.get(values, keys.name, null) != null
	watched := object.union(_metric(values, keys), {"account": null, "path": concat("", ["/", keys.dimensions])})
} | {watched |
	some index, kind
	metric := values.metric_query[index].metric[kind]
	is_object(metric)
	_taken(values.metric_query, index, {"id": "id", "sum": "expression", "taken": "return_data", "unsaid": false})
	watched := object.union(_metric(metric, _keys.terraform), {
		"statistic": metric.stat,
		"account": object.get(values.metric_query[index], "account_id", null),
		"path": sprintf("/metric_query/%d/metric/%d/dimensions", [index, kind]),
	})
} | {watched |
	some index
	single := values.Metrics[index].MetricStat
	is_object(single.Metric)
	_taken(values.Metrics, index, {"id": "Id", "sum": "Expression", "taken": "ReturnData", "unsaid": true})
	watched := object.union(_metric(object.union(single, single.Metric), _keys.cloudformation), {
		"statistic": single.Stat,
		"account": object.get(values.Metrics[index], "AccountId", null),
		"path": sprintf("/Metrics/%d/MetricStat/Metric/Dimensions", [index]),
	})
}

_metric(values, keys) := {part: object.get(values, key, null) | some part, key in keys}

# A metric has the dimensions it was sent with, so one more names a metric that nothing is sent to.
_places(watched, dimension) := {{"value": value, "path": path} |
	count([key | watched.dimensions[key]]) == 1
	value := watched.dimensions[dimension]
	path := concat("/", [watched.path, dimension])
} | {{"value": single.Value, "path": concat("", [watched.path, "/0/Value"])} |
	count([key | watched.dimensions[key]]) == 1
	single := watched.dimensions[0]
	single.Name == dimension
}
