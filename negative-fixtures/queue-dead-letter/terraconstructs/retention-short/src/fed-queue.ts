import { snsTopic, snsTopicSubscription, sqsQueue, sqsQueuePolicy } from '@cdktf/provider-aws';
import { Fn } from 'cdktf';
import { Construct } from 'constructs';
import { aws } from 'terraconstructs';

export interface FedQueueProps {
  readonly queueName: string;
  readonly topic: snsTopic.SnsTopic;
  /** How often a message is tried before it is put aside. */
  readonly attempts: number;
}

/** A queue fed by one topic, with a queue beside it for what cannot be handled. */
export class FedQueue extends Construct {
  readonly queue: sqsQueue.SqsQueue;
  readonly aside: sqsQueue.SqsQueue;

  constructor(scope: Construct, id: string, props: FedQueueProps) {
    super(scope, id);

    this.aside = new sqsQueue.SqsQueue(this, 'Aside', {
      name: `${props.queueName}-dead-letter`,
      messageRetentionSeconds: 14400,
    });
    this.queue = new sqsQueue.SqsQueue(this, 'Queue', {
      name: props.queueName,
      messageRetentionSeconds: 7200,
      redrivePolicy: Fn.jsonencode({ deadLetterTargetArn: this.aside.arn, maxReceiveCount: props.attempts }),
    });

    const access = new aws.iam.PolicyDocument(this, 'Access', {
      statement: [
        new aws.iam.PolicyStatement({
          principals: [new aws.iam.ServicePrincipal('sns.amazonaws.com')],
          actions: ['sqs:SendMessage'],
          resources: [this.queue.arn],
          condition: [{ test: 'ArnEquals', variable: 'aws:SourceArn', values: [props.topic.arn] }],
        }),
        new aws.iam.PolicyStatement({
          effect: aws.iam.Effect.DENY,
          principals: [new aws.iam.StarPrincipal()],
          actions: ['sqs:*'],
          resources: [this.queue.arn],
          condition: [{ test: 'Bool', variable: 'aws:SecureTransport', values: ['false'] }],
        }),
      ],
    });
    new sqsQueuePolicy.SqsQueuePolicy(this, 'Policy', { queueUrl: this.queue.url, policy: access.json });

    new snsTopicSubscription.SnsTopicSubscription(this, 'Subscription', {
      topicArn: props.topic.arn,
      protocol: 'sqs',
      endpoint: this.queue.arn,
    });
  }
}
