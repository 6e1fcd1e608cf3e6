import { App, Stack, Fn, aws_iam as iam, aws_s3 as s3 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

new s3.CfnBucket(stack, 'Bucket', { bucketName: 'witness' });
new iam.CfnManagedPolicy(stack, 'Policy', {
  policyDocument: {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Resource: [
          Fn.sub('${Bucket.Arn}/reports/*'),
          Fn.sub('arn:${AWS::Partition}:s3:::${Bucket}/home/${!aws:username}'),
        ],
      },
    ],
  },
});

app.synth();
