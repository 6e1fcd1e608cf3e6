import { App, Stack, aws_kms as kms, aws_logs as logs, aws_sns as sns, aws_sqs as sqs, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness' });
new sns.CfnTopic(stack, 'Topic', { topicName: 'witness' });
new kms.CfnKey(stack, 'Key', {
  keyPolicy: {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:root' }, Action: 'kms:*', Resource: '*' },
    ],
  },
});
new ssm.CfnParameter(stack, 'Parameter', { name: '/witness', type: 'String', value: '1' });
new logs.CfnLogGroup(stack, 'Logs', { logGroupName: '/witness' });

app.synth();
