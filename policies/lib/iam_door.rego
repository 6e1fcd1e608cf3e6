package lib.iam

# METADATA
# title: what lets a role in beside its own policies
# description: |
#   An Allow for the role, by its ARN, in the policy of whatever resource, and a grant of a key. Each with where it
#   stands and its actions; a grant of a key has the one action `kms:*`, because its operations are about nothing else.
# custom:
#   types:
#     - aws_s3_bucket_policy /policy
#     - aws_kms_grant /grantee_principal
#     - AWS::S3::BucketPolicy /PolicyDocument
doors(role) := {{"resource": address, "path": path, "actions": _of_door(statement)} |
	some address, resource in input.resources
	some path, document in resource.docs
	some statement in document.statements
	statement.effect == "Allow"
	{"type": "AWS", "id": input.resources[role].identity.arn} in statement.principals
} | {{"resource": address, "path": "/grantee_principal", "actions": ["kms:*"]} |
	some address in data.lib.link.bound_to("aws_kms_grant", "grantee_principal", "arn", role)
}

_of_door(statement) := statement.actions if {
	statement.not_actions == null
} else := ["*"]
