import * as path from 'node:path';
import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Uploads', {
  gridUUID: 'uploads',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const uploads = new aws.storage.Bucket(stack, 'Uploads');
const handler = new aws.compute.NodejsFunction(stack, 'Handler', {
  functionName: 'upload-handler',
  path: path.join(__dirname, 'handler.ts'),
  logRetentionInDays: aws.RetentionDays.ONE_WEEK,
});
uploads.addEventNotification(
  aws.storage.EventType.OBJECT_CREATED,
  new aws.storage.targets.FunctionDestination(handler),
  { id: 'files', suffix: '.' },
);

app.synth();
