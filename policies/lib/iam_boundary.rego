package lib.iam

_boundaries := {"aws_iam_role": "permissions_boundary", "AWS::IAM::Role": "PermissionsBoundary"}

# METADATA
# title: the role's permissions boundary takes the actions on the resource away
# description: |
#   The boundary is a policy created here, and it opens none of the actions. Of one defined elsewhere nothing is known.
# custom:
#   types: ["aws_iam_role /permissions_boundary", "AWS::IAM::Role /PermissionsBoundary"]
bounded_out(role, actions, arn) if {
	resource := input.resources[role]
	documents := {document |
		some policy in data.lib.link.attribute_targets(resource, _boundaries[resource.type], "arn")
		input.resources[policy].type in _policies
		document := input.resources[policy].docs[_]
	}
	documents != set()
	held := {{"statement": statement} | some document in documents; some statement in document.statements}
	not data.lib.grant.may(held, actions, arn)
}
