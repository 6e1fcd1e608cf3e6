import { App, CfnParameter, Stack, aws_lambda as lambda, aws_logs as logs, aws_s3 as s3, aws_s3_notifications as s3n } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Uploads');

const uploads = new s3.Bucket(stack, 'Uploads');
const days = new CfnParameter(stack, 'LogDays', { type: 'Number', allowedValues: ['14', '365'] });
const group = new logs.CfnLogGroup(stack, 'Logs', { retentionInDays: days.valueAsNumber });
const handler = new lambda.Function(stack, 'Handler', {
  functionName: 'upload-handler',
  runtime: lambda.Runtime.NODEJS_22_X,
  handler: 'index.handler',
  code: lambda.Code.fromInline('exports.handler = async () => {};'),
  logGroup: logs.LogGroup.fromLogGroupName(stack, 'HandlerLogs', group.ref),
});
uploads.addEventNotification(s3.EventType.OBJECT_CREATED, new s3n.LambdaDestination(handler));

app.synth();
