# METADATA
# title: What policy statements grant
# description: Held statements come as facts give them, each in the field `statement` beside where it stands.
package lib.grant

# METADATA
# title: one of the actions on the resource is open
# description: An Allow that holds for every request for it reaches it, and no such Deny takes it away.
may(held, actions, arn) if {
	some entry in held
	entry.statement.effect == "Allow"
	_holds_for_resource(entry.statement, arn)
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
	_holds_for_resource(entry.statement, arn)
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
		text == arn
	}
}

# METADATA
# title: the actions of a statement that begin with none of the prefixes
# description: A statement by `NotAction` is about every action, which no prefix begins.
actions_beyond(statement, prefixes) := {"*"} if {
	statement.not_actions != null
} else := {action |
	some action in statement.actions
	not begins(action, prefixes)
}

# METADATA
# title: an action begins with one of the prefixes
begins(action, prefixes) if strings.any_prefix_match(action, prefixes)

# METADATA
# title: the statement is about actions of a service
# description: A pattern that spans services and a `NotAction` are about every service.
about_service(statement, service) if {
	statement.not_actions != null
} else if {
	some action in statement.actions
	of_service(action, service)
}

# METADATA
# title: an action is one of the service
# description: By name, or as a pattern that spans services.
of_service(action, service) if data.lib.arn.covers(split(action, ":")[0], service)
