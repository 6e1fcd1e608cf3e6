import { CfnCondition, Fn, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

export interface UploadPipelineProps {
  readonly bucketName: string;
  readonly functionName: string;
  /** Where it holds, logs are kept two weeks, otherwise one. */
  readonly production: CfnCondition;
}

/** A bucket and the function that takes in what is put there. */
export class UploadPipeline extends Construct {
  readonly bucket: s3.CfnBucket;
  readonly handler: lambda.Function;

  constructor(scope: Construct, id: string, props: UploadPipelineProps) {
    super(scope, id);

    const logGroup = new logs.LogGroup(this, 'Logs', {
      logGroupName: `/uploads/${props.functionName}`,
      retention: logs.RetentionDays.TWO_WEEKS,
    });
    const cfnLogGroup = logGroup.node.defaultChild as logs.CfnLogGroup;
    cfnLogGroup.addPropertyOverride('RetentionInDays', Fn.conditionIf(props.production.logicalId, 14, 7));

    this.handler = new lambda.Function(this, 'Handler', {
      functionName: props.functionName,
      runtime: lambda.Runtime.NODEJS_22_X,
      handler: 'index.handler',
      code: lambda.Code.fromInline('exports.handler = async (event) => event.Records.length;'),
      loggingFormat: lambda.LoggingFormat.JSON,
      logGroup,
    });
    const permission = new lambda.CfnPermission(this, 'Invoke', {
      action: 'lambda:InvokeFunction',
      functionName: this.handler.functionName,
      principal: new iam.ServicePrincipal('s3.amazonaws.com').service,
      sourceAccount: Stack.of(this).account,
      sourceArn: Stack.of(this).formatArn({ service: 's3', region: '', account: '', resource: props.bucketName }),
    });

    this.bucket = new s3.CfnBucket(this, 'Bucket', {
      bucketName: props.bucketName,
      notificationConfiguration: {
        lambdaConfigurations: ['Put', 'Post', 'Copy', 'CompleteMultipartUpload'].map((way) => ({
          event: `s3:ObjectCreated:${way}`,
          function: this.handler.functionArn,
        })),
      },
    });
    this.bucket.addResourceDependency(permission);
  }
}
