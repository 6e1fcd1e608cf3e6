# METADATA
# title: Roles and what they hold
package lib.iam

_roles := {"aws_iam_role", "AWS::IAM::Role"}

# A document that stands in a resource of its own and names the roles that hold it.
_documents := {
	"aws_iam_role_policy": {"role": "role", "document": "/policy"},
	"AWS::IAM::RolePolicy": {"role": "RoleName", "document": "/PolicyDocument"},
	"AWS::IAM::Policy": {"role": "Roles", "document": "/PolicyDocument"},
	"AWS::IAM::ManagedPolicy": {"role": "Roles", "document": "/PolicyDocument"},
}

# METADATA
# title: the roles of this name
# custom:
#   types: ["aws_iam_role /name", "AWS::IAM::Role /RoleName"]
roles_named(name) := data.lib.value.managed_named(_roles, name)

# METADATA
# title: the statements of a role's policies
# description: Each with the resource and the path of its document; inline, split, managed and attached alike.
# custom:
#   types:
#     - aws_iam_role /inline_policy
#     - aws_iam_role_policy /policy
#     - aws_iam_policy /policy
#     - AWS::IAM::Role /Policies
#     - AWS::IAM::Policy /PolicyDocument
#     - AWS::IAM::RolePolicy /PolicyDocument
#     - AWS::IAM::ManagedPolicy /PolicyDocument
role_statements(role) := union({_inline(role), _split(role), _managed(role)})

_inline(role) := {found |
	some path, _ in input.resources[role].docs
	regex.match(`^/(inline_policy|Policies)/`, path)
	some found in data.lib.value.statements(role, path)
}

_split(role) := {found |
	some type, shape in _documents
	some address in data.lib.link.bound_to(type, shape.role, role)
	some found in data.lib.value.statements(address, shape.document)
}

_managed(role) := {found |
	some attachment in role_attachments(role)
	some address in attachment.policies
	some path in {"/policy", "/PolicyDocument"}
	some found in data.lib.value.statements(address, path)
}
