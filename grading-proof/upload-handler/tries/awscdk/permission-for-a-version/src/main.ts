import { App, Stack, aws_iam as iam, aws_lambda as lambda, aws_logs as logs, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Uploads');

const handler = new lambda.Function(stack, 'Handler', {
  functionName: 'upload-handler',
  runtime: lambda.Runtime.NODEJS_22_X,
  handler: 'index.handler',
  code: lambda.Code.fromInline('exports.handler = async () => {};'),
  logGroup: new logs.LogGroup(stack, 'Logs', { retention: logs.RetentionDays.ONE_WEEK }),
});
const uploads = new s3.CfnBucket(stack, 'Uploads', {
  bucketName: 'example-uploads',
  notificationConfiguration: {
    lambdaConfigurations: [{ event: 's3:ObjectCreated:*', function: handler.functionArn }],
  },
});
const version = handler.currentVersion;
version.addPermission('Uploads', {
  principal: new iam.ServicePrincipal('s3.amazonaws.com'),
  sourceArn: 'arn:aws:s3:::example-uploads',
});
uploads.node.addDependency(version);

app.synth();
