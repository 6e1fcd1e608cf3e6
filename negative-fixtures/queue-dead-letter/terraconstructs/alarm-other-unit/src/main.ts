import { snsTopic, snsTopicSubscription } from '@cdktf/provider-aws';
import { App, LocalBackend } from 'cdktf';
import { aws, Duration } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Shop', {
  gridUUID: 'shop',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

class NamedQueue extends aws.notify.Queue {
  constructor(name: string, props: aws.notify.QueueProps = {}) {
    super(stack, name, props);
    this.resource.addOverride('name', name);
    this.resource.resetNamePrefix();
  }
}

const aside = new NamedQueue('orders-dead-letter', { redriveAllowPolicy: {} });
const orders = new NamedQueue('orders', {
  messageRetentionSeconds: Duration.days(4).toSeconds(),
  deadLetterQueue: { queue: aside, maxReceiveCount: 5 },
});
const orderEvents = new snsTopic.SnsTopic(stack, 'OrderEvents', { name: 'order-events' });
orders.grantSendMessages(
  new aws.iam.ServicePrincipal('sns.amazonaws.com', {
    conditions: [{ test: 'StringEquals', variable: 'aws:SourceArn', values: [orderEvents.arn] }],
  }),
);
new snsTopicSubscription.SnsTopicSubscription(stack, 'Feed', {
  topicArn: orderEvents.arn,
  protocol: 'sqs',
  endpoint: orders.queueArn,
});

const invoices = new NamedQueue('invoices');
const consumer = new aws.iam.Role(stack, 'Consumer', {
  assumedBy: new aws.iam.ServicePrincipal('lambda.amazonaws.com'),
});
orders.grantConsumeMessages(consumer);
invoices.grantSendMessages(consumer);

for (const [name, queue] of Object.entries({ aside, invoices })) {
  new aws.cloudwatch.Metric({
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensionsMap: { QueueName: queue.queueName },
    period: Duration.minutes(1),
    statistic: aws.cloudwatch.Stats.SUM,
    unit: aws.cloudwatch.Unit.SECONDS,
  }).createAlarm(stack, `Watch-${name}`, { threshold: 1, evaluationPeriods: 1 });
}

app.synth();
