import { snsTopic } from '@cdktf/provider-aws';
import { App, LocalBackend, TerraformVariable } from 'cdktf';
import { aws } from 'terraconstructs';
import { FedQueue } from './fed-queue';

const app = new App();
const stack = new aws.AwsStack(app, 'OrderQueues', {
  gridUUID: 'order-queues',
  environmentName: 'main',
  providerConfig: { region: 'eu-west-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const attempts = new TerraformVariable(stack, 'attempts', { type: 'number', default: 5 });

const orders = new FedQueue(stack, 'Orders', {
  queueName: 'orders',
  topic: new snsTopic.SnsTopic(stack, 'OrderEvents', { name: 'order-events' }),
  attempts: attempts.numberValue,
});
new aws.cloudwatch.Alarm(stack, 'OrdersAside', {
  metric: new aws.cloudwatch.Metric({
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensionsMap: { QueueName: orders.aside.name },
    statistic: 'Sum',
  }),
  comparisonOperator: aws.cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
  threshold: 0,
  evaluationPeriods: 1,
});

const invoices = new FedQueue(stack, 'Invoices', {
  queueName: 'invoices',
  topic: new snsTopic.SnsTopic(stack, 'AuditEvents', { name: 'audit-events' }),
  attempts: 20,
});
new aws.cloudwatch.Alarm(stack, 'InvoicesQuiet', {
  metric: new aws.cloudwatch.Metric({
    namespace: 'AWS/SQS',
    metricName: 'NumberOfMessagesSent',
    dimensionsMap: { QueueName: invoices.queue.name },
  }),
  comparisonOperator: aws.cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
  threshold: 1,
  evaluationPeriods: 24,
});

app.synth();
