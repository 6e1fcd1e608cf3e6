import { App, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { S3EventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Inbox');

const inbox = new s3.Bucket(stack, 'Inbox', { encryption: s3.BucketEncryption.S3_MANAGED });
const rejected = new s3.Bucket(stack, 'Rejected');

const handler = new lambda.Function(stack, 'Handler', {
  functionName: 'upload-handler',
  runtime: lambda.Runtime.PYTHON_3_13,
  handler: 'index.handler',
  code: lambda.Code.fromInline('def handler(event, context):\n    return len(event["Records"])\n'),
  logRetention: logs.RetentionDays.ONE_WEEK,
});
handler.addEventSource(new S3EventSource(inbox, { events: [s3.EventType.OBJECT_CREATED] }));
handler.addToRolePolicy(
  new iam.PolicyStatement({ effect: iam.Effect.DENY, actions: ['s3:PutObject'], resources: [inbox.arnForObjects('*')] }),
);
rejected.grantPut(handler);

const thumbnailer = new lambda.Function(stack, 'Thumbnailer', {
  functionName: 'thumbnailer',
  runtime: lambda.Runtime.NODEJS_22_X,
  handler: 'index.handler',
  code: lambda.Code.fromInline('exports.handler = async () => undefined;'),
  logRetention: logs.RetentionDays.SIX_MONTHS,
});
thumbnailer.grantInvoke(new iam.ServicePrincipal('events.amazonaws.com'));

app.synth();
