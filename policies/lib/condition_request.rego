package lib.condition

_naming := {"arnequals", "arnlike", "stringequals", "stringlike", "stringequalsignorecase", "bool"}

_excluding := {"arnnotequals", "arnnotlike", "stringnotequals", "stringnotlike", "stringnotequalsignorecase"}

_literal := {"bool", "stringequals", "stringnotequals", "stringequalsignorecase", "stringnotequalsignorecase"}

# What a service signs with is no identity of an account, and it comes from no network of one.
_absent := {
	"aws:federatedprovider",
	"aws:multifactorauthage",
	"aws:multifactorauthpresent",
	"aws:principalaccount",
	"aws:principalarn",
	"aws:principalorgid",
	"aws:principalorgpaths",
	"aws:sourceip",
	"aws:sourcevpc",
	"aws:sourcevpce",
	"aws:tokenissuetime",
	"aws:username",
	"aws:vpcsourceip",
}

# The organisation of the source, of which it is taken to be a member.
_organisation := {"aws:sourceorgid", "aws:sourceorgpaths"}

# METADATA
# title: a request that a service sends for a resource, by the keys that conditions know it by
request(service, arn) := {
	"aws:principalisawsservice": "true",
	"aws:principalservicename": service,
	"aws:principalservicenameslist": service,
	"aws:securetransport": "true",
	"aws:sourceaccount": split(arn, ":")[4],
	"aws:sourcearn": arn,
}

# METADATA
# title: the condition is sure to hold for the request
holds_for(condition, sent) if {
	_outcome(condition, sent) == true
}

# METADATA
# title: the condition is sure not to hold for the request
fails_for(condition, sent) if {
	_outcome(condition, sent) == false
}

# Whether the condition holds; of a key or an operator that is not listed nothing is known.
_outcome(condition, sent) := _compared(condition, sent[condition.key]) if {
	sent[condition.key]
} else := _of_member(condition) if {
	condition.key in _organisation
} else := _without_key(condition) if {
	_is_absent(condition.key)
}

_compared(condition, text) := condition.values == ["false"] if {
	operator(condition) == "null"
} else := _names(condition, text) if {
	_bare(condition) in _naming
} else := _names(condition, text) == false if {
	_bare(condition) in _excluding
}

_of_member(condition) := condition.values == ["false"] if {
	operator(condition) == "null"
} else := true if {
	_bare(condition) in _naming
} else := false if {
	_bare(condition) in _excluding
}

# A comparison with a key that is not there fails, unless it is negated, says `IfExists` or is for all of no values.
_without_key(condition) := condition.values == ["true"] if {
	operator(condition) == "null"
} else := false if {
	startswith(lower(condition.operator), "foranyvalue:")
} else := true if {
	startswith(lower(condition.operator), "forallvalues:")
} else := true if {
	endswith(operator(condition), "ifexists")
} else := contains(operator(condition), "not")

_is_absent(key) if {
	key in _absent
} else if {
	startswith(key, "aws:principaltag/")
} else if {
	startswith(key, "aws:calledvia")
}

# One value meets `ForAllValues` as it meets the operator alone.
_bare(condition) := trim_prefix(_basic(condition), "forallvalues:")

_names(condition, text) if {
	text in condition.values
} else if {
	_bare(condition) in _ignoring_case
	lower(text) in {lower(value) | some value in condition.values}
} else if {
	not _bare(condition) in _literal
	data.lib.arn.any_covers(condition.values, text)
} else := false
