import { App, LocalBackend, TerraformLocal, TerraformStack } from 'cdktn';
import { KmsAlias } from '@cdktn/provider-aws/lib/kms-alias';
import { KmsKey } from '@cdktn/provider-aws/lib/kms-key';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketPolicy } from '@cdktn/provider-aws/lib/s3-bucket-policy';
import { S3BucketPublicAccessBlock } from '@cdktn/provider-aws/lib/s3-bucket-public-access-block';

const app = new App();
const stack = new TerraformStack(app, 'board');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const name = new TerraformLocal(stack, 'bucket_name', 'example-board-reports').asString;

const boardKey = new KmsKey(stack, 'board_key', { description: 'Board reports' });
new KmsAlias(stack, 'board_alias', { name: 'alias/board-reports', targetKeyId: boardKey.keyId });
const draftsKey = new KmsKey(stack, 'drafts_key', { description: 'Drafts of the board reports' });

const encryptedWith = (kmsMasterKeyId: string) => ({
  rule: { applyServerSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId } },
});
const board = new S3Bucket(stack, 'board', {
  bucket: name,
  tags: { owner: 'board-office' },
  versioning: { enabled: true },
  serverSideEncryptionConfiguration: encryptedWith(boardKey.keyId),
});
board.addOverride('tags.classification', 'confidential');
const drafts = new S3Bucket(stack, 'drafts', {
  bucket: 'example-board-drafts',
  tags: { classification: 'internal' },
  versioning: { enabled: false },
  serverSideEncryptionConfiguration: encryptedWith(draftsKey.arn),
});
drafts.addOverride('force_destroy', true);

new S3BucketPublicAccessBlock(stack, 'board_access', {
  bucket: board.id,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});
new S3BucketPolicy(stack, 'board_policy', {
  bucket: board.id,
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'TlsOnly',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::444455556666:root' },
        Action: ['s3:*'],
        Resource: [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`],
        Condition: { Bool: { 'aws:SecureTransport': 'true' } },
      },
      {
        Sid: 'KeepPolicy',
        Effect: 'Deny',
        Principal: '*',
        Action: ['s3:DeleteBucketPolicy'],
        Resource: `arn:aws:s3:::${name}`,
      },
      {
        Sid: 'AuditorsRead',
        Effect: 'Allow',
        Principal: { AWS: '444455556666' },
        Action: ['s3:GetObject'],
        Resource: `arn:aws:s3:::${name}/minutes/*`,
      },
    ],
  }),
});

app.synth();
