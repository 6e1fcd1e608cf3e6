package scenarios.parameter_reader

# What the role may do, by the beginnings of the actions: read, and write its own logs.
_asked := {"ssm:get", "ssm:describe", "ssm:list", "logs:createloggroup", "logs:createlogstream", "logs:putlogevents"}

_tolerated_policy := `(^|^arn:aws[a-z-]*:iam::aws:policy/service-role/)AWSLambdaBasicExecutionRole$`

# METADATA
# title: the role only reads parameters
# custom:
#   id: PR003
#   tier: 1
#   catches: [wide-action]
deny contains result if {
	some surplus in _surplus
	data.lib.grant.of_service(surplus.action, "ssm")
	result := _at("PR003", sprintf("`%v` does more with parameters than read them", [surplus.action]), surplus.entry)
}

_surplus contains {"action": action, "entry": entry} if {
	some entry in _allows
	some action in data.lib.grant.actions_beyond(entry.statement, _asked)
}

# METADATA
# title: the role holds nothing else
# description: Writing its own logs is no use of the role beyond what was asked.
# custom:
#   id: PR004
#   tier: 1
#   catches: [extra-grant, let-in-elsewhere]
deny contains result if {
	some place in _foreign
	result := _at("PR004", sprintf("role `%s` is allowed more than it was asked for", [_role_name]), place)
}

_foreign contains surplus.entry if {
	some surplus in _surplus
	not data.lib.grant.begins(surplus.action, {"ssm:"})
}

_foreign contains attachment if {
	some role in _roles
	some attachment in data.lib.iam.role_attachments(role)
	attachment.policies == set()
	not _tolerates(attachment.text)
}

_foreign contains door if {
	some role in _roles
	some door in data.lib.iam.doors(role)
	some action in door.actions
	not data.lib.grant.begins(action, _asked)
}

_tolerates(text) if {
	is_string(text)
	regex.match(_tolerated_policy, text)
}
