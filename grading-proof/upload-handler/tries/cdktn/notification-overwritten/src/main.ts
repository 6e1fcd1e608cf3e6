import { App, Fn, LocalBackend, TerraformStack } from 'cdktn';
import { CloudwatchLogGroup } from '@cdktn/provider-aws/lib/cloudwatch-log-group';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { LambdaFunction } from '@cdktn/provider-aws/lib/lambda-function';
import { LambdaPermission } from '@cdktn/provider-aws/lib/lambda-permission';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketNotification } from '@cdktn/provider-aws/lib/s3-bucket-notification';

const app = new App();
const stack = new TerraformStack(app, 'uploads');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const role = new IamRole(stack, 'role', {
  name: 'upload-handler',
  assumeRolePolicy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
  }),
});
const handler = new LambdaFunction(stack, 'handler', {
  functionName: 'upload-handler',
  role: role.arn,
  runtime: 'python3.13',
  handler: 'app.handler',
  s3Bucket: 'example-build-artifacts',
  s3Key: 'upload-handler.zip',
});
new CloudwatchLogGroup(stack, 'logs', { name: '/aws/lambda/upload-handler', retentionInDays: 14 });
const uploads = new S3Bucket(stack, 'uploads', { bucketPrefix: 'uploads-' });
const allowed = new LambdaPermission(stack, 'allowed', {
  action: 'lambda:InvokeFunction',
  functionName: handler.functionName,
  principal: 's3.amazonaws.com',
  sourceArn: uploads.arn,
});
const told = new S3BucketNotification(stack, 'told', {
  bucket: uploads.bucket,
  lambdaFunction: [{ lambdaFunctionArn: handler.arn, events: ['s3:ObjectCreated:*'] }],
  dependsOn: [allowed],
});
new S3BucketNotification(stack, 'bus', { bucket: uploads.bucket, eventbridge: true, dependsOn: [told] });

app.synth();
