import { lambdaPermission, s3BucketNotification } from '@cdktf/provider-aws';
import { Construct } from 'constructs';
import { aws } from 'terraconstructs';

export interface UploadPipelineProps {
  readonly bucketName: string;
  readonly functionName: string;
  /** Path of the handler's file. */
  readonly code: string;
}

/** A bucket and the function that takes in what is put there. */
export class UploadPipeline extends Construct {
  readonly bucket: aws.storage.Bucket;
  readonly handler: aws.compute.NodejsFunction;

  constructor(scope: Construct, id: string, props: UploadPipelineProps) {
    super(scope, id);

    // The library keeps logs for a week where nothing else is asked.
    this.handler = new aws.compute.NodejsFunction(this, 'Handler', {
      functionName: props.functionName,
      path: props.code,
      loggingFormat: aws.compute.LoggingFormat.JSON,
    });
    this.bucket = new aws.storage.Bucket(this, 'Bucket', { bucketName: props.bucketName });

    const permission = new lambdaPermission.LambdaPermission(this, 'Invoke', {
      action: 'lambda:InvokeFunction',
      functionName: this.handler.functionArn,
      principal: 's3.amazonaws.com',
    });
    new s3BucketNotification.S3BucketNotification(this, 'Notification', {
      bucket: this.bucket.bucketName,
      lambdaFunction: [{ lambdaFunctionArn: this.handler.functionArn, events: ['s3:ObjectCreated:*'] }],
      dependsOn: [permission],
    });
  }
}
