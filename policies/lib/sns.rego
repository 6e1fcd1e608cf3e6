# METADATA
# title: Topics and who is subscribed
package lib.sns

_topics := {"aws_sns_topic", "AWS::SNS::Topic"}

_subscriptions := {
	"aws_sns_topic_subscription": {
		"topic": "topic_arn",
		"protocol": "protocol",
		"endpoint": "endpoint",
		"filter": "filter_policy",
	},
	"AWS::SNS::Subscription": {
		"topic": "TopicArn",
		"protocol": "Protocol",
		"endpoint": "Endpoint",
		"filter": "FilterPolicy",
	},
}

# METADATA
# title: the topics of this name
# custom:
#   types: ["aws_sns_topic /name", "AWS::SNS::Topic /TopicName"]
topics_named(name) := data.lib.value.managed_named(_topics, name)

# METADATA
# title: the topic delivers every message to a resource over a protocol
# description: One subscription without a filter is enough. A filter that says nothing lets every message through.
# custom:
#   types:
#     - aws_sns_topic_subscription /endpoint
#     - aws_sns_topic_subscription /filter_policy
#     - AWS::SNS::Subscription /Endpoint
#     - AWS::SNS::Subscription /FilterPolicy
#     - AWS::SNS::Topic /Subscription
delivers_everything_to(topic, protocol, endpoint) if {
	some type, keys in _subscriptions
	some address in input.by_type[type]
	resource := input.resources[address]
	resource.values[keys.protocol] == protocol
	_unfiltered(resource, keys.filter)
	endpoint in data.lib.link.attribute_targets(resource, keys.endpoint, "arn")
	topic in data.lib.link.attribute_targets(resource, keys.topic, "arn")
} else if {
	resource := input.resources[topic]
	some index
	entry := resource.values.Subscription[index]
	entry.Protocol == protocol
	endpoint in data.lib.link.targets(resource, sprintf("/Subscription/%d/Endpoint", [index]), entry.Endpoint, "arn")
}

_unfiltered(resource, key) if {
	object.get(resource.values, key, null) in {null, "", "{}", {}}
} else if {
	resource.docs[concat("", ["/", key])].value == {}
}
