import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface QueuesStackProps extends StackProps {
  readonly orderEvents: sns.ITopic;
  readonly auditEvents: sns.ITopic;
}

export class QueuesStack extends Stack {
  constructor(scope: Construct, id: string, props: QueuesStackProps) {
    super(scope, id, props);

    const deadLetters = new sqs.Queue(this, 'DeadLetters', { queueName: 'orders-dead-letter' });
    const orders = new sqs.Queue(this, 'Orders', {
      queueName: 'orders',
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
    props.orderEvents.addSubscription(new SqsSubscription(orders));
    orders.addToResourcePolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        principals: [new iam.AnyPrincipal()],
        actions: ['sqs:DeleteQueue'],
        resources: [orders.queueArn],
      }),
    );
    new cloudwatch.Alarm(this, 'DeadLettersArrived', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      threshold: 0,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      actionsEnabled: false,
    });

    const invoices = new sqs.Queue(this, 'Invoices', { queueName: 'invoices' });
    props.auditEvents.addSubscription(new SqsSubscription(invoices));
    new cloudwatch.Alarm(this, 'InvoicesPileUp', {
      metric: invoices.metricApproximateNumberOfMessagesVisible(),
      threshold: 1000,
      evaluationPeriods: 3,
    });
  }
}
