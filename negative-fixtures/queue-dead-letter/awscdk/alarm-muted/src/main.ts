import { App } from 'aws-cdk-lib';
import { QueuesStack } from './queues-stack';
import { TopicsStack } from './topics-stack';

const env = { account: '123456789012', region: 'eu-central-1' };
const app = new App({ analyticsReporting: false });
const topics = new TopicsStack(app, 'ShopTopics', { env });
new QueuesStack(app, 'ShopQueues', { env, orderEvents: topics.orderEvents, auditEvents: topics.auditEvents });
app.synth();
