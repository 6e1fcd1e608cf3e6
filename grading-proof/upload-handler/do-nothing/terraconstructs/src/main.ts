import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Workspace', {
  gridUUID: 'workspace',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });
app.synth();
