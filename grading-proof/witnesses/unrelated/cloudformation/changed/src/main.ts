import { App, Stack, CfnResource, aws_cloudwatch as cloudwatch, aws_codeartifact as codeartifact, aws_iam as iam, aws_lambda as lambda, aws_logs as logs, aws_s3 as s3, aws_sns as sns, aws_sqs as sqs, aws_ssm as ssm } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness' });

const queue = new sqs.CfnQueue(stack, 'UnrelatedTurbineQueue', {
  messageRetentionPeriod: 60,
  queueName: 'turbine-readings',
});
new cloudwatch.CfnAlarm(stack, 'UnrelatedTurbineAlarm', {
  comparisonOperator: 'GreaterThanThreshold',
  dimensions: [{ name: 'QueueName', value: queue.attrQueueName }],
  evaluationPeriods: 3,
  metricName: 'ApproximateAgeOfOldestMessage',
  namespace: 'AWS/SQS',
  period: 300,
  statistic: 'Maximum',
  threshold: 900,
});
new s3.CfnBucket(stack, 'UnrelatedTurbineBucket', {
  bucketName: 'turbine-readings',
  publicAccessBlockConfiguration: {
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  },
  tags: [{ key: 'team', value: 'turbine' }],
  versioningConfiguration: { status: 'Enabled' },
});
new codeartifact.CfnDomain(stack, 'UnrelatedTurbineDomain', { domainName: 'turbine' });
const role = new iam.CfnRole(stack, 'UnrelatedTurbineRole', {
  assumeRolePolicyDocument: {
    Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' } }],
    Version: '2012-10-17',
  },
  policies: [
    {
      policyDocument: {
        Statement: [{ Action: ['dynamodb:Query', 'ssm:GetParametersByPath'], Effect: 'Allow', Resource: '*' }],
        Version: '2012-10-17',
      },
      policyName: 'feed',
    },
  ],
  roleName: 'turbine-feed',
});
new lambda.CfnFunction(stack, 'UnrelatedTurbineFunction', {
  code: { zipFile: 'def handler(event, context): pass' },
  functionName: 'turbine-feed',
  handler: 'index.handler',
  role: role.attrArn,
  runtime: 'python3.12',
});
new logs.CfnLogGroup(stack, 'UnrelatedTurbineLogs', { logGroupName: '/turbine/feed', retentionInDays: 365 });
new ssm.CfnParameter(stack, 'UnrelatedTurbineParameter', {
  name: '/turbine/feed-url',
  type: 'String',
  value: 'https://turbine.example.com',
});
new sqs.CfnQueuePolicy(stack, 'UnrelatedTurbineQueuePolicy', {
  policyDocument: {
    Statement: [
      {
        Action: 'sqs:SendMessage',
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Resource: queue.attrArn,
      },
    ],
    Version: '2012-10-17',
  },
  queues: [queue.ref],
});
new sns.CfnTopic(stack, 'UnrelatedTurbineTopic', { topicName: 'turbine-readings' });
new CfnResource(stack, 'UnrelatedTurbineWidget', {
  type: 'Custom::Widget',
  properties: {
    Bucket: 'turbine',
    Name: 'turbine',
    ServiceToken: 'arn:aws:lambda:us-east-1:123456789012:function:widgets',
  },
});

app.synth();
