package lib.iam

_policies := {"aws_iam_policy", "AWS::IAM::ManagedPolicy"}

# An attribute that binds managed policies to the roles that another one names.
_attachments := {
	"aws_iam_role_policy_attachment": {"role": "role", "policy": "policy_arn"},
	"aws_iam_policy_attachment": {"role": "roles", "policy": "policy_arn"},
	"aws_iam_role_policy_attachments_exclusive": {"role": "role_name", "policy": "policy_arns"},
}

_own_attachments := {"aws_iam_role": "managed_policy_arns", "AWS::IAM::Role": "ManagedPolicyArns"}

# METADATA
# title: the managed policies bound to a role
# description: |
#   Each with the text that names it and the policies of this configuration that the text leads to; none of
#   them where the policy is defined elsewhere.
# custom:
#   types:
#     - aws_iam_role /managed_policy_arns
#     - aws_iam_role_policy_attachment /policy_arn
#     - aws_iam_policy_attachment /policy_arn
#     - aws_iam_role_policy_attachments_exclusive /policy_arns
#     - AWS::IAM::Role /ManagedPolicyArns
role_attachments(role) := {attachment |
	some type, keys in _attachments
	some address in input.by_type[type]
	resource := input.resources[address]
	role in data.lib.link.attribute_targets(resource, keys.role, "name")
	some attachment in _bound(resource, keys.policy)
} | {attachment |
	resource := input.resources[role]
	some attachment in _bound(resource, _own_attachments[resource.type])
}

_bound(resource, key) := {attachment |
	some index
	text := resource.values[key][index]
	found := data.lib.link.element_targets(resource, sprintf("/%s/%d", [key, index]), text, "arn")
	attachment := _attachment(resource, sprintf("/%s/%d", [key, index]), text, found)
} | {attachment |
	text := resource.values[key]
	is_string(text)
	found := data.lib.link.attribute_targets(resource, key, "arn")
	attachment := _attachment(resource, concat("", ["/", key]), text, found)
}

_attachment(resource, path, text, found) := {
	"resource": resource.address,
	"path": path,
	"text": _spelled_out(found, text),
	"policies": {policy |
		some policy in found
		input.resources[policy].type in _policies
		input.resources[policy].mode == "managed"
	},
}

# A data source states which policy it looks up.
_spelled_out(found, text) := object.get(source.values, "arn", object.get(source.values, "name", text)) if {
	some address in found
	source := input.resources[address]
	source.mode == "data"
} else := text
