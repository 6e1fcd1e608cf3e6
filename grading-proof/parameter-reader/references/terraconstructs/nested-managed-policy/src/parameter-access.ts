import { Construct } from 'constructs';
import { aws } from 'terraconstructs';

export interface ParameterAccessProps {
  readonly roleName: string;
  readonly parameter: aws.storage.IParameter;
}

/** A Lambda execution role that reads one parameter. */
export class ParameterAccess extends Construct {
  readonly role: aws.iam.Role;

  constructor(scope: Construct, id: string, props: ParameterAccessProps) {
    super(scope, id);

    this.role = new aws.iam.Role(this, 'Role', {
      roleName: props.roleName,
      assumedBy: new aws.iam.ServicePrincipal('lambda.amazonaws.com'),
    });

    new aws.iam.ManagedPolicy(this, 'Policy', {
      description: 'Reads one setting',
      roles: [this.role],
      statements: [
        new aws.iam.PolicyStatement({
          actions: ['ssm:GetParameter', 'ssm:GetParameterHistory'],
          resources: [props.parameter.parameterArn],
        }),
        new aws.iam.PolicyStatement({
          effect: aws.iam.Effect.DENY,
          actions: ['ssm:PutParameter', 'ssm:DeleteParameter'],
          resources: ['*'],
        }),
      ],
    });
  }
}
