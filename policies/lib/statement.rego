# METADATA
# title: What one normalised policy statement says
# description: |
#   Statements come from the graph: actions in lower case, every list a list. `NotAction` and `NotResource` are
#   read for what they let through, never as a scope.
package lib.statement

# METADATA
# title: the statement is about an action
# description: By name, by a pattern, or because `NotAction` leaves it out.
acts_on(statement, action) if {
	action in statement.actions
} else if {
	data.lib.arn.any_covers(statement.actions, action)
} else if {
	statement.not_actions != null
	not data.lib.arn.any_covers(statement.not_actions, action)
}

# METADATA
# title: the statement is about a resource
# description: By its ARN, by a pattern, or because `NotResource` leaves it out.
reaches(statement, arn) if {
	arn in statement.resources
} else if {
	data.lib.arn.any_covers(statement.resources, arn)
} else if {
	statement.not_resources != null
	not data.lib.arn.any_covers(statement.not_resources, arn)
}

# METADATA
# title: the statement is about every principal
everyone(statement) if {
	some principal in statement.principals
	principal.id == "*"
	principal.type in {"*", "AWS"}
}

# METADATA
# title: the statement is about a service
# description: By name, because it is about everyone, or because `NotPrincipal` leaves it out.
service(statement, id) if {
	{"type": "Service", "id": id} in statement.principals
} else if {
	everyone(statement)
} else if {
	statement.not_principals != null
	not {"type": "Service", "id": id} in statement.not_principals
}

# METADATA
# title: the statement leaves its principals open
# description: Any service, everyone, or all but a few.
open_to_services(statement) if {
	some principal in statement.principals
	principal.type == "Service"
} else if {
	everyone(statement)
} else if {
	statement.not_principals != null
}

# METADATA
# title: the statement holds for every request
# description: It has no condition, or none but that the request is over TLS, as all are that a program sends.
unconditional(statement) if {
	every condition in statement.conditions {
		data.lib.condition.transport(condition) == "true"
	}
}
