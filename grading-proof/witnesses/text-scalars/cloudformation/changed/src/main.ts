import { App, Stack, aws_s3 as s3, aws_sqs as sqs } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

const queue = new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness' });
queue.addPropertyOverride('DelaySeconds', '5');
queue.addPropertyOverride('SqsManagedSseEnabled', 'true');
const bucket = new s3.CfnBucket(stack, 'Bucket', { bucketName: 'witness' });
bucket.addPropertyOverride('PublicAccessBlockConfiguration.BlockPublicAcls', 'false');

app.synth();
