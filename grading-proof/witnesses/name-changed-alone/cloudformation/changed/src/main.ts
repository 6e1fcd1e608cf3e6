import { App, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { ParameterAccess } from './parameter-access';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'BillingConfiguration', {
  env: { account: '123456789012', region: 'eu-west-1' },
});

const endpoint = new ssm.StringParameter(stack, 'Endpoint', {
  parameterName: '/billing/api-endpoint-changed',
  stringValue: 'https://billing.internal.example.com/v1',
});
new ssm.StringParameter(stack, 'HomeRegion', {
  parameterName: '/billing/region',
  stringValue: stack.region,
});

const access = new ParameterAccess(stack, 'Access', {
  roleName: 'billing-reader',
  parameterName: '/billing/api-endpoint',
});
access.node.addDependency(endpoint);

const audit = new iam.Role(stack, 'AuditRole', {
  assumedBy: new iam.ServicePrincipal('config.amazonaws.com'),
  managedPolicies: [iam.ManagedPolicy.fromAwsManagedPolicyName('service-role/AWS_ConfigRole')],
});
audit.addToPolicy(new iam.PolicyStatement({ actions: ['ssm:GetParameter'], resources: ['*'] }));

app.synth();
