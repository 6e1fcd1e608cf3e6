import { Construct } from 'constructs';
import {
  DataAwsIamPolicyDocument,
  DataAwsIamPolicyDocumentStatement,
} from '@cdktn/provider-aws/lib/data-aws-iam-policy-document';
import { IamRole } from '@cdktn/provider-aws/lib/iam-role';
import { IamRolePolicy } from '@cdktn/provider-aws/lib/iam-role-policy';
import { IamRolePolicyAttachment } from '@cdktn/provider-aws/lib/iam-role-policy-attachment';

export interface ServiceRoleProps {
  readonly name: string;
  /** The one service that assumes the role. */
  readonly service: string;
  readonly statements: DataAwsIamPolicyDocumentStatement[];
  /** Policies of AWS to attach, without the prefix of their ARN. */
  readonly managedPolicies?: string[];
}

/** A role for a service, with the statements it needs. */
export class ServiceRole extends Construct {
  readonly role: IamRole;

  constructor(scope: Construct, id: string, props: ServiceRoleProps) {
    super(scope, id);

    const trust = new DataAwsIamPolicyDocument(this, 'trust', {
      statement: [
        { actions: ['sts:AssumeRole'], principals: [{ type: 'Service', identifiers: [props.service] }] },
      ],
    });
    const access = new DataAwsIamPolicyDocument(this, 'access', { statement: props.statements });

    this.role = new IamRole(this, 'role', { name: props.name, assumeRolePolicy: trust.json });
    new IamRolePolicy(this, 'policy', { role: this.role.name, policy: access.json });
    for (const policy of props.managedPolicies ?? []) {
      new IamRolePolicyAttachment(this, `attached-${policy.replace('/', '-')}`, {
        role: this.role.name,
        policyArn: `arn:aws:iam::aws:policy/${policy}`,
      });
    }
  }
}
