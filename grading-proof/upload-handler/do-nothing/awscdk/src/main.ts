import { App, Stack } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
new Stack(app, 'Uploads');
app.synth();
