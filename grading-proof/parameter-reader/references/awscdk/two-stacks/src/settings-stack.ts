import { Stack, StackProps } from 'aws-cdk-lib';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

export class SettingsStack extends Stack {
  readonly apiEndpoint: ssm.StringParameter;
  readonly homeRegion: ssm.StringParameter;

  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    this.apiEndpoint = new ssm.StringParameter(this, 'ApiEndpoint', {
      parameterName: '/billing/api-endpoint',
      stringValue: 'https://billing.internal.example.com/v1',
    });
    this.homeRegion = new ssm.StringParameter(this, 'HomeRegion', {
      parameterName: '/billing/region',
      stringValue: 'eu-north-1',
    });
  }
}
