import { App, Stack, Tags, aws_kms as kms, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Reports');

const reports = new s3.Bucket(stack, 'Reports', {
  encryptionKey: new kms.Key(stack, 'Key'),
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  accessControl: s3.BucketAccessControl.PUBLIC_READ,
  objectOwnership: s3.ObjectOwnership.OBJECT_WRITER,
  enforceSSL: true,
  versioned: true,
});
Tags.of(reports).add('classification', 'confidential');

app.synth();
