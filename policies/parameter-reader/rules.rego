# METADATA
# title: Parameter reader
# description: The role `billing-reader` reads the parameter `/billing/api-endpoint` and nothing else.
package scenarios.parameter_reader

_role_name := "billing-reader"

_parameter_name := "/billing/api-endpoint"

_roles := data.lib.iam.roles_named(_role_name)

# The empty address holds nothing, so a demand is never met by the lack of a role.
_asked_roles := _roles | {"" | count(_roles) == 0}

_parameter_value := "https://billing.internal.example.com/v1"

_parameters := data.lib.ssm.parameters_named(_parameter_name)

_parameter_arns := {input.resources[address].identity.arn | some address in _parameters}

_held[role] := data.lib.iam.role_statements(role) if some role in _asked_roles

_reading := {"ssm:getparameter", "ssm:getparameters"}

# METADATA
# title: the role can read the parameter
# custom:
#   id: PR001
#   tier: 1
#   catches: [grant-missing, grant-taken-away, other-parameter]
deny contains result if {
	some role in _asked_roles
	not _reads(role)
	result := {
		"rule": "PR001",
		"msg": sprintf("role `%s` cannot read parameter `%s`", [_role_name, _parameter_name]),
		"resource": role,
		"path": "",
	}
}

_reads(role) if {
	some arn in _parameter_arns
	data.lib.grant.may(data.lib.iam.lasting_statements(role), _reading, arn)
	not data.lib.iam.bounded_out(role, _reading, arn)
}

# METADATA
# title: the parameter holds the asked URL
# custom:
#   id: PR006
#   tier: 1
#   catches: [other-value]
deny contains result if {
	some parameter in _parameters
	not data.lib.ssm.holds(parameter, _parameter_value)
	result := {
		"rule": "PR006",
		"msg": sprintf("parameter `%s` does not hold the base URL", [_parameter_name]),
		"resource": parameter,
		"path": "",
	}
}

# METADATA
# title: what the role may do with parameters is limited to the one parameter
# custom:
#   id: PR002
#   tier: 1
#   catches: [wildcard-resource, other-parameter, path-wildcard, suffix-wildcard]
deny contains result if {
	some entry in _allows
	data.lib.grant.about_service(entry.statement, "ssm")
	not _scoped(entry.statement)
	result := _at("PR002", sprintf("an Allow reaches further than parameter `%s`", [_parameter_name]), entry)
}

_scoped(statement) if {
	some arn in _parameter_arns
	data.lib.grant.scoped_to(statement, arn)
}

_allows contains entry if {
	some entry in _held[_]
	entry.statement.effect == "Allow"
}

_at(rule, msg, place) := {"rule": rule, "msg": msg, "resource": place.resource, "path": place.path}
