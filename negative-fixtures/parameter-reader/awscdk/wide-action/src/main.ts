import { App, Fn, Stack, aws_iam as iam, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'BillingAccess', { description: 'Settings of the billing jobs and who may read them' });

const apiEndpoint = new ssm.CfnParameter(stack, 'ApiEndpointParameter', {
  name: '/billing/api-endpoint',
  type: 'String',
  tier: 'Standard',
  value: 'https://billing.internal.example.com/v1',
});
new ssm.CfnParameter(stack, 'RegionParameter', {
  name: '/billing/region',
  type: 'String',
  value: 'eu-central-1',
});

const reader = new iam.CfnRole(stack, 'BillingReaderRole', {
  roleName: 'billing-reader',
  assumeRolePolicyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: ['lambda.amazonaws.com'] }, Action: ['sts:AssumeRole'] }],
  },
  policies: [
    {
      policyName: 'api-endpoint',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Sid: 'ApiEndpoint',
            Effect: 'Allow',
            Action: 'ssm:*',
            Resource: Fn.sub('arn:${AWS::Partition}:ssm:${AWS::Region}:${AWS::AccountId}:parameter/billing/api-endpoint'),
          },
          {
            Sid: 'WriteLogs',
            Effect: 'Allow',
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: Fn.sub(
              'arn:${AWS::Partition}:logs:${AWS::Region}:${AWS::AccountId}:log-group:/aws/lambda/billing-*:*',
            ),
          },
          { Sid: 'NeverWrite', Effect: 'Deny', Action: 'ssm:PutParameter', Resource: '*' },
        ],
      },
    },
  ],
});
reader.addResourceDependency(apiEndpoint);

new iam.CfnRole(stack, 'ExportRole', {
  assumeRolePolicyDocument: {
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Principal: { Service: 'glue.amazonaws.com' }, Action: 'sts:AssumeRole' },
  },
  policies: [
    {
      policyName: 'export',
      policyDocument: {
        Version: '2012-10-17',
        Statement: { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: 'arn:aws:s3:::billing-exports/*' },
      },
    },
  ],
});

app.synth();
