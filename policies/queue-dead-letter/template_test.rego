package scenarios.queue_dead_letter_template_test

_named(type, name, kind, values) := data.lib.fragment_test.named(type, name, concat("", [kind, name]), values)

_queue(type, name, values) := _named(type, name, "arn:aws:sqs:r:a:", values)

_topic(type, name) := _named(type, name, "arn:aws:sns:r:a:", {})

_allow := {
	"actions": ["sqs:sendmessage"],
	"resources": ["arn:aws:sqs:r:a:orders"],
	"principals": [{"type": "Service", "id": "sns.amazonaws.com"}],
	"conditions": [{"operator": "ArnLike", "key": "aws:sourcearn", "values": ["arn:aws:sns:r:a:order-events"]}],
}

# Cut from the template of the construct library's own subscription.
resources := {
	"Topic": _topic("AWS::SNS::Topic", "order-events"),
	"DeadLetters": _queue("AWS::SQS::Queue", "orders-dead-letter", {"MessageRetentionPeriod": 1209600}),
	"Orders": _queue("AWS::SQS::Queue", "orders", {"RedrivePolicy": {
		"deadLetterTargetArn": "arn:aws:sqs:r:a:orders-dead-letter",
		"maxReceiveCount": 5,
	}}),
	"Policy": data.lib.fragment_test.holding(
		"AWS::SQS::QueuePolicy",
		{"Queues": ["https://orders"]},
		"/PolicyDocument",
		[_allow],
	),
	"Subscription": data.lib.fragment_test.resource(
		"AWS::SNS::Subscription",
		{"TopicArn": "arn:aws:sns:r:a:order-events", "Protocol": "sqs", "Endpoint": "arn:aws:sqs:r:a:orders"},
	),
	"Alarm": data.lib.fragment_test.resource("AWS::CloudWatch::Alarm", {
		"Namespace": "AWS/SQS",
		"MetricName": "ApproximateNumberOfMessagesVisible",
		"ComparisonOperator": "GreaterThanOrEqualToThreshold",
		"Threshold": 1,
		"Statistic": "Maximum",
		"Period": 300,
		"EvaluationPeriods": 1,
		"Dimensions": [{"Name": "QueueName", "Value": "orders-dead-letter"}],
	}),
}
