import { App, Stack, StackProps } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

class BillingStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    const apiEndpoint = new ssm.StringParameter(this, 'ApiEndpoint', {
      parameterName: '/billing/api-endpoint',
      stringValue: 'https://billing.internal.example.com/v1',
    });
    const region = new ssm.StringParameter(this, 'Region', {
      parameterName: '/billing/region',
      stringValue: 'eu-west-1',
    });

    const reader = new iam.Role(this, 'Reader', {
      roleName: 'billing-reader',
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: [iam.ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSLambdaBasicExecutionRole')],
    });
    apiEndpoint.grantRead(reader);
    reader.addToPolicy(
      new iam.PolicyStatement({
        sid: 'NeverWrite',
        effect: iam.Effect.DENY,
        actions: ['ssm:PutParameter'],
        resources: ['*'],
      }),
    );

    const reconciler = new iam.Role(this, 'Reconciler', {
      assumedBy: new iam.CompositePrincipal(
        new iam.ServicePrincipal('states.amazonaws.com'),
        new iam.ArnPrincipal(reader.roleArn),
      ),
    });
    region.grantRead(reconciler);
    reconciler.addToPolicy(
      new iam.PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: [this.formatArn({ service: 'sqs', resource: 'invoices' })],
      }),
    );
  }
}

const app = new App({ analyticsReporting: false });
new BillingStack(app, 'Billing');
app.synth();
