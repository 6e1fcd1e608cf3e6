import { Fn } from 'cdktn';
import { Construct } from 'constructs';
import { CloudwatchMetricAlarm } from '@cdktn/provider-aws/lib/cloudwatch-metric-alarm';
import { DataAwsIamPolicyDocument } from '@cdktn/provider-aws/lib/data-aws-iam-policy-document';
import { SnsTopicSubscription } from '@cdktn/provider-aws/lib/sns-topic-subscription';
import { SqsQueue } from '@cdktn/provider-aws/lib/sqs-queue';
import { SqsQueuePolicy } from '@cdktn/provider-aws/lib/sqs-queue-policy';
import { SqsQueueRedrivePolicy } from '@cdktn/provider-aws/lib/sqs-queue-redrive-policy';

export interface FedQueueProps {
  readonly name: string;
  /** Topic that feeds the queue. */
  readonly topicArn: string;
  /** Receives before a message goes to a dead-letter queue; none without it. */
  readonly maxReceiveCount?: number;
  /** Waiting messages that raise an alarm; none without it. */
  readonly backlogThreshold?: number;
}

/** A queue that a topic feeds. */
export class FedQueue extends Construct {
  constructor(scope: Construct, id: string, props: FedQueueProps) {
    super(scope, id);

    const queue = new SqsQueue(this, 'queue', { name: props.name, messageRetentionSeconds: 345600 });
    const document = new DataAwsIamPolicyDocument(this, 'document', {
      statement: [
        {
          sid: 'FeedingTopic',
          actions: ['sqs:SendMessage'],
          resources: [queue.arn],
          principals: [{ type: 'Service', identifiers: ['sns.amazonaws.com'] }],
          condition: [{ test: 'ArnEquals', variable: 'aws:SourceArn', values: [props.topicArn] }],
        },
        {
          sid: 'TlsOnly',
          effect: 'Deny',
          actions: ['sqs:*'],
          resources: [queue.arn],
          principals: [{ type: '*', identifiers: ['*'] }],
          condition: [{ test: 'StringNotEquals', variable: 'aws:PrincipalOrgID', values: ['o-exampleorgid'] }],
        },
      ],
    });
    new SqsQueuePolicy(this, 'policy', { queueUrl: queue.url, policy: document.json });
    new SnsTopicSubscription(this, 'feed', {
      topicArn: props.topicArn,
      protocol: 'sqs',
      endpoint: queue.arn,
      rawMessageDelivery: true,
    });

    if (props.maxReceiveCount !== undefined) {
      const deadLetters = new SqsQueue(this, 'dead-letters', {
        name: `${props.name}-dead-letter`,
        messageRetentionSeconds: 1209600,
      });
      new SqsQueueRedrivePolicy(this, 'redrive', {
        queueUrl: queue.id,
        redrivePolicy: Fn.jsonencode({
          deadLetterTargetArn: deadLetters.arn,
          maxReceiveCount: props.maxReceiveCount,
        }),
      });
      this.alarm('dead-letters-alarm', deadLetters, { comparisonOperator: 'GreaterThanOrEqualToThreshold', threshold: 1 });
    }
    if (props.backlogThreshold !== undefined) {
      this.alarm('backlog', queue, { comparisonOperator: 'GreaterThanThreshold', threshold: props.backlogThreshold });
    }
  }

  private alarm(id: string, queue: SqsQueue, limit: { comparisonOperator: string; threshold: number }): void {
    new CloudwatchMetricAlarm(this, id, {
      alarmName: `${queue.nameInput}-${id}`,
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      statistic: 'Sum',
      period: 300,
      evaluationPeriods: 1,
      dimensions: { QueueName: queue.name },
      ...limit,
    });
  }
}
