import { App, Stack, CfnOutput, aws_sns as sns, aws_sqs as sqs } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

const dead = new sqs.CfnQueue(stack, 'R0005', { queueName: 'witness-dead' });
const orders = new sqs.CfnQueue(stack, 'R0004', {
  queueName: 'witness-orders',
  redrivePolicy: { deadLetterTargetArn: dead.attrArn, maxReceiveCount: 5 },
});
const topic = new sns.CfnTopic(stack, 'R0001', { topicName: 'witness-orders' });
const policy = new sqs.CfnQueuePolicy(stack, 'R0003', {
  queues: [orders.ref],
  policyDocument: {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: orders.attrArn,
        Condition: { ArnEquals: { 'aws:SourceArn': topic.ref } },
      },
    ],
  },
});
const subscription = new sns.CfnSubscription(stack, 'R0002', {
  topicArn: topic.ref,
  protocol: 'sqs',
  endpoint: orders.attrArn,
});
subscription.addDependency(policy);
new CfnOutput(stack, 'QueueUrl', { value: orders.ref });

app.synth();
