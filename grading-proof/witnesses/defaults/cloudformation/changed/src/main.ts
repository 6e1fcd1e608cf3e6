import { App, Stack, aws_kms as kms, aws_logs as logs, aws_sns as sns, aws_sqs as sqs, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness', delaySeconds: 0, messageRetentionPeriod: 345600, receiveMessageWaitTimeSeconds: 0, sqsManagedSseEnabled: true, visibilityTimeout: 30 });
new sns.CfnTopic(stack, 'Topic', { topicName: 'witness', fifoTopic: false, contentBasedDeduplication: false });
new kms.CfnKey(stack, 'Key', {
  keyPolicy: {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:root' }, Action: 'kms:*', Resource: '*' },
    ],
  },
  enableKeyRotation: false,
  enabled: true,
  multiRegion: false,
  origin: 'AWS_KMS',
  pendingWindowInDays: 30,
});
new ssm.CfnParameter(stack, 'Parameter', { name: '/witness', type: 'String', value: '1', dataType: 'text', tier: 'Standard' });
new logs.CfnLogGroup(stack, 'Logs', { logGroupName: '/witness', logGroupClass: 'STANDARD' });

app.synth();
