import { App, Fn, LocalBackend, TerraformStack } from 'cdktn';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { IamRolePolicy } from '@cdktn/provider-aws/lib/iam-role-policy';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SsmParameter } from '@cdktn/provider-aws/lib/ssm-parameter';

const app = new App();
const stack = new TerraformStack(app, 'billing');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const endpoint = new SsmParameter(stack, 'api_endpoint', {
  name: '/billing/api-endpoint',
  description: 'Base URL of the billing API',
  type: 'String',
  value: 'https://billing.internal.example.com/v1',
});
new SsmParameter(stack, 'region', { name: '/billing/region', type: 'String', value: 'eu-central-1' });

const trust = (service: string, role?: string) =>
  Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service, ...(role && { AWS: role }) } },
    ],
  });

const reader = new IamRole(stack, 'reader', {
  name: 'billing-reader',
  description: 'Execution role of the functions that call the billing API',
  assumeRolePolicy: trust('lambda.amazonaws.com'),
});

new IamRolePolicy(stack, 'read_endpoint', {
  name: 'read-api-endpoint',
  role: reader.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'ReadEndpoint',
        Effect: 'Allow',
        Action: ['ssm:GetParameter', 'ssm:GetParameters'],
        Resource: endpoint.arn,
      },
      {
        Sid: 'NeverWrite',
        Effect: 'Deny',
        Action: ['ssm:PutParameter', 'ssm:DeleteParameter'],
        Resource: '*',
      },
    ],
  }),
});

const exporter = new IamRole(stack, 'exporter', {
  name: 'billing-exporter',
  assumeRolePolicy: trust('ecs-tasks.amazonaws.com', reader.arn),
});

new IamRolePolicy(stack, 'export', {
  name: 'export-invoices',
  role: exporter.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:PutObject', 's3:GetObject'],
        Resource: 'arn:aws:s3:::example-billing-exports/*',
      },
      { Effect: 'Allow', Action: 'ssm:GetParametersByPath', Resource: '*' },
    ],
  }),
});

app.synth();
