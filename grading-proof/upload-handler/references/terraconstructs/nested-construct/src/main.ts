import * as path from 'node:path';
import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';
import { UploadPipeline } from './upload-pipeline';

const app = new App();
const stack = new aws.AwsStack(app, 'Inbox', {
  gridUUID: 'inbox',
  environmentName: 'main',
  providerConfig: { region: 'eu-central-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const pipeline = new UploadPipeline(stack, 'Pipeline', {
  bucketName: 'example-uploads',
  functionName: 'upload-handler',
  code: path.join(__dirname, 'handlers', 'take-in.ts'),
});

const published = new aws.storage.Bucket(stack, 'Published');
published.grantPut(pipeline.handler);

const thumbnailer = new aws.compute.NodejsFunction(stack, 'Thumbnailer', {
  functionName: 'thumbnailer',
  path: path.join(__dirname, 'handlers', 'take-in.ts'),
  logRetentionInDays: aws.RetentionDays.ONE_YEAR,
});
thumbnailer.addPermission('Schedule', { principal: new aws.iam.ServicePrincipal('events.amazonaws.com') });

app.synth();
