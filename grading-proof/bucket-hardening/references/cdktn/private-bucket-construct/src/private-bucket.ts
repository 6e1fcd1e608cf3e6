import { Fn, TerraformIterator } from 'cdktn';
import { Construct } from 'constructs';
import { DataAwsIamPolicyDocument } from '@cdktn/provider-aws/lib/data-aws-iam-policy-document';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketPolicy } from '@cdktn/provider-aws/lib/s3-bucket-policy';
import { S3BucketPublicAccessBlock } from '@cdktn/provider-aws/lib/s3-bucket-public-access-block';
import { S3BucketServerSideEncryptionConfigurationA } from '@cdktn/provider-aws/lib/s3-bucket-server-side-encryption-configuration';
import { S3BucketVersioningA } from '@cdktn/provider-aws/lib/s3-bucket-versioning';

export interface PrivateBucketProps {
  readonly name: string;
  readonly keyArn: string;
  /** Principals of other accounts that may read the shared prefix. */
  readonly readers: string[];
  readonly tags: Record<string, string>;
}

/** A bucket with its own key that nobody reaches without TLS. */
export class PrivateBucket extends Construct {
  constructor(scope: Construct, id: string, props: PrivateBucketProps) {
    super(scope, id);

    const bucket = new S3Bucket(this, 'bucket', {
      bucket: props.name,
      tags: Fn.merge([{ 'managed-by': 'terraform' }, props.tags]),
    });
    new S3BucketPublicAccessBlock(this, 'access', {
      bucket: bucket.bucket,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    new S3BucketServerSideEncryptionConfigurationA(this, 'encryption', {
      bucket: bucket.bucket,
      rule: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: props.keyArn } }],
    });
    new S3BucketVersioningA(this, 'versions', {
      bucket: bucket.bucket,
      versioningConfiguration: { status: 'Enabled' },
    });

    const tls = new DataAwsIamPolicyDocument(this, 'tls', {
      statement: [
        {
          sid: 'TlsOnly',
          effect: 'Deny',
          actions: ['s3:*'],
          resources: [bucket.arn, `${bucket.arn}/*`],
          principals: [{ type: '*', identifiers: ['*'] }],
          condition: [{ test: 'Bool', variable: 'aws:SecureTransport', values: ['false'] }],
        },
        {
          sid: 'KeepVersions',
          effect: 'Deny',
          actions: ['s3:DeleteObjectVersion'],
          resources: [`${bucket.arn}/*`],
          principals: [{ type: 'AWS', identifiers: ['*'] }],
        },
      ],
    });
    const readers = TerraformIterator.fromList(props.readers);
    const document = new DataAwsIamPolicyDocument(this, 'policy', {
      sourcePolicyDocuments: [tls.json],
      statement: readers.dynamic({
        actions: ['s3:GetObject'],
        resources: [`${bucket.arn}/shared/*`],
        principals: [{ type: 'AWS', identifiers: [readers.value] }],
      }),
    });
    new S3BucketPolicy(this, 'bucket-policy', { bucket: bucket.bucket, policy: document.json });
  }
}
