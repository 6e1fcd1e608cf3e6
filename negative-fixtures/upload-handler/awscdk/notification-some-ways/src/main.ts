import { App, Duration, Stack, StackProps } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as s3n from 'aws-cdk-lib/aws-s3-notifications';
import { Construct } from 'constructs';

class UploadsStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    const uploads = new s3.Bucket(this, 'Uploads', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    });
    const originals = new s3.Bucket(this, 'Originals', {
      lifecycleRules: [{ expiration: Duration.days(365) }],
    });

    const handlerLogs = new logs.LogGroup(this, 'UploadHandlerLogs', {
      retention: logs.RetentionDays.TWO_WEEKS,
    });
    const handler = new lambda.Function(this, 'UploadHandler', {
      functionName: 'upload-handler',
      runtime: lambda.Runtime.NODEJS_22_X,
      handler: 'index.handler',
      code: lambda.Code.fromInline('exports.handler = async (event) => console.log(event.Records.length);'),
      logGroup: handlerLogs,
    });
    uploads.addEventNotification(s3.EventType.OBJECT_CREATED_PUT, new s3n.LambdaDestination(handler));

    uploads.grantRead(handler);
    originals.grantPut(handler);
    handler.addToRolePolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
        resources: [uploads.arnForObjects('*'), originals.arnForObjects('*')],
      }),
    );

    const thumbnailer = new lambda.Function(this, 'Thumbnailer', {
      functionName: 'thumbnailer',
      runtime: lambda.Runtime.PYTHON_3_13,
      handler: 'index.handler',
      code: lambda.Code.fromInline('def handler(event, context):\n    return event\n'),
      logGroup: new logs.LogGroup(this, 'ThumbnailerLogs', { retention: logs.RetentionDays.THREE_MONTHS }),
    });
    thumbnailer.addPermission('Nightly', {
      principal: new iam.ServicePrincipal('events.amazonaws.com'),
      sourceArn: this.formatArn({ service: 'events', resource: 'rule', resourceName: 'nightly-thumbnails' }),
    });
  }
}

const app = new App({ analyticsReporting: false });
new UploadsStack(app, 'Uploads');
app.synth();
