import { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface FedQueueProps {
  readonly queueName: string;
  readonly topic: sns.ITopic;
  /** How often a message is tried before it is put aside. */
  readonly attempts: number;
}

/** A queue fed by one topic, with a queue beside it for what cannot be handled. */
export class FedQueue extends Construct {
  readonly queue: sqs.Queue;
  readonly aside: sqs.Queue;

  constructor(scope: Construct, id: string, props: FedQueueProps) {
    super(scope, id);

    this.aside = new sqs.Queue(this, 'Aside', {
      queueName: `${props.queueName}-dead-letter`,
      retentionPeriod: Duration.hours(10),
    });
    this.queue = new sqs.Queue(this, 'Queue', {
      queueName: props.queueName,
      retentionPeriod: Duration.hours(7),
      enforceSSL: true,
      deadLetterQueue: { queue: this.aside, maxReceiveCount: props.attempts },
    });
    this.queue.grantSendMessages(
      new iam.ServicePrincipal('sns.amazonaws.com', {
        conditions: { ArnEquals: { 'aws:SourceArn': props.topic.topicArn } },
      }),
    );
    new sns.Subscription(this, 'Subscription', {
      topic: props.topic,
      protocol: sns.SubscriptionProtocol.SQS,
      endpoint: this.queue.queueArn,
    });
  }
}
