import { Construct } from 'constructs';
import { aws } from 'terraconstructs';

export interface ParameterAccessProps {
  readonly roleName: string;
  /** Where the parameters are, without the leading slash. */
  readonly path: string;
}

/** A Lambda execution role that reads the parameters at a path. */
export class ParameterAccess extends Construct {
  readonly role: aws.iam.Role;

  constructor(scope: Construct, id: string, props: ParameterAccessProps) {
    super(scope, id);
    const stack = aws.AwsStack.ofAwsConstruct(this);

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
          resources: [stack.formatArn({ service: 'ssm', resource: 'parameter', resourceName: `${props.path}/*` })],
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
