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
const originals = new aws.storage.Bucket(stack, 'Originals', { versioned: true });

const handler = new aws.compute.NodejsFunction(stack, 'UploadHandler', {
  functionName: 'upload-handler',
  path: path.join(__dirname, 'handlers', 'take-in.ts'),
  logRetentionInDays: aws.RetentionDays.TWO_WEEKS,
});
// The library notifies once for each filter, so without any it would notify nobody.
uploads.addEventNotification(
  aws.storage.EventType.OBJECT_CREATED,
  new aws.storage.targets.FunctionDestination(handler),
  { id: 'every-object' },
);

uploads.grantRead(handler);
originals.grantPut(handler);
handler.addToRolePolicy(
  new aws.iam.PolicyStatement({
    effect: aws.iam.Effect.DENY,
    actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
    resources: [uploads.arnForObjects('*'), originals.arnForObjects('*')],
  }),
);

const thumbnailer = new aws.compute.NodejsFunction(stack, 'Thumbnailer', {
  functionName: 'thumbnailer',
  path: path.join(__dirname, 'handlers', 'shrink.ts'),
  logRetentionInDays: aws.RetentionDays.THREE_MONTHS,
});
thumbnailer.addPermission('Nightly', {
  principal: new aws.iam.ServicePrincipal('events.amazonaws.com'),
  sourceArn: stack.formatArn({ service: 'events', resource: 'rule', resourceName: 'nightly-thumbnails' }),
});

app.synth();
