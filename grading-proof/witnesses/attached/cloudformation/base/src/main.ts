import { App, Stack, aws_iam as iam, aws_sqs as sqs } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

const queue = new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness' });

const role = new iam.CfnRole(stack, 'Role', {
  roleName: 'witness',
  assumeRolePolicyDocument: {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
    ],
  },
});
new iam.CfnManagedPolicy(stack, 'Policy', {
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sqs:ReceiveMessage', Resource: queue.attrArn }],
  },
  roles: [role.ref],
});

app.synth();
