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

/** The library gives every queue a generated name. */
function named(queue: aws.notify.Queue, name: string): aws.notify.Queue {
  queue.resource.resetNamePrefix();
  queue.resource.name = name;
  return queue;
}

function metric(queue: aws.notify.Queue, metricName: string): aws.cloudwatch.Metric {
  return new aws.cloudwatch.Metric({
    namespace: 'AWS/SQS',
    metricName,
    dimensionsMap: { QueueName: queue.queueName },
    statistic: aws.cloudwatch.Stats.MAXIMUM,
  });
}

const deadLetters = named(
  new aws.notify.Queue(stack, 'OrdersDeadLetter', { messageRetentionSeconds: Duration.days(14).toSeconds() }),
  'orders-dead-letter',
);
const orders = named(
  new aws.notify.Queue(stack, 'Orders', {
    visibilityTimeoutSeconds: 120,
    maxMessageSize: 131072,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  }),
  'orders',
);

// The library has no topics.
const orderEvents = new snsTopic.SnsTopic(stack, 'OrderEvents', { name: 'order-events' });
new snsTopicSubscription.SnsTopicSubscription(stack, 'OrderEventsToOrders', {
  topicArn: orderEvents.arn,
  protocol: 'sqs',
  endpoint: orders.queueArn,
});
orders.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    principals: [new aws.iam.ServicePrincipal('sns.amazonaws.com')],
    actions: ['sqs:SendMessage'],
    resources: [orders.queueArn],
    condition: [{ test: 'ArnEquals', variable: 'aws:SourceArn', values: [orderEvents.arn] }],
  }),
);
orders.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    sid: 'NobodyPurges',
    effect: aws.iam.Effect.DENY,
    principals: [new aws.iam.AnyPrincipal()],
    actions: ['sqs:PurgeQueue'],
    resources: [orders.queueArn],
  }),
);
metric(deadLetters, 'ApproximateNumberOfMessagesVisible').createAlarm(stack, 'OrdersAside', {
  threshold: 1,
  evaluationPeriods: 1,
  treatMissingData: aws.cloudwatch.TreatMissingData.NOT_BREACHING,
});

const auditEvents = new snsTopic.SnsTopic(stack, 'AuditEvents', { name: 'audit-events' });
const invoices = named(
  new aws.notify.Queue(stack, 'Invoices', { messageRetentionSeconds: Duration.days(2).toSeconds() }),
  'invoices',
);
new snsTopicSubscription.SnsTopicSubscription(stack, 'AuditEventsToInvoices', {
  topicArn: auditEvents.arn,
  protocol: 'sqs',
  endpoint: invoices.queueArn,
  rawMessageDelivery: true,
});
metric(invoices, 'ApproximateAgeOfOldestMessage').createAlarm(stack, 'InvoicesLate', {
  threshold: 3600,
  evaluationPeriods: 3,
});

app.synth();
