import { Tags } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/** A bucket for what must not leave the house, with a key of its own. */
export class ConfidentialBucket extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    const key = new kms.Key(this, 'Key', { enableKeyRotation: true });
    this.bucket = new s3.Bucket(this, 'Bucket', {
      encryptionKey: key,
      blockPublicAccess: new s3.BlockPublicAccess({
        blockPublicAcls: true,
        blockPublicPolicy: true,
        ignorePublicAcls: true,
        restrictPublicBuckets: true,
      }),
      versioned: true,
    });
    this.bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'DenyPlainHttp',
        effect: iam.Effect.DENY,
        principals: [new iam.StarPrincipal()],
        actions: ['s3:*'],
        resources: [this.bucket.bucketArn],
        conditions: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
    Tags.of(this).add('classification', 'confidential');
  }
}
