import { App, Stack, Tags, aws_kms as kms, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Reports');

const key = new kms.Key(stack, 'Key');
new s3.Bucket(stack, 'Reports', {
  encryptionKey: key,
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  versioned: true,
});
Tags.of(app).add('classification', 'confidential');

app.synth();
