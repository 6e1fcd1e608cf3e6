import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

export interface ParameterAccessProps {
  readonly roleName: string;
  /** Name of the parameter, with its leading slash. */
  readonly parameterName: string;
}

/** A Lambda execution role that reads one parameter. */
export class ParameterAccess extends Construct {
  readonly role: iam.Role;

  constructor(scope: Construct, id: string, props: ParameterAccessProps) {
    super(scope, id);

    this.role = new iam.Role(this, 'Role', {
      roleName: props.roleName,
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    });

    new iam.ManagedPolicy(this, 'Policy', {
      description: `Reads ${props.parameterName}`,
      roles: [this.role],
      statements: [
        new iam.PolicyStatement({
          actions: ['ssm:GetParameter', 'ssm:GetParameterHistory'],
          resources: [
            Stack.of(this).formatArn({
              service: 'ssm',
              resource: 'parameter',
              resourceName: props.parameterName.slice(1),
              arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
            }),
          ],
        }),
        new iam.PolicyStatement({
          effect: iam.Effect.DENY,
          actions: ['ssm:PutParameter', 'ssm:DeleteParameter'],
          resources: ['*'],
        }),
      ],
    });
  }
}
