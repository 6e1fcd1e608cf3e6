import { App, LocalBackend, TerraformVariable } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'BillingReaders', {
  gridUUID: 'billing-readers',
  environmentName: 'main',
  providerConfig: {},
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const baseUrl = new TerraformVariable(stack, 'base_url', {
  type: 'string',
  sensitive: true,
  default: 'https://billing.internal.example.com/v1',
});
const apiEndpoint = new aws.storage.StringParameter(stack, 'ApiEndpoint', {
  parameterName: '/billing/api-endpoint',
  stringValue: baseUrl.stringValue,
});
const homeRegion = new aws.storage.StringParameter(stack, 'HomeRegion', {
  parameterName: '/billing/region',
  stringValue: 'eu-west-1',
});

const reader = new aws.iam.Role(stack, 'Reader', {
  roleName: 'billing-reader',
  assumedBy: new aws.iam.ServicePrincipal('lambda.amazonaws.com'),
  inlinePolicies: {
    logs: new aws.iam.PolicyDocument(stack, 'WriteLogs', {
      statement: [
        new aws.iam.PolicyStatement({
          actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
          resources: ['arn:aws:logs:*:*:*'],
        }),
      ],
    }),
    endpoint: new aws.iam.PolicyDocument(stack, 'ReadEndpoint', {
      statement: [
        new aws.iam.PolicyStatement({ actions: ['ssm:GetParameter'], resources: [apiEndpoint.parameterArn] }),
        new aws.iam.PolicyStatement({ effect: aws.iam.Effect.DENY, actions: ['ssm:PutParameter'], resources: ['*'] }),
      ],
    }),
  },
});
aws.Tags.of(reader).add('team', 'billing');

const importer = new aws.iam.Role(stack, 'Importer', {
  assumedBy: new aws.iam.ServicePrincipal('batch.amazonaws.com'),
});
new aws.iam.Policy(stack, 'WriteRegion', {
  roles: [importer],
  statements: [new aws.iam.PolicyStatement({ actions: ['ssm:*'], resources: [homeRegion.parameterArn] })],
});

app.synth();
