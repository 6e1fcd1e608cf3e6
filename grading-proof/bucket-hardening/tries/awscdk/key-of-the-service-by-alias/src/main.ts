import { App, Stack, Tags, aws_kms as kms, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Reports');

new kms.Key(stack, 'Key', { alias: 'alias/reports' });
const reports = new s3.Bucket(stack, 'Reports', {
  encryption: s3.BucketEncryption.KMS,
  encryptionKey: kms.Alias.fromAliasName(stack, 'Alias', 'alias/aws/s3'),
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  versioned: true,
});
Tags.of(reports).add('classification', 'confidential');

app.synth();
