import { App, CfnCondition, CfnParameter, Fn, Stack, Token } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ssm from 'aws-cdk-lib/aws-ssm';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Billing');

const parameterName = new CfnParameter(stack, 'EndpointParameterName', {
  type: 'String',
  default: '/billing/api-endpoint',
  description: 'Where the billing API is looked up',
});
const batch = new CfnParameter(stack, 'BatchReads', {
  type: 'String',
  default: 'false',
  allowedValues: ['true', 'false'],
});
const batchReads = new CfnCondition(stack, 'UsesBatchReads', {
  expression: Fn.conditionEquals(batch.valueAsString, 'true'),
});

new ssm.CfnParameter(stack, 'Endpoint', {
  name: parameterName.valueAsString,
  type: 'String',
  value: 'https://billing.internal.example.com/v1',
});
new ssm.CfnParameter(stack, 'Region', { name: '/billing/region', type: 'String', value: stack.region });

const reader = new iam.Role(stack, 'BillingReader', {
  roleName: 'billing-reader',
  assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
});
new iam.Policy(stack, 'ReadEndpoint', {
  roles: [reader],
  statements: [
    new iam.PolicyStatement({
      actions: [Token.asString(Fn.conditionIf(batchReads.logicalId, 'ssm:GetParameters', 'ssm:GetParameter'))],
      resources: [
        Fn.sub('arn:${AWS::Partition}:ssm:${AWS::Region}:${AWS::AccountId}:parameter${Name}', {
          Name: parameterName.valueAsString,
        }),
      ],
    }),
    new iam.PolicyStatement({
      effect: iam.Effect.DENY,
      actions: ['ssm:PutParameter', 'ssm:LabelParameterVersion'],
      resources: ['*'],
    }),
  ],
});

new iam.Role(stack, 'Invoicing', {
  assumedBy: new iam.ServicePrincipal('ecs-tasks.amazonaws.com'),
  inlinePolicies: {
    invoices: new iam.PolicyDocument({
      statements: [new iam.PolicyStatement({ actions: ['s3:GetObject'], resources: ['arn:aws:s3:::billing-invoices/*'] })],
    }),
  },
});

app.synth();
