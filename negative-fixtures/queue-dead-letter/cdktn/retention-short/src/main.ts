import { App, Fn, LocalBackend, Op, TerraformIterator, TerraformLocal, TerraformStack, Token } from 'cdktn';
import { CloudwatchMetricAlarm } from '@cdktn/provider-aws/lib/cloudwatch-metric-alarm';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SnsTopic } from '@cdktn/provider-aws/lib/sns-topic';
import { SnsTopicSubscription } from '@cdktn/provider-aws/lib/sns-topic-subscription';
import { SqsQueue } from '@cdktn/provider-aws/lib/sqs-queue';
import { SqsQueuePolicy } from '@cdktn/provider-aws/lib/sqs-queue-policy';
import { SqsQueueRedriveAllowPolicy } from '@cdktn/provider-aws/lib/sqs-queue-redrive-allow-policy';

const app = new App();
const stack = new TerraformStack(app, 'orders');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const names = new TerraformLocal(stack, 'queue_names', {
  source: 'orders',
  dead_letter: 'orders-dead-letter',
  other: 'invoices',
}).asStringMap;
const day = new TerraformLocal(stack, 'day', Op.mul(24, 60)).asNumber;

const topic = new SnsTopic(stack, 'orders_topic', { name: 'order-events', displayName: 'Order events' });
new SnsTopic(stack, 'audit_topic', { name: 'audit-events' });

const deadLetters = new SqsQueue(stack, 'dead_letter', {
  name: Fn.lookup(names, 'dead_letter'),
  messageRetentionSeconds: Token.asNumber(Op.mul(14, day)),
});
const source = new SqsQueue(stack, 'source', {
  name: Fn.lookup(names, 'source'),
  messageRetentionSeconds: Token.asNumber(Op.mul(7, day)),
  receiveWaitTimeSeconds: 20,
  sqsManagedSseEnabled: true,
  redrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 5 }),
});
new SqsQueueRedriveAllowPolicy(stack, 'dead_letter_sources', {
  queueUrl: deadLetters.id,
  redriveAllowPolicy: Fn.jsonencode({ redrivePermission: 'byQueue', sourceQueueArns: [source.arn] }),
});
const invoices = new SqsQueue(stack, 'invoices', {
  name: Fn.lookup(names, 'other'),
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { AWS: 'arn:aws:iam::444455556666:role/invoice-writer' },
      Action: 'sqs:SendMessage',
      Resource: '*',
    },
  }),
});

new SqsQueuePolicy(stack, 'source_policy', {
  queueUrl: source.id,
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'TlsOnly',
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['sqs:SendMessage', 'sqs:ReceiveMessage'],
        Resource: source.arn,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      {
        Sid: 'OrderEvents',
        Effect: 'Allow',
        Principal: { Service: ['sns.amazonaws.com'] },
        Action: ['sqs:SendMessage'],
        Resource: [source.arn],
        Condition: { StringEquals: { 'aws:SourceArn': [topic.arn] } },
      },
    ],
  }),
});
new SnsTopicSubscription(stack, 'source_feed', { topicArn: topic.arn, protocol: 'sqs', endpoint: source.arn });

const watched = TerraformIterator.fromMap({
  'dead-letter': { queue: deadLetters.name, limit: 0 },
  invoices: { queue: invoices.name, limit: 250 },
});
new CloudwatchMetricAlarm(stack, 'alarms', {
  forEach: watched,
  alarmName: `${watched.key}-messages`,
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  statistic: 'Maximum',
  period: 60,
  evaluationPeriods: 1,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: watched.getNumber('limit'),
  dimensions: { QueueName: watched.getString('queue') },
});

app.synth();
