import { App, Stack, aws_sns as sns, aws_sqs as sqs } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

const queue = new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness' });
new sns.CfnTopic(stack, 'Topic', { topicName: 'witness' });
new sqs.CfnQueuePolicy(stack, 'Policy', {
  queues: [queue.ref],
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Deny', Principal: '*', Action: 'sqs:*', Resource: queue.attrArn }, { Effect: 'Deny', Principal: { AWS: '*' }, Action: 'sqs:*', Resource: queue.attrArn }],
  },
});

app.synth();
