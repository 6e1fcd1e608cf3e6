import {
  App,
  Fn,
  LocalBackend,
  TerraformIterator,
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
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const keepLonger = new TerraformVariable(stack, 'keep_logs_longer', { type: 'bool', default: false });

const role = new IamRole(stack, 'media', {
  name: 'media',
  assumeRolePolicy: JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: ['lambda.amazonaws.com'] } },
  }),
});
const uploads = new S3Bucket(stack, 'uploads', { bucketPrefix: 'uploads-' });
const reports = new S3Bucket(stack, 'reports', { bucketPrefix: 'reports-' });

const functions = TerraformIterator.fromMap({
  'upload-handler': { source: uploads.arn, days: Fn.conditional(keepLonger.booleanValue, 14, 7) },
  'report-builder': { source: reports.arn, days: 180 },
});
const lambdas = new LambdaFunction(stack, 'functions', {
  forEach: functions,
  functionName: functions.key,
  role: role.arn,
  runtime: 'provided.al2023',
  handler: 'bootstrap',
  s3Bucket: 'example-build-artifacts',
  s3Key: `${functions.key}.zip`,
});
const functionOf = (key: string, attribute: string) =>
  Token.asString(propertyAccess(lambdas.fqn, [key, attribute]));
new CloudwatchLogGroup(stack, 'logs', {
  forEach: functions,
  name: `/aws/lambda/${functions.key}`,
  retentionInDays: functions.getNumber('days'),
});
const permissions = new LambdaPermission(stack, 'permissions', {
  forEach: functions,
  action: 'lambda:InvokeFunction',
  functionName: functionOf(functions.key, 'function_name'),
  principal: 's3.amazonaws.com',
  sourceArn: functions.getString('source'),
});

const events = TerraformIterator.fromList(['s3:ObjectCreated:*', 's3:ObjectRestore:Completed']);
new S3BucketNotification(stack, 'uploads_events', {
  bucket: uploads.id,
  lambdaFunction: events.dynamic({
    lambda_function_arn: functionOf('upload-handler', 'arn'),
    events: [events.value],
  }),
  dependsOn: [permissions],
});
new S3BucketNotification(stack, 'reports_events', {
  bucket: reports.id,
  lambdaFunction: [
    {
      lambdaFunctionArn: functionOf('report-builder', 'arn'),
      events: ['s3:ObjectCreated:*'],
      filterSuffix: '.csv',
    },
  ],
  dependsOn: [permissions],
});

app.synth();
