import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';
import { ConfidentialBucket } from './confidential-bucket';

const app = new App();
const stack = new aws.AwsStack(app, 'QuarterlyReports', {
  gridUUID: 'quarterly-reports',
  environmentName: 'main',
  providerConfig: { region: 'eu-west-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });
aws.Tags.of(stack).add('team', 'controlling');

const { bucket } = new ConfidentialBucket(stack, 'Reports');
bucket.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    effect: aws.iam.Effect.DENY,
    principals: [new aws.iam.AnyPrincipal()],
    actions: ['s3:PutObject'],
    resources: [bucket.arnForObjects('closed/*')],
  }),
);
bucket.addToResourcePolicy(
  new aws.iam.PolicyStatement({
    principals: [new aws.iam.ArnPrincipal('arn:aws:iam::777788889999:role/auditor')],
    actions: ['s3:GetObject', 's3:GetObjectVersion'],
    resources: [bucket.arnForObjects('closed/*')],
  }),
);

const templatesKey = new aws.encryption.Key(stack, 'TemplatesKey');
const templates = new aws.storage.Bucket(stack, 'Templates', { encryptionKey: templatesKey, versioned: false });
aws.Tags.of(templates).add('classification', 'internal');

app.synth();
