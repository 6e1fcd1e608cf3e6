import { App } from 'aws-cdk-lib';
import { KeysStack } from './keys-stack';
import { ReportsStack } from './reports-stack';

const app = new App({ analyticsReporting: false });
const keys = new KeysStack(app, 'ReportKeys');
new ReportsStack(app, 'ReportStorage', { reportsKey: keys.reportsKey });
app.synth();
