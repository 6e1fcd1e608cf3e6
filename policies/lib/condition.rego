# METADATA
# title: What a condition of a policy statement says
# description: Conditions come from the graph, their keys in lower case and their values texts.
package lib.condition

# METADATA
# title: the operator in lower case
# description: A key with one value meets `ForAnyValue` as it meets the operator alone.
operator(condition) := trim_prefix(lower(condition.operator), "foranyvalue:")

# What a key that every request carries makes of `IfExists`.
_basic(condition) := trim_suffix(operator(condition), "ifexists")

_affirming := {"bool", "stringequals", "stringlike", "stringequalsignorecase"}

_negating := {"stringnotequals", "stringnotlike", "stringnotequalsignorecase"}

_ignoring_case := {"bool", "stringequalsignorecase", "stringnotequalsignorecase"}

_opposite := {"true": "false", "false": "true"}

# METADATA
# title: the requests that a condition on TLS holds for
# description: The text `true` for those over TLS alone, `false` for those without it alone.
transport(condition) := value if {
	condition.key == "aws:securetransport"
	_basic(condition) in _affirming
	some value in {"true", "false"}
	_says(condition, value)
} else := _opposite[value] if {
	condition.key == "aws:securetransport"
	_basic(condition) in _negating
	some value in {"true", "false"}
	_says(condition, value)
}

_says(condition, value) if {
	condition.values == [value]
} else if {
	_basic(condition) in _ignoring_case
	[lower(text) | some text in condition.values] == [value]
}
