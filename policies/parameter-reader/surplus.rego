package scenarios.parameter_reader

_known_logging := {"logs:createloggroup", "logs:createlogstream", "logs:putlogevents"}

_tolerated_policy := `(^|^arn:aws[a-z-]*:iam::aws:policy/service-role/)AWSLambdaBasicExecutionRole$`

# METADATA
# title: the role holds nothing else
# description: Writing its own logs is no use of the role beyond what was asked.
# custom:
#   id: PR004
#   tier: 1
#   catches: [extra-grant]
deny contains result if {
	some place in _surplus
	result := _at("PR004", sprintf("role `%s` is allowed more than it was asked for", [_role_name]), place)
}

_surplus contains entry if {
	some entry in _allows
	data.lib.grant.exceeds(entry.statement, _known_reading | _known_logging, {"ssm:*"})
}

_surplus contains attachment if {
	some role in _roles
	some attachment in data.lib.iam.role_attachments(role)
	attachment.policies == set()
	not _tolerates(attachment.text)
}

_tolerates(text) if {
	is_string(text)
	regex.match(_tolerated_policy, text)
}
