import { App, Aspects, IAspect, Stack, aws_iam as iam, aws_ssm as ssm } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';

class Bounded implements IAspect {
  constructor(private readonly boundary: iam.IManagedPolicy) {}

  visit(node: IConstruct): void {
    if (node instanceof iam.Role) iam.PermissionsBoundary.of(node).apply(this.boundary);
  }
}

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Billing');

const endpoint = new ssm.StringParameter(stack, 'Endpoint', {
  parameterName: '/billing/api-endpoint',
  stringValue: 'https://billing.internal.example.com/v1',
});
const reader = new iam.Role(stack, 'Reader', {
  roleName: 'billing-reader',
  assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
});
endpoint.grantRead(reader);

const boundary = new iam.ManagedPolicy(stack, 'Boundary', {
  statements: [
    new iam.PolicyStatement({
      actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: ['*'],
    }),
  ],
});
Aspects.of(app).add(new Bounded(boundary));

app.synth();
