import { App, CfnCondition, CfnParameter, Fn, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { UploadPipeline } from './upload-pipeline';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Uploads', { env: { account: '123456789012', region: 'eu-central-1' } });

const stage = new CfnParameter(stack, 'Stage', {
  type: 'String',
  default: 'production',
  allowedValues: ['production', 'test'],
});
const bucketName = new CfnParameter(stack, 'UploadsBucketName', { type: 'String', default: 'example-uploads' });
const production = new CfnCondition(stack, 'IsProduction', {
  expression: Fn.conditionEquals(stage.valueAsString, 'production'),
});

const pipeline = new UploadPipeline(stack, 'Pipeline', {
  bucketName: bucketName.valueAsString,
  functionName: 'upload-handler',
  production,
});

const published = new s3.Bucket(stack, 'Published');
published.grantPut(pipeline.handler);
pipeline.handler.addToRolePolicy(
  new iam.PolicyStatement({
    effect: iam.Effect.DENY,
    actions: ['s3:DeleteObject'],
    resources: [published.arnForObjects('*')],
  }),
);

const thumbnailer = new lambda.Function(stack, 'Thumbnailer', {
  functionName: 'thumbnailer',
  runtime: lambda.Runtime.NODEJS_22_X,
  handler: 'index.handler',
  code: lambda.Code.fromInline('exports.handler = async () => "done";'),
  logGroup: new logs.LogGroup(stack, 'ThumbnailerLogs', { retention: logs.RetentionDays.ONE_YEAR }),
});
thumbnailer.addPermission('Schedule', { principal: new iam.ServicePrincipal('events.amazonaws.com') });

app.synth();
