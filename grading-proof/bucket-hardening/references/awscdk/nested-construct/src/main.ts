import { App, Stack, Tags } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { ConfidentialBucket } from './confidential-bucket';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'QuarterlyReports', { env: { account: '123456789012', region: 'eu-west-1' } });
Tags.of(stack).add('team', 'controlling');

const { bucket } = new ConfidentialBucket(stack, 'Reports');
bucket.addToResourcePolicy(
  new iam.PolicyStatement({
    effect: iam.Effect.DENY,
    principals: [new iam.AnyPrincipal()],
    actions: ['s3:PutObject'],
    resources: [bucket.arnForObjects('closed/*')],
  }),
);
bucket.addToResourcePolicy(
  new iam.PolicyStatement({
    principals: [new iam.ArnPrincipal('arn:aws:iam::777788889999:role/auditor')],
    actions: ['s3:GetObject', 's3:GetObjectVersion'],
    resources: [bucket.arnForObjects('closed/*')],
  }),
);

const templatesKey = new kms.Key(stack, 'TemplatesKey');
const templates = new s3.Bucket(stack, 'Templates', { encryptionKey: templatesKey, versioned: false });
Tags.of(templates).add('classification', 'internal');

app.synth();
