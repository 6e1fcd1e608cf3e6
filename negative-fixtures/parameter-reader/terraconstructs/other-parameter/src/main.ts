import { App, LocalBackend, TerraformVariable } from 'cdktf';
import { aws } from 'terraconstructs';
import { ParameterAccess } from './parameter-access';

const app = new App();
const stack = new aws.AwsStack(app, 'BillingConfiguration', {
  gridUUID: 'billing-configuration',
  environmentName: 'main',
  providerConfig: { region: 'eu-west-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const parameterName = new TerraformVariable(stack, 'parameter_name', {
  type: 'string',
  default: '/billing/api-endpoint',
  description: 'Where the billing API is looked up',
});
new aws.storage.StringParameter(stack, 'Endpoint', {
  parameterName: parameterName.stringValue,
  simpleName: false,
  stringValue: 'https://billing.internal.example.com/v1',
});
const homeRegion = new aws.storage.StringParameter(stack, 'HomeRegion', {
  parameterName: '/billing/region',
  stringValue: stack.region,
});

new ParameterAccess(stack, 'Access', { roleName: 'billing-reader', parameter: homeRegion });

const audit = new aws.iam.Role(stack, 'AuditRole', {
  assumedBy: new aws.iam.ServicePrincipal('config.amazonaws.com'),
});
audit.addToPolicy(new aws.iam.PolicyStatement({ actions: ['ssm:GetParameter'], resources: ['*'] }));

app.synth();
