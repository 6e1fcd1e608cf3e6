import {
  App,
  Fn,
  Stack,
  aws_iam as iam,
  aws_lambda as lambda,
  aws_logs as logs,
  aws_s3 as s3,
} from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'UploadProcessing', { description: 'Takes in uploaded files' });

// The bucket is named here, because it and the permission that it needs cannot refer to each other.
const uploadsName = Fn.sub('uploads-${AWS::AccountId}-${AWS::Region}');
const uploadsArn = Fn.sub('arn:${AWS::Partition}:s3:::uploads-${AWS::AccountId}-${AWS::Region}');

const role = new iam.CfnRole(stack, 'ExecutionRole', {
  assumeRolePolicyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'states.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  },
  managedPolicyArns: [Fn.sub('arn:${AWS::Partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole')],
  policies: [
    {
      policyName: 'uploads',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: 's3:GetObject', Resource: Fn.join('', [uploadsArn, '/*']) },
          { Effect: 'Deny', Action: 's3:DeleteObject*', Resource: '*' },
        ],
      },
    },
  ],
});

const handlerLogs = new logs.CfnLogGroup(stack, 'UploadHandlerLogGroup', {
  logGroupName: '/aws/lambda/upload-handler',
  retentionInDays: 7,
});
const handler = new lambda.CfnFunction(stack, 'UploadHandlerFunction', {
  functionName: 'upload-handler',
  runtime: 'python3.13',
  handler: 'index.handler',
  role: role.attrArn,
  code: { zipFile: 'def handler(event, context):\n    print(len(event["Records"]))\n' },
});
handler.addResourceDependency(handlerLogs);

const invoke = new lambda.CfnPermission(stack, 'UploadsInvokeHandler', {
  action: 'lambda:InvokeFunction',
  functionName: handler.attrArn,
  principal: 's3.amazonaws.com',
  sourceAccount: stack.account,
  sourceArn: uploadsArn,
});

const uploads = new s3.CfnBucket(stack, 'UploadsBucket', {
  bucketName: uploadsName,
  notificationConfiguration: {
    lambdaConfigurations: [{ event: 's3:ObjectCreated:*', function: handler.attrArn }],
  },
});
uploads.addResourceDependency(invoke);

const archive = new s3.CfnBucket(stack, 'ArchiveBucket', {
  versioningConfiguration: { status: 'Enabled' },
});

const thumbnailer = new lambda.CfnFunction(stack, 'ThumbnailerFunction', {
  functionName: 'thumbnailer',
  runtime: 'python3.13',
  handler: 'index.handler',
  role: role.attrArn,
  code: { zipFile: 'def handler(event, context):\n    return None\n' },
  environment: { variables: { ARCHIVE: archive.ref } },
});
new logs.CfnLogGroup(stack, 'ThumbnailerLogGroup', {
  logGroupName: Fn.sub('/aws/lambda/${ThumbnailerFunction}'),
  retentionInDays: 30,
});
new lambda.CfnPermission(stack, 'ScheduleInvokesThumbnailer', {
  action: 'lambda:InvokeFunction',
  functionName: thumbnailer.ref,
  principal: 'events.amazonaws.com',
  sourceArn: Fn.sub('arn:${AWS::Partition}:events:${AWS::Region}:${AWS::AccountId}:rule/thumbnails'),
});

app.synth();
