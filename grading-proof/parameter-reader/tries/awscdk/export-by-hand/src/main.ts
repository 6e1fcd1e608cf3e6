import { App, CfnOutput, Fn, Stack, aws_iam as iam, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const settings = new Stack(app, 'Settings');
const endpoint = new ssm.CfnParameter(settings, 'Endpoint', {
  name: '/billing/api-endpoint',
  type: 'String',
  value: 'https://billing.internal.example.com/v1',
});
new CfnOutput(settings, 'EndpointName', { value: endpoint.ref, exportName: 'billing-api-endpoint-name' });

const access = new Stack(app, 'Access');
access.addDependency(settings);
const name = Fn.importValue('billing-api-endpoint-name');
const reader = new iam.Role(access, 'Reader', {
  roleName: 'billing-reader',
  path: '/service/',
  assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
});
new iam.ManagedPolicy(access, 'ReadEndpoint', {
  roles: [reader],
  statements: [
    new iam.PolicyStatement({
      actions: ['ssm:GetParameter'],
      resources: [Fn.join('', [`arn:${access.partition}:ssm:${access.region}:${access.account}:parameter`, name])],
    }),
  ],
});

app.synth();
