package lib.statement

# METADATA
# title: the statement holds for the request
# description: Every condition is known to hold. The request is one of `data.lib.condition.request`.
admits(statement, sent) if {
	every condition in statement.conditions {
		data.lib.condition.holds_for(condition, sent)
	}
}

# METADATA
# title: the statement does not hold for the request
# description: Some condition is known not to hold.
spares(statement, sent) if {
	some condition in statement.conditions
	data.lib.condition.fails_for(condition, sent)
}

_comparing := {"arnequals", "arnlike", "stringequals", "stringlike"}

# METADATA
# title: the statement holds for requests from this resource alone
# description: A condition names exactly its ARN and nothing beside it.
from_source_alone(statement, arn) if {
	some condition in statement.conditions
	condition.key == "aws:sourcearn"
	data.lib.condition.operator(condition) in _comparing
	condition.values != []
	every text in condition.values {
		text == arn
	}
}

_differing := {"arnnotequals", "arnnotlike", "stringnotequals", "stringnotlike"}

# METADATA
# title: the statement holds for requests of services from every other resource
# description: |
#   A condition excludes exactly the ARN of the resource; what else it says holds whenever a service asks.
spares_source_alone(statement, arn) if {
	some condition in statement.conditions
	condition.key == "aws:sourcearn"
	trim_suffix(data.lib.condition.operator(condition), "ifexists") in _differing
	condition.values == [arn]
	every other in statement.conditions {
		_of_services(other, condition, arn)
	}
}

_of_services(other, condition, arn) if {
	other == condition
} else if {
	other.key in {"aws:principalisawsservice", "aws:securetransport"}
	data.lib.condition.holds_for(other, data.lib.condition.request("", arn))
}
