import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Billing', {
  gridUUID: 'billing',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const endpoint = new aws.storage.StringParameter(stack, 'Endpoint', {
  parameterName: '/billing/api-endpoint',
  stringValue: 'https://billing.internal.example.com/v1',
});
const reader = new aws.iam.Role(stack, 'Reader', {
  roleName: 'billing-reader',
  assumedBy: new aws.iam.ServicePrincipal('lambda.amazonaws.com'),
});
endpoint.grantRead(reader);
endpoint.grantWrite(reader);

app.synth();
