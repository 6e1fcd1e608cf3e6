import { App, Stack, aws_iam as iam, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Billing');

const endpoint = new ssm.StringParameter(stack, 'Endpoint', {
  parameterName: '/billing/api-endpoint',
  stringValue: 'https://billing.internal.example.com/v1',
});
new iam.Role(stack, 'Reader', {
  roleName: 'billing-reader',
  assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
});
const readers = new iam.Group(stack, 'Readers', { groupName: 'billing-readers' });
new iam.ManagedPolicy(stack, 'Read', {
  groups: [readers],
  statements: [new iam.PolicyStatement({ actions: ['ssm:GetParameter'], resources: [endpoint.parameterArn] })],
});

app.synth();
