import { App } from 'aws-cdk-lib';
import { AccessStack } from './access-stack';
import { SettingsStack } from './settings-stack';

const app = new App({ analyticsReporting: false });
const settings = new SettingsStack(app, 'BillingSettings');
new AccessStack(app, 'BillingAccess', { apiEndpoint: settings.apiEndpoint, homeRegion: settings.homeRegion });
app.synth();
