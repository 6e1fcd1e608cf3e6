import { App, Stack, aws_lambda as lambda, aws_logs as logs, aws_s3 as s3, aws_s3_notifications as s3n } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Uploads');

const uploads = new s3.Bucket(stack, 'Uploads');
const handler = new lambda.Function(stack, 'Handler', {
  functionName: 'upload-handler',
  runtime: lambda.Runtime.NODEJS_22_X,
  handler: 'index.handler',
  code: lambda.Code.fromInline('exports.handler = async () => {};'),
  reservedConcurrentExecutions: 0,
  logGroup: new logs.LogGroup(stack, 'Logs', { retention: logs.RetentionDays.ONE_WEEK }),
});
uploads.addEventNotification(s3.EventType.OBJECT_CREATED, new s3n.LambdaDestination(handler));

app.synth();
