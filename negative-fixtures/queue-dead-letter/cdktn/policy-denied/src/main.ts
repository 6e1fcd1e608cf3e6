import { App, LocalBackend, TerraformStack, TerraformVariable } from 'cdktn';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SnsTopic } from '@cdktn/provider-aws/lib/sns-topic';
import { FedQueue } from './fed-queue';

const app = new App();
const stack = new TerraformStack(app, 'orders');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const maxReceiveCount = new TerraformVariable(stack, 'max_receive_count', {
  description: 'Receives after which a message counts as poison.',
  type: 'number',
  default: 5,
});

const topics = new Map<string, SnsTopic>();
for (const [use, name] of [
  ['orders', 'order-events'],
  ['invoices', 'audit-events'],
]) {
  topics.set(use, new SnsTopic(stack, `topic-${use}`, { name }));
}

new FedQueue(stack, 'orders', {
  name: 'orders',
  topicArn: topics.get('orders')!.arn,
  maxReceiveCount: maxReceiveCount.numberValue,
});
new FedQueue(stack, 'invoices', {
  name: 'invoices',
  topicArn: topics.get('invoices')!.arn,
  backlogThreshold: 500,
});

app.synth();
