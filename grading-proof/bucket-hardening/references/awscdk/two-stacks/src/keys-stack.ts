import { Stack, StackProps } from 'aws-cdk-lib';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

export class KeysStack extends Stack {
  readonly reportsKey: kms.IKey;

  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    this.reportsKey = new kms.Key(this, 'ReportsKey', { alias: 'reports', enableKeyRotation: true });
    new kms.Key(this, 'MailKey', { alias: 'report-mail' });
  }
}
