import { App, Stack, Tags, aws_kms as kms, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Reports');

const key = new kms.Key(stack, 'Key');
const reports = new s3.Bucket(stack, 'Reports', {
  encryptionKey: key,
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
});
Tags.of(reports).add('classification', 'confidential');

(reports.node.defaultChild as s3.CfnBucket).objectLockEnabled = true;

app.synth();
