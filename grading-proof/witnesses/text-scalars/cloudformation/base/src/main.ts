import { App, Stack, aws_s3 as s3, aws_sqs as sqs } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness', delaySeconds: 5, sqsManagedSseEnabled: true });
new s3.CfnBucket(stack, 'Bucket', {
  bucketName: 'witness',
  publicAccessBlockConfiguration: { blockPublicAcls: false },
});

app.synth();
