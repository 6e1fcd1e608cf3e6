package lib.iam

# METADATA
# title: the statements of a role's trust policy
# custom:
#   types: ["aws_iam_role /assume_role_policy", "AWS::IAM::Role /AssumeRolePolicyDocument"]
trust_statements(role) := union({
	data.lib.value.statements(role, "/assume_role_policy"),
	data.lib.value.statements(role, "/AssumeRolePolicyDocument"),
})

# METADATA
# title: the service can assume the role and nobody else can
# description: An unconditional Allow for the service, and no Allow for another principal.
# custom:
#   types: ["aws_iam_role /assume_role_policy", "AWS::IAM::Role /AssumeRolePolicyDocument"]
trusts_only_service(role, service) if {
	allows := {entry.statement | some entry in trust_statements(role); entry.statement.effect == "Allow"}
	some statement in allows
	count(statement.conditions) == 0
	data.lib.statement.acts_on(statement, "sts:assumerole")
	every other in allows {
		_for_service_alone(other, service)
	}
}

_for_service_alone(statement, service) if {
	statement.not_principals == null
	statement.principals == [{"type": "Service", "id": service}]
}
