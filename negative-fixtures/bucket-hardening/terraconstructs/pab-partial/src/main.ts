import {
  kmsKey,
  s3Bucket,
  s3BucketPolicy,
  s3BucketPublicAccessBlock,
  s3BucketServerSideEncryptionConfiguration,
  s3BucketVersioning,
} from '@cdktf/provider-aws';
import { App, Fn, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'ConfidentialReports', {
  gridUUID: 'confidential-reports',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1', defaultTags: [{ tags: { owner: 'finance' } }] },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const reportsKey = new kmsKey.KmsKey(stack, 'ReportsKey', { enableKeyRotation: true });
new kmsKey.KmsKey(stack, 'BackupKey', { description: 'For the backups of another team' });

const reports = new s3Bucket.S3Bucket(stack, 'ReportsBucket', {
  bucketPrefix: 'reports-',
  tags: { classification: 'confidential' },
});
new s3BucketServerSideEncryptionConfiguration.S3BucketServerSideEncryptionConfigurationA(stack, 'ReportsEncryption', {
  bucket: reports.id,
  rule: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: reportsKey.arn } }],
});
new s3BucketPublicAccessBlock.S3BucketPublicAccessBlock(stack, 'ReportsAccess', {
  bucket: reports.id,
  blockPublicAcls: true,
  ignorePublicAcls: true,
});
new s3BucketVersioning.S3BucketVersioningA(stack, 'ReportsVersions', {
  bucket: reports.id,
  versioningConfiguration: { status: 'Enabled' },
});
new s3BucketPolicy.S3BucketPolicy(stack, 'ReportsPolicy', {
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
      {
        Sid: 'PartnerReads',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::444455556666:role/report-reader' },
        Action: ['s3:GetObject'],
        Resource: Fn.join('/', [reports.arn, 'partner/*']),
      },
    ],
  }),
});

const exchange = new s3Bucket.S3Bucket(stack, 'ExchangeBucket', { tags: { classification: 'public' } });
new s3BucketPublicAccessBlock.S3BucketPublicAccessBlock(stack, 'ExchangeAccess', {
  bucket: exchange.id,
  blockPublicAcls: true,
  ignorePublicAcls: true,
});
new s3BucketVersioning.S3BucketVersioningA(stack, 'ExchangeVersions', {
  bucket: exchange.id,
  versioningConfiguration: { status: 'Suspended' },
});
new s3BucketPolicy.S3BucketPolicy(stack, 'ExchangePolicy', {
  bucket: exchange.id,
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { AWS: '444455556666' },
      Action: 's3:PutObject',
      Resource: `${exchange.arn}/*`,
    },
  }),
});

app.synth();
