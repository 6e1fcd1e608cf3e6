import { App, CfnCondition, CfnParameter, Fn, Stack, Tags } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Reports');

const versioning = new CfnParameter(stack, 'Versioning', {
  type: 'String',
  default: 'Enabled',
  description: 'State of the version history of the reports',
});
const china = new CfnCondition(stack, 'InChina', {
  expression: Fn.conditionEquals(stack.partition, 'aws-cn'),
});

const key = new kms.Key(stack, 'ReportKey');
new kms.Key(stack, 'DatabaseKey', { description: 'For the database of the report generator' });

const reports = new s3.Bucket(stack, 'Reports', {
  encryptionKey: key,
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  versioned: true,
});
Tags.of(reports).add('classification', 'confidential');
const cfnReports = reports.node.defaultChild as s3.CfnBucket;
cfnReports.addPropertyOverride('VersioningConfiguration.Status', versioning.valueAsString);
// Key ids work everywhere; partitions of their own want the ARN.
cfnReports.addPropertyOverride(
  'BucketEncryption.ServerSideEncryptionConfiguration.0.ServerSideEncryptionByDefault.KMSMasterKeyID',
  Fn.conditionIf(china.logicalId, key.keyArn, key.keyId),
);
reports.addToResourcePolicy(
  new iam.PolicyStatement({
    sid: 'AllowSecureTransport',
    effect: iam.Effect.ALLOW,
    principals: [new iam.AccountPrincipal('444455556666')],
    actions: ['s3:*'],
    resources: [reports.bucketArn, `${reports.bucketArn}/*`],
    conditions: { Bool: { 'aws:SecureTransport': ['true'] } },
  }),
);
reports.addToResourcePolicy(
  new iam.PolicyStatement({
    sid: 'DenyOldTls',
    effect: iam.Effect.DENY,
    principals: [new iam.AnyPrincipal()],
    actions: ['s3:*'],
    resources: [reports.bucketArn, `${reports.bucketArn}/*`],
    conditions: { NumericLessThan: { 's3:TlsVersion': 1.2 } },
  }),
);
reports.addToResourcePolicy(
  new iam.PolicyStatement({
    sid: 'AuditorReads',
    principals: [new iam.AccountPrincipal('222233334444')],
    actions: ['s3:GetObject'],
    resources: [reports.arnForObjects('released/*')],
  }),
);

const staging = new s3.Bucket(stack, 'Staging', { blockPublicAccess: s3.BlockPublicAccess.BLOCK_ACLS_ONLY });
Tags.of(staging).add('classification', 'internal');

app.synth();
