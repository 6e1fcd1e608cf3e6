import {
  App,
  CfnResource,
  Fn,
  Stack,
  aws_cloudwatch as cloudwatch,
  aws_sns as sns,
  aws_sqs as sqs,
} from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'OrderIntake');

const orderEvents = new sns.CfnTopic(stack, 'OrderEventsTopic', { topicName: 'order-events' });
const auditEvents = new sns.CfnTopic(stack, 'AuditEventsTopic', { topicName: 'audit-events' });

new sqs.CfnQueue(stack, 'OrdersDeadLetterQueue', { queueName: 'orders-dead-letter' });
const orders = new sqs.CfnQueue(stack, 'OrdersQueue', {
  queueName: 'orders',
  messageRetentionPeriod: 345600,
  redrivePolicy: {
    deadLetterTargetArn: Fn.sub('${OrdersDeadLetterQueue.Arn}'),
    maxReceiveCount: 5,
  },
});
const invoices = new sqs.CfnQueue(stack, 'InvoicesQueue', { queueName: 'invoices', messageRetentionPeriod: 86400 });

new sqs.CfnQueuePolicy(stack, 'OrdersQueuePolicy', {
  queues: [orders.ref],
  policyDocument: {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'OrderEvents',
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: ['sqs:SendMessage'],
        Resource: orders.attrArn,
        Condition: {
          ArnLike: { 'aws:SourceArn': Fn.sub('arn:${AWS::Partition}:sns:${AWS::Region}:${AWS::AccountId}:order-events') },
        },
      },
      {
        Sid: 'TlsOnly',
        Effect: 'Deny',
        Principal: '*',
        Action: 'sqs:*',
        Resource: orders.attrArn,
        Condition: { Bool: { 'aws:SecureTransport': false } },
      },
    ],
  },
});
new sqs.CfnQueuePolicy(stack, 'InvoicesQueuePolicy', {
  queues: [invoices.ref],
  policyDocument: {
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { Service: 'sns.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: invoices.attrArn,
      Condition: { ArnEquals: { 'aws:SourceArn': auditEvents.ref } },
    },
  },
});

new sns.CfnSubscription(stack, 'OrdersSubscription', {
  topicArn: orderEvents.ref,
  protocol: 'sqs',
  endpoint: orders.attrArn,
});
new sns.CfnSubscription(stack, 'InvoicesSubscription', {
  topicArn: auditEvents.ref,
  protocol: 'sqs',
  endpoint: invoices.attrArn,
});

new cloudwatch.CfnAlarm(stack, 'DeadLetterAlarm', {
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  dimensions: [{ name: 'QueueName', value: Fn.sub('${OrdersDeadLetterQueue.QueueName}') }],
  statistic: 'Maximum',
  period: 60,
  evaluationPeriods: 1,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: 0,
});
new cloudwatch.CfnAlarm(stack, 'InvoicesAlarm', {
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  dimensions: [{ name: 'QueueName', value: invoices.attrQueueName }],
  statistic: 'Average',
  period: 300,
  evaluationPeriods: 2,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: 500,
});

// The change, made to what is synthesized.
/** What the constructs synthesize under a logical id. */
const synthesized = (id: string): CfnResource => {
  const all = app.node.findAll().filter((node) => CfnResource.isCfnResource(node));
  return all.find((resource) => stack.resolve(resource.logicalId) === id)!;
};
synthesized('InvoicesAlarm').addOverride('Properties.Period', 600);

app.synth();
