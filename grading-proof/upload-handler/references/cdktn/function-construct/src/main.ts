import { App, LocalBackend, TerraformStack, TerraformVariable } from 'cdktn';
import { DataAwsIamPolicyDocument } from '@cdktn/provider-aws/lib/data-aws-iam-policy-document';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketNotification } from '@cdktn/provider-aws/lib/s3-bucket-notification';
import { LoggedFunction } from './logged-function';

const app = new App();
const stack = new TerraformStack(app, 'media');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const retention = new TerraformVariable(stack, 'log_retention_days', {
  description: 'Days the logs of the upload handler are kept.',
  type: 'number',
  default: 7,
});

const trust = new DataAwsIamPolicyDocument(stack, 'trust', {
  statement: [
    { actions: ['sts:AssumeRole'], principals: [{ type: 'Service', identifiers: ['lambda.amazonaws.com'] }] },
  ],
});
const role = new IamRole(stack, 'lambda', { namePrefix: 'media-', assumeRolePolicy: trust.json });

const buckets: Record<string, S3Bucket> = {};
for (const purpose of ['uploads', 'thumbnails']) {
  buckets[purpose] = new S3Bucket(stack, `media-${purpose}`, {
    bucket: `example-media-${purpose}`,
    forceDestroy: true,
  });
}

const handler = new LoggedFunction(stack, 'upload-handler', {
  name: 'upload-handler',
  roleArn: role.arn,
  retentionInDays: retention.numberValue,
  invokers: { uploads: { principal: 's3.amazonaws.com', sourceArn: buckets.uploads.arn } },
});
new LoggedFunction(stack, 'thumbnailer', {
  name: 'thumbnailer',
  roleArn: role.arn,
  retentionInDays: 90,
  invokers: {
    nightly: {
      principal: 'events.amazonaws.com',
      sourceArn: 'arn:aws:events:us-east-1:111122223333:rule/nightly-thumbnails',
    },
  },
});

new S3BucketNotification(stack, 'uploads', {
  bucket: buckets.uploads.bucket,
  lambdaFunction: [
    {
      id: 'new-upload',
      lambdaFunctionArn: handler.arn,
      events: ['Put', 'Post', 'Copy', 'CompleteMultipartUpload'].map((way) => `s3:ObjectCreated:${way}`),
    },
  ],
  dependsOn: handler.permissions,
});

app.synth();
