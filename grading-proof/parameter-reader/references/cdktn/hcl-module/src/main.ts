import * as path from 'path';
import {
  App,
  AssetType,
  LocalBackend,
  TerraformAsset,
  TerraformHclModule,
  TerraformOutput,
  TerraformStack,
} from 'cdktn';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SsmParameter } from '@cdktn/provider-aws/lib/ssm-parameter';

const app = new App();
const stack = new TerraformStack(app, 'billing');
new LocalBackend(stack, { path: 'terraform.tfstate' });
const aws = new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const endpoint = new SsmParameter(stack, 'endpoint', {
  name: '/billing/api-endpoint',
  type: 'String',
  value: 'https://billing.internal.example.com/v1',
});
const region = new SsmParameter(stack, 'region', {
  name: '/billing/region',
  type: 'String',
  value: 'eu-central-1',
});

const code = new TerraformAsset(stack, 'reader-code', {
  path: path.join(__dirname, 'modules', 'reader'),
  type: AssetType.DIRECTORY,
});
const source = `./${code.path}`;
const reader = new TerraformHclModule(stack, 'reader', {
  source,
  skipAssetCreationFromLocalModules: true,
  providers: [aws],
  variables: {
    name: 'billing-reader',
    service: 'lambda.amazonaws.com',
    actions: ['ssm:GetParameter', 'ssm:GetParameters'],
    resources: [endpoint.arn],
  },
});
new TerraformHclModule(stack, 'auditor', {
  source,
  skipAssetCreationFromLocalModules: true,
  providers: [aws],
  variables: {
    name: 'billing-auditor',
    service: 'config.amazonaws.com',
    actions: ['ssm:GetParameter', 'ssm:PutParameter'],
    resources: [endpoint.arn, region.arn],
  },
});
new TerraformOutput(stack, 'reader_arn', { value: reader.getString('arn') });

app.synth();
