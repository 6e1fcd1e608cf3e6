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
# title: what a topic delivers to over a protocol
# description: Addresses of the endpoints created here.
# custom:
#   types:
#     - aws_sns_topic_subscription /endpoint
#     - AWS::SNS::Subscription /Endpoint
#     - AWS::SNS::Topic /Subscription
delivers_to(topic, protocol) := {endpoint |
	some type, names in _subscriptions
	some address in data.lib.link.bound_to(type, names.topic, topic)
	resource := input.resources[address]
	resource.values[names.protocol] == protocol
	path := concat("", ["/", names.endpoint])
	some endpoint in data.lib.link.targets(resource, path, object.get(resource.values, names.endpoint, null))
} | {endpoint |
	resource := input.resources[topic]
	some index, entry in data.lib.value.list_at(resource.values, "Subscription")
	entry.Protocol == protocol
	path := sprintf("/Subscription/%d/Endpoint", [index])
	some endpoint in data.lib.link.targets(resource, path, object.get(entry, "Endpoint", null))
}
