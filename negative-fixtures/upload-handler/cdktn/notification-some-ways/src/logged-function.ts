import { Construct } from 'constructs';
import { CloudwatchLogGroup } from '@cdktn/provider-aws/lib/cloudwatch-log-group';
import { LambdaFunction } from '@cdktn/provider-aws/lib/lambda-function';
import { LambdaPermission } from '@cdktn/provider-aws/lib/lambda-permission';

export interface Invoker {
  readonly principal: string;
  readonly sourceArn: string;
}

export interface LoggedFunctionProps {
  readonly name: string;
  readonly roleArn: string;
  readonly retentionInDays: number;
  /** Who may invoke the function, by statement id. */
  readonly invokers: Record<string, Invoker>;
}

/** A function with its log group and those who may invoke it. */
export class LoggedFunction extends Construct {
  readonly arn: string;
  readonly permissions: LambdaPermission[];

  constructor(scope: Construct, id: string, props: LoggedFunctionProps) {
    super(scope, id);

    const logs = new CloudwatchLogGroup(this, 'logs', {
      name: `/aws/lambda/${props.name}`,
      retentionInDays: props.retentionInDays,
    });
    const lambda = new LambdaFunction(this, 'function', {
      functionName: props.name,
      role: props.roleArn,
      runtime: 'nodejs22.x',
      handler: 'index.handler',
      s3Bucket: 'example-build-artifacts',
      s3Key: `${props.name}.zip`,
      dependsOn: [logs],
    });
    this.permissions = Object.entries(props.invokers).map(
      ([statementId, invoker]) =>
        new LambdaPermission(this, `invoked-by-${statementId}`, {
          statementId,
          action: 'lambda:InvokeFunction',
          functionName: lambda.arn,
          ...invoker,
        }),
    );
    this.arn = lambda.arn;
  }
}
