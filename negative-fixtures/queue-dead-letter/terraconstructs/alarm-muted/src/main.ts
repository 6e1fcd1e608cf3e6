import {
  cloudwatchMetricAlarm,
  snsTopic,
  snsTopicSubscription,
  sqsQueue,
  sqsQueuePolicy,
  sqsQueueRedrivePolicy,
} from '@cdktf/provider-aws';
import { App, Fn, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'OrderIntake', {
  gridUUID: 'order-intake',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const orderEvents = new snsTopic.SnsTopic(stack, 'OrderEventsTopic', { name: 'order-events' });
const auditEvents = new snsTopic.SnsTopic(stack, 'AuditEventsTopic', { name: 'audit-events' });

const deadLetters = new sqsQueue.SqsQueue(stack, 'OrdersDeadLetterQueue', { name: 'orders-dead-letter' });
const orders = new sqsQueue.SqsQueue(stack, 'OrdersQueue', { name: 'orders', messageRetentionSeconds: 345600 });
const invoices = new sqsQueue.SqsQueue(stack, 'InvoicesQueue', { name: 'invoices', messageRetentionSeconds: 86400 });

new sqsQueueRedrivePolicy.SqsQueueRedrivePolicy(stack, 'OrdersRedrive', {
  queueUrl: orders.url,
  redrivePolicy: Fn.jsonencode({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 5 }),
});
new sqsQueuePolicy.SqsQueuePolicy(stack, 'OrdersQueuePolicy', {
  queueUrl: orders.id,
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'OrderEvents',
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: ['sqs:SendMessage'],
        Resource: orders.arn,
        Condition: { ArnLike: { 'aws:SourceArn': orderEvents.arn } },
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
new sqsQueuePolicy.SqsQueuePolicy(stack, 'InvoicesQueuePolicy', {
  queueUrl: invoices.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { Service: 'sns.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: invoices.arn,
      Condition: { ArnEquals: { 'aws:SourceArn': auditEvents.arn } },
    },
  }),
});

new snsTopicSubscription.SnsTopicSubscription(stack, 'OrdersSubscription', {
  topicArn: orderEvents.arn,
  protocol: 'sqs',
  endpoint: orders.arn,
});
new snsTopicSubscription.SnsTopicSubscription(stack, 'InvoicesSubscription', {
  topicArn: auditEvents.arn,
  protocol: 'sqs',
  endpoint: invoices.arn,
});

new cloudwatchMetricAlarm.CloudwatchMetricAlarm(stack, 'DeadLetterAlarm', {
  alarmName: 'orders-put-aside',
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  dimensions: { QueueName: deadLetters.name },
  statistic: 'Maximum',
  period: 60,
  evaluationPeriods: 1,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: 0,
  actionsEnabled: false,
});
new cloudwatchMetricAlarm.CloudwatchMetricAlarm(stack, 'InvoicesAlarm', {
  alarmName: 'invoices-pile-up',
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  dimensions: { QueueName: invoices.name },
  statistic: 'Average',
  period: 300,
  evaluationPeriods: 2,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: 500,
});

app.synth();
