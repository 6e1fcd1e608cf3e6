import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Billing');
new CfnInclude(stack, 'Template', { templateFile: path.join(__dirname, 'template.json') });
app.synth();
