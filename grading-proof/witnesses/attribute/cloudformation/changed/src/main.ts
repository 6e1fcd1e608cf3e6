import { App, Stack, aws_sns as sns, aws_sqs as sqs } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

const queue = new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness' });
const topic = new sns.CfnTopic(stack, 'Topic', { topicName: 'witness' });
new sqs.CfnQueuePolicy(stack, 'Policy', {
  queues: [queue.attrQueueUrl],
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: queue.attrArn,
        Condition: { ArnEquals: { 'aws:SourceArn': topic.attrTopicArn } },
      }],
  },
});

app.synth();
