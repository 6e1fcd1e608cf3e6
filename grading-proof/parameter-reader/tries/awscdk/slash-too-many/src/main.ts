import { App, Stack, aws_iam as iam, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Billing');

const endpoint = new ssm.StringParameter(stack, 'Endpoint', {
  parameterName: '/billing/api-endpoint',
  stringValue: 'https://billing.internal.example.com/v1',
});
const reader = new iam.Role(stack, 'Reader', {
  roleName: 'billing-reader',
  assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
});
reader.addToPolicy(
  new iam.PolicyStatement({
    actions: ['ssm:GetParameter'],
    resources: [stack.formatArn({ service: 'ssm', resource: 'parameter', resourceName: endpoint.parameterName })],
  }),
);

app.synth();
