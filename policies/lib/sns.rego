# METADATA
# title: Topics and who is subscribed
package lib.sns

_topics := {"aws_sns_topic", "AWS::SNS::Topic"}

_subscriptions := {
	"aws_sns_topic_subscription": {"topic": "topic_arn", "protocol": "protocol", "endpoint": "endpoint"},
	"AWS::SNS::Subscription": {"topic": "TopicArn", "protocol": "Protocol", "endpoint": "Endpoint"},
}

# METADATA
# title: the topics of this name
# custom:
#   types: ["aws_sns_topic /name", "AWS::SNS::Topic /TopicName"]
topics_named(name) := data.lib.value.managed_named(_topics, name)

# METADATA
# title: the topic delivers to a resource over a protocol
# custom:
#   types:
#     - aws_sns_topic_subscription /endpoint
#     - AWS::SNS::Subscription /Endpoint
#     - AWS::SNS::Topic /Subscription
delivers_to(topic, protocol, endpoint) if {
	some type, keys in _subscriptions
	some address in input.by_type[type]
	resource := input.resources[address]
	resource.values[keys.protocol] == protocol
	endpoint in data.lib.link.attribute_targets(resource, keys.endpoint, "arn")
	topic in data.lib.link.attribute_targets(resource, keys.topic, "arn")
} else if {
	resource := input.resources[topic]
	some index
	entry := resource.values.Subscription[index]
	entry.Protocol == protocol
	endpoint in data.lib.link.targets(resource, sprintf("/Subscription/%d/Endpoint", [index]), entry.Endpoint, "arn")
}
