import { Stack, StackProps } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

export interface AccessStackProps extends StackProps {
  readonly apiEndpoint: ssm.StringParameter;
  readonly homeRegion: ssm.StringParameter;
}

export class AccessStack extends Stack {
  constructor(scope: Construct, id: string, props: AccessStackProps) {
    super(scope, id, props);

    const reader = new iam.Role(this, 'Reader', {
      roleName: 'billing-reader',
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    });
    props.apiEndpoint.grantRead(reader);
    reader.addToPolicy(
      new iam.PolicyStatement({ effect: iam.Effect.DENY, actions: ['ssm:PutParameter'], resources: ['*'] }),
    );

    const importer = new iam.Role(this, 'Importer', {
      assumedBy: new iam.ServicePrincipal('batch.amazonaws.com'),
    });
    props.homeRegion.grantRead(importer);
    props.homeRegion.grantWrite(importer);
  }
}
