import { snsTopic, snsTopicSubscription } from '@cdktf/provider-aws';
import { App, LocalBackend } from 'cdktf';
import { aws, Duration } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Orders', {
  gridUUID: 'orders',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

function named(queue: aws.notify.Queue, name: string): aws.notify.Queue {
  queue.resource.resetNamePrefix();
  queue.resource.name = name;
  return queue;
}

const aside = named(
  new aws.notify.Queue(stack, 'Aside', { messageRetentionSeconds: Duration.days(14).toSeconds() }),
  'orders-dead-letter',
);
const orders = named(
  new aws.notify.Queue(stack, 'Orders', { deadLetterQueue: { queue: aside, maxReceiveCount: 5 } }),
  'orders',
);
const events = new snsTopic.SnsTopic(stack, 'Events', { name: 'order-events' });
new snsTopicSubscription.SnsTopicSubscription(stack, 'Feed', {
  topicArn: events.arn,
  protocol: 'sqs',
  endpoint: orders.queueArn,
});
orders.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    principals: [new aws.iam.ServicePrincipal('sns.amazonaws.com')],
    actions: ['sqs:SendMessage'],
    resources: [orders.queueArn],
    condition: [{ test: 'ArnEquals', variable: 'aws:SourceArn', values: [events.arn] }],
  }),
);
new aws.cloudwatch.Metric({
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesNotVisible',
  dimensionsMap: { QueueName: aside.queueName },
  statistic: aws.cloudwatch.Stats.MAXIMUM,
  period: Duration.minutes(1),
}).createAlarm(stack, 'AsideAlarm', { threshold: 1, evaluationPeriods: 1 });

app.synth();
