# METADATA
# title: What policy statements grant
package lib.grant

# METADATA
# title: the statement grants an action on a resource, whatever the circumstances
grants(statement, action, arn) if {
	statement.effect == "Allow"
	count(statement.conditions) == 0
	data.lib.statement.acts_on(statement, action)
	data.lib.statement.reaches(statement, arn)
}

# METADATA
# title: the statement takes an action on a resource away, whatever the circumstances
forbids(statement, action, arn) if {
	statement.effect == "Deny"
	count(statement.conditions) == 0
	data.lib.statement.acts_on(statement, action)
	data.lib.statement.reaches(statement, arn)
}

# METADATA
# title: the statement names nothing but this resource
# description: Every resource is exactly the ARN; a pattern, a `NotAction` or a `NotResource` is no scope.
scoped_to(statement, arn) if {
	statement.not_actions == null
	statement.not_resources == null
	count(statement.resources) > 0
	every text in statement.resources {
		data.lib.arn.same(text, arn)
	}
}

# METADATA
# title: the statement allows actions that none of the patterns covers
# description: An Allow by `NotAction` always does.
exceeds(statement, patterns) if {
	some action in statement.actions
	not _covered(action, patterns)
}

exceeds(statement, _) if statement.not_actions != null

# METADATA
# title: the statement allows actions of a service that none of the patterns covers
# description: An Allow by `NotAction` always does.
exceeds_within(statement, service, patterns) if {
	some action in statement.actions
	_of_service(action, service)
	not _covered(action, patterns)
}

exceeds_within(statement, _, _) if statement.not_actions != null

# METADATA
# title: the statement is about actions of a service
# description: A pattern that spans services and a `NotAction` are about every service.
about_service(statement, service) if {
	some action in statement.actions
	_of_service(action, service)
}

about_service(statement, _) if statement.not_actions != null

_of_service(action, service) if {
	is_string(action)
	data.lib.arn.covers(split(action, ":")[0], service)
}

_covered(action, patterns) if {
	some pattern in patterns
	data.lib.arn.covers(pattern, action)
}

# METADATA
# title: some of the actions on the resource are open to the role
# description: An unconditional Allow reaches it and no unconditional Deny takes it away.
may(held, actions, arn) if {
	some action in actions
	some entry in held
	grants(entry.statement, action, arn)
	not _forbidden(held, action, arn)
}

_forbidden(held, action, arn) if {
	some entry in held
	forbids(entry.statement, action, arn)
}
