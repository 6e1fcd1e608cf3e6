import {
  App,
  Fn,
  LocalBackend,
  TerraformCount,
  TerraformLocal,
  TerraformStack,
  TerraformVariable,
  Token,
  propertyAccess,
} from 'cdktn';
import { CloudwatchLogGroup } from '@cdktn/provider-aws/lib/cloudwatch-log-group';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { LambdaFunction } from '@cdktn/provider-aws/lib/lambda-function';
import { LambdaPermission } from '@cdktn/provider-aws/lib/lambda-permission';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { S3Bucket } from '@cdktn/provider-aws/lib/s3-bucket';
import { S3BucketNotification } from '@cdktn/provider-aws/lib/s3-bucket-notification';

const app = new App();
const stack = new TerraformStack(app, 'media');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1', allowedAccountIds: ['111122223333'] });

const account = new TerraformVariable(stack, 'account_id', {
  description: 'Account the buckets belong to.',
  type: 'string',
  default: '111122223333',
}).stringValue;
const functions = new TerraformLocal(stack, 'functions', [
  { name: 'upload-handler', days: 14 },
  { name: 'thumbnailer', days: 30 },
]);

const role = new IamRole(stack, 'media', {
  name: 'media-pipeline',
  assumeRolePolicy: `{
    "Version": "2012-10-17",
    "Statement": [
      {
        "Effect": "Allow",
        "Principal": { "Service": "s3.amazonaws.com" },
        "Action": "sts:AssumeRole"
      }
    ]
  }`,
});

const inbox = new S3Bucket(stack, 'inbox', { bucket: 'example-media-inbox' });
new S3Bucket(stack, 'archive', { bucket: 'example-media-archive' });

const count = TerraformCount.of(Fn.lengthOf(functions.expression));
const setting = (name: string) => propertyAccess(functions.expression, [count.index, name]);
const name = Token.asString(setting('name'));

const pipeline = new LambdaFunction(stack, 'pipeline', {
  count,
  functionName: name,
  role: role.arn,
  runtime: 'python3.13',
  handler: 'app.handler',
  s3Bucket: 'example-build-artifacts',
  s3Key: `${name}.zip`,
});
const functionOf = (index: number, attribute: string) =>
  Token.asString(propertyAccess(pipeline.fqn, [index, attribute]));
new CloudwatchLogGroup(stack, 'pipeline_logs', {
  count,
  name: `/aws/lambda/${functionOf(count.index, 'function_name')}`,
  retentionInDays: Token.asNumber(setting('days')),
});

const allowed = new LambdaPermission(stack, 'allow_inbox', {
  action: 'lambda:InvokeFunction',
  functionName: functionOf(0, 'function_name'),
  principal: 's3.amazonaws.com',
  sourceArn: inbox.arn,
  sourceAccount: account,
});
new LambdaPermission(stack, 'allow_nightly', {
  action: 'lambda:InvokeFunction',
  functionName: functionOf(1, 'function_name'),
  principal: 'events.amazonaws.com',
  sourceArn: `arn:aws:events:us-east-1:${account}:rule/nightly`,
});

new S3BucketNotification(stack, 'inbox_events', {
  bucket: inbox.id,
  lambdaFunction: [
    { lambdaFunctionArn: functionOf(0, 'arn'), events: ['s3:ObjectCreated:*'] },
  ],
  dependsOn: [allowed],
});

app.synth();
