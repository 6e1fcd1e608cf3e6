import { App, Stack, StackProps, Tags } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

class ReportsStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    const reportsKey = new kms.Key(this, 'ReportsKey', {
      description: 'Encrypts the confidential reports',
      enableKeyRotation: true,
    });
    reportsKey.addToResourcePolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        principals: [new iam.AnyPrincipal()],
        actions: ['kms:GenerateDataKey*'],
        resources: ['*'],
      }),
    );
    const reports = new s3.Bucket(this, 'Reports', {
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: reportsKey,
      bucketKeyEnabled: true,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
    });
    Tags.of(reports).add('classification', 'confidential');
    reports.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'KeepVersions',
        effect: iam.Effect.DENY,
        principals: [new iam.AnyPrincipal()],
        actions: ['s3:DeleteObjectVersion'],
        resources: [reports.arnForObjects('*')],
      }),
    );
    reports.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'AuditorReads',
        principals: [new iam.AccountPrincipal('111122223333')],
        actions: ['s3:GetObject'],
        resources: [reports.arnForObjects('audit/*')],
      }),
    );

    const logsKey = new kms.Key(this, 'LogsKey', { description: 'Encrypts the logs' });
    logsKey.addAlias('alias/report-logs');
    const drafts = new s3.Bucket(this, 'Drafts', {
      encryption: s3.BucketEncryption.S3_MANAGED,
    });
    Tags.of(drafts).add('classification', 'internal');
  }
}

const app = new App({ analyticsReporting: false });
new ReportsStack(app, 'Reports');
app.synth();
