import {
  cloudwatchLogGroup,
  iamRole,
  iamRolePolicyAttachment,
  lambdaFunction,
  lambdaPermission,
  s3Bucket,
  s3BucketNotification,
} from '@cdktf/provider-aws';
import { App, LocalBackend, TerraformIterator, Token } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'UploadProcessing', {
  gridUUID: 'upload-processing',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const role = new iamRole.IamRole(stack, 'ExecutionRole', {
  assumeRolePolicy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'ecs-tasks.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  }),
});
new iamRolePolicyAttachment.IamRolePolicyAttachment(stack, 'ExecutionRoleLogs', {
  role: role.name,
  policyArn: 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
});

const logs = TerraformIterator.fromMap({ 'upload-handler': 7, thumbnailer: 30 });
new cloudwatchLogGroup.CloudwatchLogGroup(stack, 'FunctionLogs', {
  forEach: logs,
  name: `/aws/lambda/${logs.key}`,
  retentionInDays: Token.asNumber(logs.value),
});

const code = { handler: 'index.handler', runtime: 'python3.13', role: role.arn, filename: 'code.zip' };
const handler = new lambdaFunction.LambdaFunction(stack, 'UploadHandler', { functionName: 'upload-handler', ...code });
const thumbnailer = new lambdaFunction.LambdaFunction(stack, 'Thumbnailer', { functionName: 'thumbnailer', ...code });

const uploads = new s3Bucket.S3Bucket(stack, 'UploadsBucket', { bucketPrefix: 'uploads-' });
new s3Bucket.S3Bucket(stack, 'ArchiveBucket', { bucketPrefix: 'archive-' });

const invoke = new lambdaPermission.LambdaPermission(stack, 'UploadsInvokeHandler', {
  action: 'lambda:InvokeFunction',
  functionName: handler.functionName,
  principal: 's3.amazonaws.com',
  sourceArn: uploads.arn,
});
new s3BucketNotification.S3BucketNotification(stack, 'UploadsNotification', {
  bucket: uploads.id,
  lambdaFunction: [{ lambdaFunctionArn: handler.arn, events: ['s3:ObjectCreated:*'] }],
  dependsOn: [invoke],
});

new lambdaPermission.LambdaPermission(stack, 'ScheduleInvokesThumbnailer', {
  action: 'lambda:InvokeFunction',
  functionName: thumbnailer.arn,
  principal: 'events.amazonaws.com',
  sourceArn: 'arn:aws:events:us-east-1:123456789012:rule/thumbnails',
});

app.synth();
