import { App, Fn, LocalBackend, TerraformStack } from 'cdktn';
import { CloudwatchMetricAlarm } from '@cdktn/provider-aws/lib/cloudwatch-metric-alarm';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SnsTopic } from '@cdktn/provider-aws/lib/sns-topic';
import { SnsTopicSubscription } from '@cdktn/provider-aws/lib/sns-topic-subscription';
import { SqsQueue } from '@cdktn/provider-aws/lib/sqs-queue';
import { SqsQueuePolicy } from '@cdktn/provider-aws/lib/sqs-queue-policy';

const app = new App();
const stack = new TerraformStack(app, 'orders');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const orderEvents = new SnsTopic(stack, 'order_events', { name: 'order-events' });
const auditEvents = new SnsTopic(stack, 'audit_events', { name: 'audit-events' });

const invoices = new SqsQueue(stack, 'invoices', { name: 'invoices', messageRetentionSeconds: 86400 });
const deadLetters = new SqsQueue(stack, 'orders_dead_letter', {
  name: 'orders-dead-letter',
  messageRetentionSeconds: 1209600,
});
const orders = new SqsQueue(stack, 'orders', {
  name: 'orders',
  visibilityTimeoutSeconds: 60,
  maxMessageSize: 131072,
  redrivePolicy: Fn.jsonencode({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 5 }),
});

new SqsQueuePolicy(stack, 'orders_policy', {
  queueUrl: orders.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'OrderEvents',
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: orders.arn,
        Condition: { ArnEquals: { 'aws:SourceArn': orderEvents.arn } },
      },
      {
        Sid: 'TlsOnly',
        Effect: 'Deny',
        Principal: '*',
        Action: 'sqs:*',
        Resource: orders.arn,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ],
  }),
});
new SqsQueuePolicy(stack, 'invoices_policy', {
  queueUrl: invoices.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: invoices.arn,
        Condition: { ArnEquals: { 'aws:SourceArn': auditEvents.arn } },
      },
    ],
  }),
});

new SnsTopicSubscription(stack, 'orders_feed', {
  topicArn: orderEvents.arn,
  protocol: 'sqs',
  endpoint: orders.arn,
});
new SnsTopicSubscription(stack, 'invoices_feed', {
  topicArn: auditEvents.arn,
  protocol: 'sqs',
  endpoint: invoices.arn,
});

new CloudwatchMetricAlarm(stack, 'dead_letters', {
  alarmName: 'orders-dead-letter-not-empty',
  alarmDescription: 'Orders that could not be processed wait in the dead-letter queue',
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  statistic: 'Maximum',
  period: 60,
  evaluationPeriods: 1,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: 0,
  treatMissingData: 'notBreaching',
  dimensions: { QueueName: deadLetters.name },
});
new CloudwatchMetricAlarm(stack, 'invoices_backlog', {
  alarmName: 'invoices-backlog',
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  statistic: 'Average',
  period: 300,
  evaluationPeriods: 3,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: 500,
  dimensions: { QueueName: invoices.name },
});

app.synth();
