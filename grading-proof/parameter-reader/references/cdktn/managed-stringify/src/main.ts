import { App, LocalBackend, TerraformLocal, TerraformStack } from 'cdktn';
import { IamPolicy } from '@cdktn/provider-aws/lib/iam-policy';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { IamRolePolicyAttachment } from '@cdktn/provider-aws/lib/iam-role-policy-attachment';
import { AwsProvider } from '@cdktn/provider-aws/lib/provider';
import { SsmParameter } from '@cdktn/provider-aws/lib/ssm-parameter';

const app = new App();
const stack = new TerraformStack(app, 'billing');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new AwsProvider(stack, 'aws', { region: 'us-east-1' });

const service = new TerraformLocal(stack, 'service', 'billing').asString;

const endpoint = new SsmParameter(stack, 'endpoint', {
  name: `/${service}/api-endpoint`,
  type: 'String',
  insecureValue: 'https://billing.internal.example.com/v1',
  tags: { service },
});
new SsmParameter(stack, 'region', { name: `/${service}/region`, type: 'String', insecureValue: 'eu-central-1' });

const trust = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { Service: ['lambda.amazonaws.com'] }, Action: ['sts:AssumeRole'] },
  ],
};
const access = {
  Version: '2012-10-17',
  Statement: [
    { Sid: 'ReadEndpoint', Effect: 'Allow', Action: 'ssm:GetParameter', Resource: endpoint.arn },
    {
      Sid: 'WriteLogs',
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: 'arn:aws:logs:*:*:log-group:/aws/lambda/billing-*',
    },
    { Sid: 'NeverWrite', Effect: 'Deny', Action: 'ssm:PutParameter', Resource: '*' },
  ],
};

const reader = new IamRole(stack, 'billing_reader', {
  name: `${service}-reader`,
  assumeRolePolicy: JSON.stringify(trust),
});
const readEndpoint = new IamPolicy(stack, 'read_endpoint', {
  name: `${service}-read-endpoint`,
  description: 'Read the endpoint of the billing API',
  policy: JSON.stringify(access, null, 2),
});
new IamRolePolicyAttachment(stack, 'reader_reads', { role: reader.name, policyArn: readEndpoint.arn });

const auditor = new IamRole(stack, 'auditor', {
  name: `${service}-auditor`,
  assumeRolePolicy: JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Principal: { Service: 'states.amazonaws.com' }, Action: 'sts:AssumeRole' },
  }),
});
new IamRolePolicyAttachment(stack, 'auditor_reads', {
  role: auditor.name,
  policyArn: 'arn:aws:iam::aws:policy/AmazonSSMReadOnlyAccess',
});

app.synth();
