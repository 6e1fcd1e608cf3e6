import {
  App,
  Duration,
  Stack,
  aws_kms as kms,
  aws_sns as sns,
  aws_sns_subscriptions as subscriptions,
  aws_sqs as sqs,
} from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Orders');

const events = new sns.Topic(stack, 'OrderEvents', { topicName: 'order-events' });
const key = new kms.CfnKey(stack, 'Key', {
  keyPolicy: {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: `arn:${stack.partition}:iam::${stack.account}:root` },
        Action: 'kms:*',
        Resource: '*',
      },
    ],
  },
});
const aside = new sqs.Queue(stack, 'Aside', { queueName: 'orders-dead-letter', retentionPeriod: Duration.days(14) });
const orders = new sqs.Queue(stack, 'Orders', {
  queueName: 'orders',
  encryptionMasterKey: kms.Key.fromKeyArn(stack, 'OrdersKey', key.attrArn),
  deadLetterQueue: { queue: aside, maxReceiveCount: 5 },
});
events.addSubscription(new subscriptions.SqsSubscription(orders));
aside.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }).createAlarm(stack, 'AsideAlarm', {
  threshold: 1,
  evaluationPeriods: 1,
});

app.synth();
