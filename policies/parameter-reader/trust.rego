package scenarios.parameter_reader

# METADATA
# title: Lambda can assume the role and nobody else
# custom:
#   id: PR005
#   tier: 1
#   catches: [wrong-trust]
deny contains result if {
	some role in _asked_roles
	not _trusts_lambda_alone(role)
	result := {
		"rule": "PR005",
		"msg": sprintf("role `%s` is not for Lambda alone", [_role_name]),
		"resource": role,
		"path": "",
	}
}

_trusts_lambda_alone(role) if data.lib.iam.trusts_only_service(role, "lambda.amazonaws.com")
