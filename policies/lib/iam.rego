# METADATA
# title: Roles and what they hold
package lib.iam

_roles := {"aws_iam_role", "AWS::IAM::Role"}

# A document that stands in a resource of its own and names the roles that hold it.
_documents := {
	"aws_iam_role_policy": {"role": "role", "path": "/policy"},
	"AWS::IAM::RolePolicy": {"role": "RoleName", "path": "/PolicyDocument"},
	"AWS::IAM::Policy": {"role": "Roles", "path": "/PolicyDocument"},
	"AWS::IAM::ManagedPolicy": {"role": "Roles", "path": "/PolicyDocument"},
}

_trust_paths := {"/assume_role_policy", "/AssumeRolePolicyDocument"}

# What may limit a trust without taking it away.
_confining := {"aws:sourceaccount", "aws:sourcearn"}

# METADATA
# title: the roles of this name
# custom:
#   types: ["aws_iam_role /name", "AWS::IAM::Role /RoleName"]
roles_named(name) := data.lib.value.managed_named(_roles, name)

# METADATA
# title: the statements of a role's policies
# description: |
#   Each with the resource and the path of its document; inline, split, managed and attached alike. Conditions that
#   every request of the role meets are left out.
# custom:
#   types:
#     - aws_iam_role /inline_policy
#     - aws_iam_role_policy /policy
#     - aws_iam_policy /policy
#     - AWS::IAM::Role /Policies
#     - AWS::IAM::Policy /PolicyDocument
#     - AWS::IAM::RolePolicy /PolicyDocument
#     - AWS::IAM::ManagedPolicy /PolicyDocument
role_statements(role) := {object.union(entry, {"statement": _as_the_role(entry.statement, role)}) |
	some entry in _written(role)
}

_written(role) := {{"resource": role, "path": path, "statement": statement} |
	some path, document in input.resources[role].docs
	not path in _trust_paths
	some statement in document.statements
} | {{"resource": address, "path": shape.path, "statement": statement} |
	some type, shape in _documents
	some address in input.by_type[type]
	resource := input.resources[address]
	document := resource.docs[shape.path]
	role in data.lib.link.attribute_targets(resource, shape.role, "name")
	some statement in document.statements
} | {{"resource": policy, "path": path, "statement": statement} |
	some attachment in role_attachments(role)
	some policy in attachment.policies
	some path, document in input.resources[policy].docs
	some statement in document.statements
}

# METADATA
# title: the service can assume the role and nobody else can
# description: An Allow for the service that no unconditional Deny takes away, and no Allow for another principal.
# custom:
#   types: ["aws_iam_role /assume_role_policy", "AWS::IAM::Role /AssumeRolePolicyDocument"]
trusts_only_service(role, service) if {
	trust := [statement |
		some path in _trust_paths
		some statement in input.resources[role].docs[path].statements
	]
	some opening in trust
	opening.effect == "Allow"
	data.lib.statement.acts_on(opening, "sts:assumerole")
	every condition in opening.conditions {
		condition.key in _confining
		not _for_another_service(condition, service)
	}
	every statement in trust {
		_keeps_to_service(statement, service)
	}
}

# The service asks on behalf of a resource of its own, never of one of another service.
_for_another_service(condition, service) if {
	condition.key == "aws:sourcearn"
	not contains(lower(condition.operator), "not")
	every text in condition.values {
		not data.lib.arn.covers(split(text, ":")[2], split(service, ".")[0])
	}
}

_keeps_to_service(statement, service) if {
	statement.effect == "Allow"
	statement.not_principals == null
	{principal | some principal in statement.principals} == {{"type": "Service", "id": service}}
} else if {
	statement.effect != "Allow"
	not _shuts_out(statement, service)
}

_shuts_out(statement, service) if {
	data.lib.statement.unconditional(statement)
	data.lib.statement.service(statement, service)
	data.lib.statement.acts_on(statement, "sts:assumerole")
}
