import { Stack, StackProps, Tags } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

export interface ReportsStackProps extends StackProps {
  readonly reportsKey: kms.IKey;
}

export class ReportsStack extends Stack {
  constructor(scope: Construct, id: string, props: ReportsStackProps) {
    super(scope, id, props);

    const reports = new s3.Bucket(this, 'Reports', {
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: props.reportsKey,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
    });
    Tags.of(reports).add('classification', 'confidential');
    reports.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.AccountPrincipal('555566667777')],
        actions: ['s3:GetObject'],
        resources: [reports.arnForObjects('supervisory/*')],
      }),
    );

    const scratch = new s3.Bucket(this, 'Scratch');
    Tags.of(scratch).add('classification', 'none');
  }
}
