package lib.iam

_policies := {"aws_iam_policy", "AWS::IAM::ManagedPolicy"}

# An attribute that binds managed policies to roles; `role` is null where the resource is the role.
_attachments := {
	"aws_iam_role_policy_attachment": {"role": "role", "policy": "policy_arn"},
	"aws_iam_policy_attachment": {"role": "roles", "policy": "policy_arn"},
	"aws_iam_role_policy_attachments_exclusive": {"role": "role_name", "policy": "policy_arns"},
	"aws_iam_role": {"role": null, "policy": "managed_policy_arns"},
	"AWS::IAM::Role": {"role": null, "policy": "ManagedPolicyArns"},
}

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
	some type, shape in _attachments
	some address in _holders(type, shape.role, role)
	some attachment in _bound_policies(address, shape.policy)
}

_holders(type, key, role) := data.lib.link.bound_to(type, key, role) if key != null

_holders(type, null, role) := {role | input.resources[role].type == type}

_bound_policies(address, key) := {attachment |
	resource := input.resources[address]
	some index, text in data.lib.value.list_at(resource.values, key)
	found := _leads(resource, key, index, text)
	policies := {policy | some policy in found; _policy_of_ours(policy)}
	attachment := {
		"resource": address,
		"path": concat("", ["/", key]),
		"text": _spelled_out(found, text),
		"policies": policies,
	}
}

_policy_of_ours(address) if {
	input.resources[address].type in _policies
	input.resources[address].mode == "managed"
}

# A data source states which policy it looks up.
_spelled_out(found, text) := object.get(source.values, "arn", object.get(source.values, "name", text)) if {
	some address in found
	source := input.resources[address]
	source.mode == "data"
} else := text

_leads(resource, key, index, text) := data.lib.link.element_targets(resource, path, text) if {
	is_array(resource.values[key])
	path := sprintf("/%s/%d", [key, index])
}

_leads(resource, key, _, text) := data.lib.link.targets(resource, concat("", ["/", key]), text) if {
	not is_array(resource.values[key])
}
