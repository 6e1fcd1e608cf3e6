import { App, LocalBackend, TerraformStack, TerraformVariable } from 'cdktn';
import { KmsKey } from '@cdktn/provider-aws/lib/kms-key';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketPublicAccessBlock } from '@cdktn/provider-aws/lib/s3-bucket-public-access-block';
import { S3BucketVersioningA } from '@cdktn/provider-aws/lib/s3-bucket-versioning';
import { PrivateBucket } from './private-bucket';

const app = new App();
const stack = new TerraformStack(app, 'reports');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const environment = new TerraformVariable(stack, 'environment', {
  description: 'Name of the environment, part of every bucket name.',
  type: 'string',
  default: 'prod',
}).stringValue;

const keys = new Map(
  Object.entries({ reports: 'Confidential reports', backups: 'Database backups' }).map(([use, description]) => [
    use,
    new KmsKey(stack, `key-${use}`, { description, enableKeyRotation: true }),
  ]),
);

new PrivateBucket(stack, 'reports', {
  name: `example-${environment}-reports`,
  keyArn: keys.get('reports')!.arn,
  readers: ['arn:aws:iam::444455556666:role/auditor'],
  tags: { classification: 'confidential' },
});

const assets = new S3Bucket(stack, 'assets', {
  bucket: `example-${environment}-assets`,
  tags: { classification: 'public' },
});
new S3BucketPublicAccessBlock(stack, 'assets_access', {
  bucket: assets.id,
  blockPublicAcls: true,
  ignorePublicAcls: true,
  blockPublicPolicy: false,
  restrictPublicBuckets: false,
});
new S3BucketVersioningA(stack, 'assets_versions', {
  bucket: assets.id,
  versioningConfiguration: { status: 'Suspended' },
});

app.synth();
