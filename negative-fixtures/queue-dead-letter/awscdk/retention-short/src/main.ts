import { App, Aws, CfnCondition, CfnParameter, Fn, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as sns from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { FedQueue } from './fed-queue';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'OrderQueues');

const attempts = new CfnParameter(stack, 'Attempts', { type: 'Number', default: 5, minValue: 1 });
const home = new CfnCondition(stack, 'IsHomeRegion', {
  expression: Fn.conditionEquals(Aws.REGION, 'eu-west-1'),
});

const orders = new FedQueue(stack, 'Orders', {
  queueName: 'orders',
  topic: new sns.Topic(stack, 'OrderEvents', { topicName: 'order-events' }),
  attempts: attempts.valueAsNumber,
});

// The home region follows the convention of its dashboards, which is written with the strict comparison.
const alarm = orders.aside
  .metricApproximateNumberOfMessagesVisible()
  .createAlarm(stack, 'OrdersAside', { threshold: 1, evaluationPeriods: 1 });
const cfnAlarm = alarm.node.defaultChild as cloudwatch.CfnAlarm;
cfnAlarm.addPropertyOverride(
  'ComparisonOperator',
  Fn.conditionIf(home.logicalId, 'GreaterThanThreshold', 'GreaterThanOrEqualToThreshold'),
);
cfnAlarm.addPropertyOverride('Threshold', Fn.conditionIf(home.logicalId, 0, 1));

const invoices = new sqs.Queue(stack, 'Invoices', { queueName: 'invoices' });
new sns.Topic(stack, 'AuditEvents', { topicName: 'audit-events' }).addSubscription(new SqsSubscription(invoices));
invoices.metricNumberOfMessagesSent().createAlarm(stack, 'InvoicesQuiet', {
  threshold: 1,
  evaluationPeriods: 24,
  comparisonOperator: cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
});

app.synth();
