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

const events = new SnsTopic(stack, 'events', { name: 'order-events' });
const aside = new SqsQueue(stack, 'aside', { name: 'orders-dead-letter', messageRetentionSeconds: 1209600 });
const orders = new SqsQueue(stack, 'orders', {
  name: 'orders',
  redrivePolicy: Fn.jsonencode({ deadLetterTargetArn: aside.arn, maxReceiveCount: 5 }),
});
new SqsQueuePolicy(stack, 'policy', {
  queueUrl: orders.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: orders.arn,
        Condition: { ArnEquals: { 'aws:SourceArn': events.arn } },
      },
    ],
  }),
});
new SnsTopicSubscription(stack, 'feed', { topicArn: events.arn, protocol: 'sqs', endpoint: orders.arn });
new CloudwatchMetricAlarm(stack, 'alarm', {
  alarmName: 'orders-aside',
  namespace: 'AWS/SQS',
  metricName: 'ApproximateNumberOfMessagesVisible',
  statistic: 'Maximum',
  period: 60,
  evaluationPeriods: 1,
  comparisonOperator: 'GreaterThanThreshold',
  threshold: 0,
  dimensions: { QueueName: aside.name },
});
orders.addOverride(
  'redrive_policy',
  `\${jsonencode({ deadLetterTargetArn = aws_sqs_queue.aside.arn, maxReceiveCount = 3 })}`,
);

app.synth();
