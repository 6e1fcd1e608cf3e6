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

const reportsKey = new aws.encryption.Key(stack, 'ReportsKey', {
  description: 'Encrypts the confidential reports',
  enableKeyRotation: true,
});
reportsKey.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    effect: aws.iam.Effect.DENY,
    principals: [new aws.iam.AnyPrincipal()],
    actions: ['kms:GenerateDataKey*'],
    resources: ['*'],
  }),
);
const reports = new aws.storage.Bucket(stack, 'Reports', {
  encryption: aws.storage.BucketEncryption.KMS,
  encryptionKey: reportsKey,
  bucketKeyEnabled: true,
  enforceSSL: true,
  versioned: true,
});
// The library blocks public access on no bucket of its own.
new s3BucketPublicAccessBlock.S3BucketPublicAccessBlock(stack, 'ReportsAccess', {
  bucket: reports.bucketName,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});
aws.Tags.of(reports).add('classification', 'confidential');
reports.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    sid: 'KeepVersions',
    effect: aws.iam.Effect.DENY,
    principals: [new aws.iam.AnyPrincipal()],
    actions: ['s3:DeleteObjectVersion'],
    resources: [reports.arnForObjects('*')],
  }),
);
reports.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    sid: 'AuditorReads',
    principals: [new aws.iam.AccountPrincipal('111122223333')],
    actions: ['s3:GetObject'],
    resources: [reports.arnForObjects('audit/*')],
  }),
);

const logsKey = new aws.encryption.Key(stack, 'LogsKey', { description: 'Encrypts the logs' });
logsKey.addAlias('alias/report-logs');
const drafts = new aws.storage.Bucket(stack, 'Drafts', { encryption: aws.storage.BucketEncryption.S3_MANAGED });
aws.Tags.of(drafts).add('classification', 'internal');

app.synth();
