import { App, Fn, LocalBackend, TerraformStack } from 'cdktn';
import { DataAwsKmsAlias } from '@cdktn/provider-aws/lib/data-aws-kms-alias';
import { KmsKey } from '@cdktn/provider-aws/lib/kms-key';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketPolicy } from '@cdktn/provider-aws/lib/s3-bucket-policy';
import { S3BucketPublicAccessBlock } from '@cdktn/provider-aws/lib/s3-bucket-public-access-block';
import { S3BucketServerSideEncryptionConfigurationA } from '@cdktn/provider-aws/lib/s3-bucket-server-side-encryption-configuration';
import { S3BucketVersioningA } from '@cdktn/provider-aws/lib/s3-bucket-versioning';

const app = new App();
const stack = new TerraformStack(app, 'reports');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

new KmsKey(stack, 'key', { description: 'Encrypts the reports' });
const reports = new S3Bucket(stack, 'reports', { bucket: 'example-reports', tags: { classification: 'confidential' } });
const key = new DataAwsKmsAlias(stack, 'default_key', { name: 'alias/aws/s3' });
new S3BucketPublicAccessBlock(stack, 'access', {
  bucket: reports.id,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});
new S3BucketServerSideEncryptionConfigurationA(stack, 'encryption', {
  bucket: reports.id,
  rule: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: key.targetKeyArn } }],
});
new S3BucketVersioningA(stack, 'versions', { bucket: reports.id, versioningConfiguration: { status: 'Enabled' } });
new S3BucketPolicy(stack, 'policy', {
  bucket: reports.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: [reports.arn, `${reports.arn}/*`],
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ],
  }),
});

app.synth();
