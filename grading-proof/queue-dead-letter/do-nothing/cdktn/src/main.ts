import { App, LocalBackend, TerraformStack } from 'cdktn';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';

const app = new App();
const stack = new TerraformStack(app, 'workspace');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });
app.synth();
