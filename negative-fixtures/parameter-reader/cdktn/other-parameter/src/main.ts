import { App, LocalBackend, TerraformStack, TerraformVariable } from 'cdktn';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SsmParameter } from '@cdktn/provider-aws/lib/ssm-parameter';
import { ServiceRole } from './service-role';

const app = new App();
const stack = new TerraformStack(app, 'billing');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const prefix = new TerraformVariable(stack, 'prefix', {
  description: 'Path under which the billing parameters live.',
  type: 'string',
  default: '/billing',
});

const settings: Record<string, string> = {
  'api-endpoint': 'https://billing.internal.example.com/v1',
  region: 'eu-central-1',
};
const parameters = new Map<string, SsmParameter>();
for (const [name, value] of Object.entries(settings)) {
  parameters.set(
    name,
    new SsmParameter(stack, `setting-${name}`, { name: `${prefix.stringValue}/${name}`, type: 'String', value }),
  );
}

new ServiceRole(stack, 'reader', {
  name: 'billing-reader',
  service: 'lambda.amazonaws.com',
  statements: [
    { sid: 'ReadParameters', actions: ['ssm:GetParameter'], resources: [parameters.get('region')!.arn] },
    { sid: 'NeverWrite', effect: 'Deny', actions: ['ssm:PutParameter'], resources: ['*'] },
  ],
  managedPolicies: ['service-role/AWSLambdaBasicExecutionRole'],
});

new ServiceRole(stack, 'scheduler', {
  name: 'billing-scheduler',
  service: 'scheduler.amazonaws.com',
  statements: [
    {
      actions: ['lambda:InvokeFunction'],
      resources: ['arn:aws:lambda:us-east-1:111122223333:function:billing-nightly'],
    },
  ],
});

app.synth();
