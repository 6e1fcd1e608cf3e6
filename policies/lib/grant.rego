# METADATA
# title: What policy statements grant
# description: Held statements come as facts give them, each in the field `statement` beside where it stands.
package lib.grant

# METADATA
# title: one of the actions on the resource is open
# description: An unconditional Allow reaches it and no unconditional Deny takes it away.
may(held, actions, arn) if {
	some entry in held
	entry.statement.effect == "Allow"
	entry.statement.conditions == []
	data.lib.statement.reaches(entry.statement, arn)
	some action in actions
	data.lib.statement.acts_on(entry.statement, action)
	not forbidden(held, action, arn)
}

# METADATA
# title: the action on the resource is taken away, whatever the circumstances
forbidden(held, action, arn) if {
	some entry in held
	entry.statement.effect == "Deny"
	entry.statement.conditions == []
	data.lib.statement.acts_on(entry.statement, action)
	data.lib.statement.reaches(entry.statement, arn)
}

# METADATA
# title: the statement names nothing but this resource
# description: Every resource is exactly the ARN; a pattern, a `NotAction` or a `NotResource` is no scope.
scoped_to(statement, arn) if {
	statement.not_actions == null
	statement.not_resources == null
	statement.resources != []
	every text in statement.resources {
		data.lib.arn.same(text, arn)
	}
}

# METADATA
# title: the statement allows actions that are neither known nor covered by a pattern
# description: An Allow by `NotAction` always does.
exceeds(statement, known, patterns) if {
	statement.not_actions != null
} else if {
	some action in statement.actions
	not action in known
	not data.lib.arn.any_covers(patterns, action)
}

# METADATA
# title: the statement allows actions of a service that are neither known nor covered by a pattern
# description: An Allow by `NotAction` always does.
exceeds_within(statement, service, known, patterns) if {
	statement.not_actions != null
} else if {
	some action in statement.actions
	not action in known
	_of_service(action, service)
	not data.lib.arn.any_covers(patterns, action)
}

# METADATA
# title: the statement is about actions of a service
# description: A pattern that spans services and a `NotAction` are about every service.
about_service(statement, service) if {
	statement.not_actions != null
} else if {
	some action in statement.actions
	_of_service(action, service)
}

_of_service(action, service) if {
	is_string(action)
	data.lib.arn.covers(split(action, ":")[0], service)
}
