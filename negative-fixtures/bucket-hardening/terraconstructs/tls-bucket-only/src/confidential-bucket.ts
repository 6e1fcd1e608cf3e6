import { s3BucketPublicAccessBlock } from '@cdktf/provider-aws';
import { Construct } from 'constructs';
import { aws } from 'terraconstructs';

/** A bucket for what must not leave the house, with a key of its own. */
export class ConfidentialBucket extends Construct {
  readonly bucket: aws.storage.Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    const key = new aws.encryption.Key(this, 'Key', { enableKeyRotation: true });
    this.bucket = new aws.storage.Bucket(this, 'Bucket', { encryptionKey: key, versioned: true });
    new s3BucketPublicAccessBlock.S3BucketPublicAccessBlock(this, 'Access', {
      bucket: this.bucket.bucketName,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    this.bucket.addToResourcePolicy(
      new aws.iam.PolicyStatement({
        sid: 'DenyPlainHttp',
        effect: aws.iam.Effect.DENY,
        principals: [new aws.iam.StarPrincipal()],
        actions: ['s3:*'],
        resources: [this.bucket.bucketArn],
        condition: [{ test: 'Bool', variable: 'aws:SecureTransport', values: ['false'] }],
      }),
    );
    aws.Tags.of(this).add('classification', 'confidential');
  }
}
