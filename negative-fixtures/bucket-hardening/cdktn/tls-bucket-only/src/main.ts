import { App, Fn, LocalBackend, TerraformIterator, TerraformStack, Token, propertyAccess } from 'cdktn';
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
new AwsProvider(stack, 'aws', {
  region: 'us-east-1',
  defaultTags: [{ tags: { classification: 'confidential' } }],
});

const key = new KmsKey(stack, 'key', { description: 'Encrypts the yearly reports', enableKeyRotation: true });

const kinds = TerraformIterator.fromMap({
  'yearly-reports': {},
  'press-releases': { classification: 'public' },
});
const buckets = new S3Bucket(stack, 'buckets', {
  forEach: kinds,
  bucket: `example-${kinds.key}`,
  tags: Token.asStringMap(kinds.value),
});
const of = (kind: string, attribute: string) => Token.asString(propertyAccess(buckets.fqn, [kind, attribute]));
const reportsId = of('yearly-reports', 'id');
const reportsArn = of('yearly-reports', 'arn');

new S3BucketPublicAccessBlock(stack, 'reports_access', {
  bucket: reportsId,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});
new S3BucketServerSideEncryptionConfigurationA(stack, 'reports_encryption', {
  bucket: reportsId,
  rule: [
    {
      bucketKeyEnabled: true,
      applyServerSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: key.keyId },
    },
  ],
});
new S3BucketVersioningA(stack, 'reports_versions', {
  bucket: reportsId,
  versioningConfiguration: { status: 'Enabled' },
});
new S3BucketPolicy(stack, 'reports_policy', {
  bucket: reportsId,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: Fn.concat([[reportsArn]]),
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      { Effect: 'Deny', Principal: '*', Action: 's3:DeleteBucket', Resource: reportsArn },
    ],
  }),
});

new S3BucketVersioningA(stack, 'press_versions', {
  bucket: of('press-releases', 'id'),
  versioningConfiguration: { status: 'Suspended' },
});

app.synth();
