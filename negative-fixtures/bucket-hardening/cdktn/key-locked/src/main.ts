import { App, Fn, LocalBackend, TerraformStack } from 'cdktn';
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

const key = new KmsKey(stack, 'reports_key', {
  description: 'Encrypts the confidential reports',
  enableKeyRotation: true,
  deletionWindowInDays: 30,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::111122223333:root' }, Action: 'kms:*', Resource: '*' },
      { Effect: 'Deny', Principal: '*', Action: 'kms:GenerateDataKey*', Resource: '*' },
    ],
  }),
});
new KmsKey(stack, 'exchange_key', { description: 'Encrypts messages to partners' });

const reports = new S3Bucket(stack, 'reports', {
  bucket: 'example-confidential-reports',
  tags: { classification: 'confidential' },
});
const access = new S3BucketPublicAccessBlock(stack, 'reports_access', {
  bucket: reports.id,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});
new S3BucketServerSideEncryptionConfigurationA(stack, 'reports_encryption', {
  bucket: reports.id,
  rule: [
    {
      bucketKeyEnabled: true,
      applyServerSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: key.arn },
    },
  ],
});
new S3BucketVersioningA(stack, 'reports_versions', {
  bucket: reports.id,
  versioningConfiguration: { status: 'Enabled' },
});
new S3BucketPolicy(stack, 'reports_policy', {
  bucket: reports.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'TlsOnly',
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: [reports.arn, `${reports.arn}/*`],
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      { Sid: 'KeepBucket', Effect: 'Deny', Principal: '*', Action: 's3:DeleteBucket', Resource: reports.arn },
      {
        Sid: 'AuditorsRead',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::444455556666:role/auditor' },
        Action: 's3:GetObject',
        Resource: `${reports.arn}/audit/*`,
      },
    ],
  }),
  dependsOn: [access],
});

const exchange = new S3Bucket(stack, 'exchange', {
  bucket: 'example-partner-exchange',
  tags: { classification: 'internal' },
});
new S3BucketPublicAccessBlock(stack, 'exchange_access', {
  bucket: exchange.id,
  blockPublicAcls: true,
  ignorePublicAcls: true,
});
new S3BucketServerSideEncryptionConfigurationA(stack, 'exchange_encryption', {
  bucket: exchange.id,
  rule: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
});

app.synth();
