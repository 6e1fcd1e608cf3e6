import { App, Fn, LocalBackend, TerraformStack } from 'cdktn';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { IamRolePolicy } from '@cdktn/provider-aws/lib/iam-role-policy';
import { IamRolePolicyAttachment } from '@cdktn/provider-aws/lib/iam-role-policy-attachment';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SsmParameter } from '@cdktn/provider-aws/lib/ssm-parameter';

const app = new App();
const stack = new TerraformStack(app, 'billing');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const endpoint = new SsmParameter(stack, 'endpoint', {
  name: '/billing/api-endpoint',
  type: 'String',
  value: 'https://billing.internal.example.com/v1',
});

const trust = Fn.jsonencode({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
});
const reader = new IamRole(stack, 'reader', { name: 'billing-reader', assumeRolePolicy: trust });
new IamRolePolicy(stack, 'read', {
  role: reader.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'ssm:GetParameter', Resource: endpoint.arn }],
  }),
});
new IamRolePolicyAttachment(stack, 'more', {
  role: reader.name,
  policyArn: 'arn:aws:iam::aws:policy/AmazonSSMReadOnlyAccess',
});

app.synth();
