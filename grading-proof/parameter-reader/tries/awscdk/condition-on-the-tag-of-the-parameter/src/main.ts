import { App, Stack, Tags, aws_iam as iam, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Billing');
Tags.of(app).add('team', 'billing');

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
    resources: [endpoint.parameterArn],
    conditions: { StringEquals: { 'aws:ResourceTag/team': 'billing' } },
  }),
);

app.synth();
