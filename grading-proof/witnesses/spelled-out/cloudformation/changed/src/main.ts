import { App, Stack, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

new s3.CfnBucket(stack, 'Bucket', { bucketName: 'witness' });
new s3.CfnBucketPolicy(stack, 'Policy', {
  bucket: 'witness',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: ['arn:aws:s3:::witness', 'arn:aws:s3:::witness/*'] }],
  },
});

app.synth();
