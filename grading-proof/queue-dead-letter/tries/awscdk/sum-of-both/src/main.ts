import {
  App,
  Duration,
  Stack,
  aws_cloudwatch as cloudwatch,
  aws_sns as sns,
  aws_sns_subscriptions as subscriptions,
  aws_sqs as sqs,
} from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Orders');

const events = new sns.Topic(stack, 'OrderEvents', { topicName: 'order-events' });
const aside = new sqs.Queue(stack, 'Aside', { queueName: 'orders-dead-letter', retentionPeriod: Duration.days(14) });
const orders = new sqs.Queue(stack, 'Orders', {
  queueName: 'orders',
  deadLetterQueue: { queue: aside, maxReceiveCount: 5 },
});
events.addSubscription(new subscriptions.SqsSubscription(orders));

new cloudwatch.MathExpression({
  expression: 'SUM(METRICS())',
  usingMetrics: {
    waiting: aside.metricApproximateNumberOfMessagesVisible(),
    shown: aside.metricApproximateNumberOfMessagesNotVisible(),
  },
  period: Duration.minutes(1),
}).createAlarm(stack, 'AsideAlarm', { threshold: 1, evaluationPeriods: 1 });

app.synth();
