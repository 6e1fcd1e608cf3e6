import { App, Stack, aws_iam as iam, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Billing');

const endpoint = new ssm.StringParameter(stack, 'Endpoint', {
  parameterName: '/billing/api-endpoint',
  stringValue: 'https://billing.internal.example.com/v1',
});
endpoint.grantRead(iam.Role.fromRoleName(stack, 'Reader', 'billing-reader'));

app.synth();
