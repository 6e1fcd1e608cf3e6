package lib.iam

# METADATA
# title: a service can assume the role
# description: An Allow is for the service, alone or among others, and no Deny takes it away.
# custom:
#   types: ["aws_iam_role /assume_role_policy", "AWS::IAM::Role /AssumeRolePolicyDocument"]
assumable_by(role, service) if {
	trust := [statement |
		some path in _trust_paths
		some statement in input.resources[role].docs[path].statements
	]
	some opening in trust
	opening.effect == "Allow"
	data.lib.statement.acts_on(opening, "sts:assumerole")
	data.lib.statement.service(opening, service)
	every condition in opening.conditions {
		condition.key in _confining
		not _for_another_service(condition, service)
	}
	every statement in trust {
		not _refuses(statement, service)
	}
}

_refuses(statement, service) if {
	statement.effect != "Allow"
	_shuts_out(statement, service)
}
