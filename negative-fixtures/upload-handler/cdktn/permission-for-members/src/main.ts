import { App, Fn, LocalBackend, TerraformStack } from 'cdktn';
import { CloudwatchLogGroup } from '@cdktn/provider-aws/lib/cloudwatch-log-group';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { IamRolePolicy } from '@cdktn/provider-aws/lib/iam-role-policy';
import { IamRolePolicyAttachment } from '@cdktn/provider-aws/lib/iam-role-policy-attachment';
import { LambdaFunction } from '@cdktn/provider-aws/lib/lambda-function';
import { LambdaPermission } from '@cdktn/provider-aws/lib/lambda-permission';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketNotification } from '@cdktn/provider-aws/lib/s3-bucket-notification';

const app = new App();
const stack = new TerraformStack(app, 'uploads');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const uploads = new S3Bucket(stack, 'uploads', { bucketPrefix: 'uploads-' });
const thumbnails = new S3Bucket(stack, 'thumbnails', { bucketPrefix: 'thumbnails-' });

const role = new IamRole(stack, 'functions', {
  name: 'upload-functions',
  assumeRolePolicy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
  }),
});
new IamRolePolicy(stack, 'buckets', {
  name: 'buckets',
  role: role.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 's3:GetObject', Resource: `${uploads.arn}/*` },
      { Effect: 'Allow', Action: 's3:PutObject', Resource: `${thumbnails.arn}/*` },
      { Effect: 'Deny', Action: 's3:DeleteObject', Resource: '*' },
    ],
  }),
});
new IamRolePolicyAttachment(stack, 'logs', {
  role: role.name,
  policyArn: 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
});

const handlerLogs = new CloudwatchLogGroup(stack, 'upload_handler_logs', {
  name: '/aws/lambda/upload-handler',
  retentionInDays: 14,
});
new CloudwatchLogGroup(stack, 'thumbnailer_logs', { name: '/aws/lambda/thumbnailer', retentionInDays: 365 });

const handler = new LambdaFunction(stack, 'upload_handler', {
  functionName: 'upload-handler',
  role: role.arn,
  runtime: 'python3.13',
  handler: 'handler.main',
  s3Bucket: 'example-build-artifacts',
  s3Key: 'upload-handler.zip',
  dependsOn: [handlerLogs],
});
const thumbnailer = new LambdaFunction(stack, 'thumbnailer', {
  functionName: 'thumbnailer',
  role: role.arn,
  runtime: 'python3.13',
  handler: 'thumbnailer.main',
  s3Bucket: 'example-build-artifacts',
  s3Key: 'thumbnailer.zip',
});

const allowed = new LambdaPermission(stack, 'allow_uploads', {
  statementId: 'AllowUploadsBucket',
  action: 'lambda:InvokeFunction',
  functionName: handler.functionName,
  principal: '*',
  principalOrgId: 'o-exampleorgid',
  sourceArn: uploads.arn,
});
new LambdaPermission(stack, 'allow_nightly', {
  statementId: 'AllowNightlyRule',
  action: 'lambda:InvokeFunction',
  functionName: thumbnailer.functionName,
  principal: 'events.amazonaws.com',
  sourceArn: 'arn:aws:events:us-east-1:111122223333:rule/nightly-thumbnails',
});

new S3BucketNotification(stack, 'new_uploads', {
  bucket: uploads.id,
  lambdaFunction: [{ lambdaFunctionArn: handler.arn, events: ['s3:ObjectCreated:*'] }],
  dependsOn: [allowed],
});

app.synth();
