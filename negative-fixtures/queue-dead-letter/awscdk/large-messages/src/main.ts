import { App, Duration, Stack, StackProps } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

class OrdersStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    const orderEvents = new sns.Topic(this, 'OrderEvents', { topicName: 'order-events' });
    const deadLetters = new sqs.Queue(this, 'OrdersDeadLetter', {
      queueName: 'orders-dead-letter',
      retentionPeriod: Duration.days(14),
    });
    const orders = new sqs.Queue(this, 'Orders', {
      queueName: 'orders',
      visibilityTimeout: Duration.minutes(2),
      maxMessageSizeBytes: 1024,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
    orderEvents.addSubscription(new SqsSubscription(orders));
    orders.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'NobodyPurges',
        effect: iam.Effect.DENY,
        principals: [new iam.AnyPrincipal()],
        actions: ['sqs:PurgeQueue'],
        resources: [orders.queueArn],
      }),
    );
    deadLetters.metricApproximateNumberOfMessagesVisible().createAlarm(this, 'OrdersAside', {
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });

    const auditEvents = new sns.Topic(this, 'AuditEvents', { topicName: 'audit-events' });
    const invoices = new sqs.Queue(this, 'Invoices', { queueName: 'invoices', retentionPeriod: Duration.days(2) });
    auditEvents.addSubscription(new SqsSubscription(invoices, { rawMessageDelivery: true }));
    invoices.metricApproximateAgeOfOldestMessage().createAlarm(this, 'InvoicesLate', {
      threshold: 3600,
      evaluationPeriods: 3,
    });
  }
}

const app = new App({ analyticsReporting: false });
new OrdersStack(app, 'Orders');
app.synth();
