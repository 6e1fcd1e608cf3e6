package lib.iam

# METADATA
# title: the statements of a role's policies that last
# description: |
#   As `role_statements`, but for each Allow that a list leaves out which says what there is in all: the inline policies
#   of a role, the policies attached to it, or the roles that a policy is attached to. What such a list leaves out is
#   taken away when it is applied, now or the next time.
# custom:
#   types:
#     - aws_iam_role_policies_exclusive /policy_names
#     - aws_iam_role_policy_attachments_exclusive /policy_arns
#     - aws_iam_policy_attachment /roles
#     - aws_iam_role /inline_policy
#     - aws_iam_role /managed_policy_arns
lasting_statements(role) := {entry |
	some entry in role_statements(role)
	not _taken_away(role, entry)
}

_taken_away(role, entry) if {
	entry.statement.effect == "Allow"
	input.resources[entry.resource].type in _policies
	some policies in _all_policies(role)
	not entry.resource in policies
} else if {
	entry.statement.effect == "Allow"
	some address in input.by_type.aws_iam_policy_attachment
	resource := input.resources[address]
	entry.resource in data.lib.link.attribute_targets(resource, "policy_arn", "arn")
	not role in data.lib.link.attribute_targets(resource, "roles", "name")
} else if {
	entry.statement.effect == "Allow"
	goes_by := _inline_name(role, entry)
	some names in _all_names(role)
	names & goes_by == set()
}

_all_policies(role) := {union({attachment.policies | some attachment in _bound(resource, "policy_arns")}) |
	some address in data.lib.link.bound_to("aws_iam_role_policy_attachments_exclusive", "role_name", "name", role)
	resource := input.resources[address]
} | {union({attachment.policies | some attachment in _bound(resource, "managed_policy_arns")}) |
	resource := input.resources[role]
	count(resource.values.managed_policy_arns) > 0
}

# The texts and addresses that a policy in a role or of its own can be listed by.
_inline_name(role, entry) := {entry.resource} | {name | name := input.resources[entry.resource].values.name} if {
	input.resources[entry.resource].type == "aws_iam_role_policy"
} else := {input.resources[role].values.inline_policy[to_number(index)].name} if {
	["", "inline_policy", index, "policy"] = split(entry.path, "/")
}

_all_names(role) := {names |
	some address in data.lib.link.bound_to("aws_iam_role_policies_exclusive", "role_name", "name", role)
	resource := input.resources[address]
	texts := {text | text := resource.values.policy_names[_]}
	names := texts | {entry.to | some entry in resource.refs; startswith(entry.path, "/policy_names/")}
} | {names |
	names := {name | name := input.resources[role].values.inline_policy[_].name}
	names != set()
}
