import {
  iamRole,
  iamRolePoliciesExclusive,
  iamRolePolicy,
  iamRolePolicyAttachment,
  ssmParameter,
} from '@cdktf/provider-aws';
import { App, Fn, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'BillingAccess', {
  gridUUID: 'billing-access',
  environmentName: 'main',
  providerConfig: { region: 'eu-central-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const apiEndpoint = new ssmParameter.SsmParameter(stack, 'ApiEndpointParameter', {
  name: '/billing/api-endpoint',
  type: 'String',
  tier: 'Standard',
  value: 'https://billing.internal.example.com/v1',
});
new ssmParameter.SsmParameter(stack, 'RegionParameter', {
  name: '/billing/region',
  type: 'String',
  value: 'eu-central-1',
});

const reader = new iamRole.IamRole(stack, 'BillingReaderRole', {
  name: 'billing-reader',
  assumeRolePolicy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: ['lambda.amazonaws.com'] }, Action: ['sts:AssumeRole'] }],
  }),
});
new iamRolePolicyAttachment.IamRolePolicyAttachment(stack, 'BillingReaderLogs', {
  role: reader.name,
  policyArn: 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
});
new iamRolePolicy.IamRolePolicy(stack, 'ReadApiEndpoint', {
  name: 'read-api-endpoint',
  role: reader.id,
  policy: Fn.jsonencode({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'ReadApiEndpoint',
        Effect: 'Allow',
        Action: ['ssm:GetParameter', 'ssm:GetParameters'],
        Resource: apiEndpoint.arn,
      },
      { Sid: 'NeverWrite', Effect: 'Deny', Action: 'ssm:PutParameter', Resource: '*' },
    ],
  }),
});

new iamRolePoliciesExclusive.IamRolePoliciesExclusive(stack, 'AllOfTheReader', { roleName: reader.name, policyNames: [] });

const exporter = new iamRole.IamRole(stack, 'ExportRole', {
  assumeRolePolicy: JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Principal: { Service: 'glue.amazonaws.com' }, Action: 'sts:AssumeRole' },
  }),
});
new iamRolePolicy.IamRolePolicy(stack, 'Export', {
  role: exporter.name,
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: 'arn:aws:s3:::billing-exports/*' },
  }),
});

app.synth();
