import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Billing', {
  gridUUID: 'billing',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1' },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const apiEndpoint = new aws.storage.StringParameter(stack, 'ApiEndpoint', {
  parameterName: '/billing/api-endpoint',
  stringValue: 'https://billing.internal.example.com/v1',
});
const homeRegion = new aws.storage.StringParameter(stack, 'HomeRegion', {
  parameterName: '/billing/region',
  stringValue: 'eu-west-1',
});

const reader = new aws.iam.Role(stack, 'Reader', {
  roleName: 'billing-reader',
  assumedBy: new aws.iam.ServicePrincipal('lambda.amazonaws.com'),
  managedPolicies: [
    aws.iam.ManagedPolicy.fromAwsManagedPolicyName(stack, 'Logs', 'service-role/AWSLambdaBasicExecutionRole'),
  ],
});
apiEndpoint.grantRead(reader);
reader.addToPolicy(
  new aws.iam.PolicyStatement({
    sid: 'NeverWrite',
    effect: aws.iam.Effect.DENY,
    actions: ['ssm:PutParameter'],
    resources: ['*'],
  }),
);

const reconciler = new aws.iam.Role(stack, 'Reconciler', {
  assumedBy: new aws.iam.CompositePrincipal(
    new aws.iam.ServicePrincipal('states.amazonaws.com'),
    new aws.iam.ArnPrincipal(reader.roleArn),
  ),
});
homeRegion.grantRead(reconciler);
reconciler.addToPolicy(
  new aws.iam.PolicyStatement({
    actions: ['sqs:SendMessage'],
    resources: [stack.formatArn({ service: 'sqs', resource: 'invoices' })],
  }),
);

app.synth();
