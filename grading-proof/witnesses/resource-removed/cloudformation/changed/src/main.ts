import { App, CfnResource, Fn, Stack, aws_kms as kms, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'ConfidentialReports', { description: 'Where reports are kept' });

const keyPolicy = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'Administration',
      Effect: 'Allow',
      Principal: { AWS: Fn.sub('arn:${AWS::Partition}:iam::${AWS::AccountId}:root') },
      Action: 'kms:*',
      Resource: '*',
    },
  ],
};
const reportsKey = new kms.CfnKey(stack, 'ReportsKey', { enableKeyRotation: true, keyPolicy });
new kms.CfnKey(stack, 'BackupKey', { description: 'For the backups of another team', keyPolicy });

const reports = new s3.CfnBucket(stack, 'ReportsBucket', {
  bucketEncryption: {
    serverSideEncryptionConfiguration: [
      { serverSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: reportsKey.attrArn } },
    ],
  },
  publicAccessBlockConfiguration: {
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  },
  versioningConfiguration: { status: 'Enabled' },
  tags: [
    { key: 'owner', value: 'finance' },
    { key: 'classification', value: 'confidential' },
  ],
});
new s3.CfnBucketPolicy(stack, 'ReportsBucketPolicy', {
  bucket: reports.ref,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'TlsOnly',
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: [
          Fn.sub('arn:${AWS::Partition}:s3:::${ReportsBucket}'),
          Fn.sub('arn:${AWS::Partition}:s3:::${ReportsBucket}/*'),
        ],
        Condition: { Bool: { 'aws:SecureTransport': false } },
      },
      {
        Sid: 'OrganisationOnly',
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: [Fn.sub('${ReportsBucket.Arn}'), Fn.sub('${ReportsBucket.Arn}/*')],
        Condition: { StringNotEquals: { 'aws:PrincipalOrgID': 'o-exampleorgid' } },
      },
      {
        Sid: 'PartnerReads',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::444455556666:role/report-reader' },
        Action: ['s3:GetObject'],
        Resource: Fn.sub('${ReportsBucket.Arn}/partner/*'),
      },
    ],
  },
});

const exchange = new s3.CfnBucket(stack, 'ExchangeBucket', {
  publicAccessBlockConfiguration: { blockPublicAcls: true, ignorePublicAcls: true },
  versioningConfiguration: { status: 'Suspended' },
  tags: [{ key: 'classification', value: 'public' }],
});
new s3.CfnBucketPolicy(stack, 'ExchangeBucketPolicy', {
  bucket: exchange.ref,
  policyDocument: {
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { AWS: '444455556666' },
      Action: 's3:PutObject',
      Resource: Fn.join('/', [exchange.attrArn, '*']),
    },
  },
});

// The change, made to what is synthesized.
/** What the constructs synthesize under a logical id. */
const synthesized = (id: string): CfnResource => {
  const all = app.node.findAll().filter((node) => CfnResource.isCfnResource(node));
  return all.find((resource) => stack.resolve(resource.logicalId) === id)!;
};
synthesized('ReportsBucket').node.scope?.node.tryRemoveChild(synthesized('ReportsBucket').node.id);
synthesized('ReportsBucketPolicy').node.scope?.node.tryRemoveChild(synthesized('ReportsBucketPolicy').node.id);

app.synth();
