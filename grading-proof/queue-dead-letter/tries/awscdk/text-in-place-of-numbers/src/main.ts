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
});
events.addSubscription(new subscriptions.SqsSubscription(orders));

const resource = orders.node.defaultChild as sqs.CfnQueue;
resource.addPropertyOverride('MessageRetentionPeriod', '604800');
resource.addPropertyOverride('RedrivePolicy', {
  deadLetterTargetArn: { 'Fn::Join': [':', ['arn', stack.partition, 'sqs', stack.region, stack.account, aside.queueName]] },
  maxReceiveCount: '5',
});
aside.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }).createAlarm(stack, 'AsideAlarm', {
  threshold: 1,
  evaluationPeriods: 1,
});

const alarm = stack.node.findChild('AsideAlarm').node.defaultChild as cloudwatch.CfnAlarm;
alarm.addPropertyOverride('Threshold', '1');
alarm.addPropertyOverride('ActionsEnabled', 'true');

app.synth();
