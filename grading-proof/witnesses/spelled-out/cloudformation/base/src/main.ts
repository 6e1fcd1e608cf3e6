import { App, Stack, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

const bucket = new s3.CfnBucket(stack, 'Bucket', { bucketName: 'witness' });
new s3.CfnBucketPolicy(stack, 'Policy', {
  bucket: bucket.ref,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: [bucket.attrArn, `${bucket.attrArn}/*`] }],
  },
});

app.synth();
