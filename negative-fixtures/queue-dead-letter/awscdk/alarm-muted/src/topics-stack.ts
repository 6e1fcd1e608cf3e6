import { Stack, StackProps } from 'aws-cdk-lib';
import * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export class TopicsStack extends Stack {
  readonly orderEvents: sns.ITopic;
  readonly auditEvents: sns.ITopic;

  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    this.orderEvents = new sns.Topic(this, 'OrderEvents', { topicName: 'order-events' });
    this.auditEvents = new sns.Topic(this, 'AuditEvents', { topicName: 'audit-events' });
  }
}
