import { s3BucketPublicAccessBlock } from '@cdktf/provider-aws';
import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Reports', {
  gridUUID: 'reports',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

new aws.encryption.Key(stack, 'Key');
const reports = new aws.storage.Bucket(stack, 'Reports', {
  encryption: aws.storage.BucketEncryption.KMS_MANAGED,
  enforceSSL: true,
  versioned: true,
});
new s3BucketPublicAccessBlock.S3BucketPublicAccessBlock(stack, 'Access', {
  bucket: reports.bucketName,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});
aws.Tags.of(reports).add('classification', 'confidential');

app.synth();
