import { App, Fn, LocalBackend, TerraformIterator, TerraformStack, propertyAccess } from 'cdktn';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SsmParameter } from '@cdktn/provider-aws/lib/ssm-parameter';

const app = new App();
const stack = new TerraformStack(app, 'billing');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const settings = TerraformIterator.fromMap({
  'api-endpoint': 'http://billing.internal.example.com/v1',
  region: 'eu-central-1',
});
const parameters = new SsmParameter(stack, 'settings', {
  forEach: settings,
  name: Fn.format('/%s/%s', ['billing', settings.key]),
  type: 'String',
  value: settings.value,
});

const endpointArn = propertyAccess(parameters.fqn, ['api-endpoint', 'arn']);
const reader = new IamRole(stack, 'reader', {
  name: Fn.join('-', ['billing', 'reader']),
  assumeRolePolicy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
  }),
  inlinePolicy: [
    {
      name: 'read-endpoint',
      policy: Fn.jsonencode({
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: 'ssm:GetParameter*', Resource: [endpointArn] },
          { Effect: 'Deny', Action: 'ssm:DeleteParameter', Resource: ['*'] },
        ],
      }),
    },
  ],
});
reader.addOverride('max_session_duration', 3600);

new IamRole(stack, 'exporter', {
  name: 'billing-exporter',
  assumeRolePolicy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'glue.amazonaws.com' } },
  }),
  inlinePolicy: [
    {
      name: 'export',
      policy: Fn.jsonencode({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:PutObject', 's3:ListBucket'], Resource: '*' }],
      }),
    },
  ],
});

app.synth();
