import { App, Stack, aws_sqs as sqs } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Witness');

new sqs.CfnQueue(stack, 'Queue', { queueName: 'witness' });

app.synth();
