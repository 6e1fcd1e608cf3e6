import * as path from 'node:path';
import { App, LocalBackend } from 'cdktf';
import { aws, Duration } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Intake', {
  gridUUID: 'intake',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const inbox = new aws.storage.Bucket(stack, 'Inbox', { encryption: aws.storage.BucketEncryption.S3_MANAGED });
const rejected = new aws.storage.Bucket(stack, 'Rejected');

const handler = new aws.compute.NodejsFunction(stack, 'Handler', {
  functionName: 'upload-handler',
  path: path.join(__dirname, 'handlers', 'take-in.ts'),
  timeout: Duration.seconds(30),
  logRetentionInDays: aws.RetentionDays.ONE_WEEK,
});
handler.addEventSource(
  new aws.compute.sources.S3EventSource(inbox, {
    events: [aws.storage.EventType.OBJECT_CREATED_PUT],
    filters: [{ id: 'all' }],
  }),
);
rejected.grantPut(handler);

const thumbnailer = new aws.compute.NodejsFunction(stack, 'Thumbnailer', {
  functionName: 'thumbnailer',
  path: path.join(__dirname, 'handlers', 'take-in.ts'),
  logRetentionInDays: aws.RetentionDays.SIX_MONTHS,
});
thumbnailer.grantInvoke(new aws.iam.ServicePrincipal('events.amazonaws.com'));

app.synth();
