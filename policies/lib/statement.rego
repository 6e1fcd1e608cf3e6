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
	some pattern in statement.actions
	data.lib.arn.covers(pattern, action)
}

acts_on(statement, action) if {
	is_array(statement.not_actions)
	every pattern in statement.not_actions {
		not data.lib.arn.covers(pattern, action)
	}
}

# METADATA
# title: the statement is about a resource
# description: By its ARN, by a pattern, or because `NotResource` leaves it out.
reaches(statement, arn) if {
	some pattern in statement.resources
	data.lib.arn.covers_arn(pattern, arn)
}

reaches(statement, arn) if {
	is_array(statement.not_resources)
	every pattern in statement.not_resources {
		not data.lib.arn.covers_arn(pattern, arn)
	}
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
service(statement, id) if {
	some principal in statement.principals
	principal.type == "Service"
	principal.id == id
}

# METADATA
# title: the statement leaves its principals open
# description: Everyone, any service, or all but a few.
open_to_services(statement) if everyone(statement)

open_to_services(statement) if {
	some principal in statement.principals
	principal.type == "Service"
}

open_to_services(statement) if statement.not_principals != null

_exact := {"arnequals", "arnlike", "stringequals", "stringlike"}

# METADATA
# title: the statement holds for requests from the resource
# description: Its conditions are about the source alone, and each that names ARNs has one that covers it.
admits_source(statement, arn) if {
	every condition in statement.conditions {
		_admits(condition, arn)
	}
}

_admits(condition, arn) if {
	condition.key == "aws:sourcearn"
	lower(condition.operator) in _exact
	some text in condition.values
	data.lib.arn.covers_arn(text, arn)
}

_admits(condition, _) if condition.key in {"aws:sourceaccount", "aws:sourceorgid"}

# METADATA
# title: the statement holds for requests from this resource alone
# description: A condition names exactly its ARN and nothing beside it.
from_source_alone(statement, arn) if {
	some condition in statement.conditions
	condition.key == "aws:sourcearn"
	lower(condition.operator) in _exact
	count(condition.values) > 0
	every text in condition.values {
		data.lib.arn.same(text, arn)
	}
}
