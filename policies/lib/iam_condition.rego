package lib.iam

# What no request of a session has that a service began.
_never_sent := {"aws:federatedprovider", "aws:multifactorauthage", "aws:multifactorauthpresent", "aws:username"}

_as_the_role(statement, role) := statement if {
	statement.conditions == []
} else := object.union(statement, {"conditions": [condition |
	some condition in statement.conditions
	not _always_met(condition, _session(input.resources[role].identity.arn))
]})

_session(arn) := {
	"aws:principalaccount": split(arn, ":")[4],
	"aws:principalarn": arn,
	"aws:principalisawsservice": "false",
	"aws:principaltype": "AssumedRole",
}

_always_met(condition, sent) if {
	_is_decided(condition.key, sent)
	data.lib.condition.holds_for(condition, sent)
}

_is_decided(key, sent) if {
	sent[key]
} else if {
	key in _never_sent
}
