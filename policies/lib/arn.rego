# METADATA
# title: Texts and patterns that name resources
# description: |
#   Patterns as IAM reads them (`*` any characters, `?` one). The region and the account of an ARN that are
#   spelled out are not compared: the artifact rarely states where it will be deployed.
package lib.arn

# METADATA
# title: a text holds a wildcard
has_wildcard(text) if {
	contains(text, "*")
} else if {
	contains(text, "?")
}

# METADATA
# title: a pattern covers a text
covers(pattern, text) if {
	pattern == text
} else if {
	is_string(pattern)
	has_wildcard(pattern)
	regex.match(_expression(pattern), text)
}

_expression(pattern) := concat("", ["^", replace(replace(_literal(pattern), "*", ".*"), "?", "."), "$"])

_literal(pattern) := regex.replace(pattern, `[.+()|\[\]{}^$\\]`, `\$0`)

# METADATA
# title: one of the patterns covers a text
any_covers(patterns, text) if {
	text in patterns
} else if {
	"*" in patterns
} else if {
	has_wildcard(json.marshal(patterns))
	some pattern in patterns
	covers(pattern, text)
}

# METADATA
# title: one of the patterns covers an ARN
# description: Whichever region and account are spelled out on either side.
any_covers_arn(patterns, arn) if {
	any_covers(patterns, arn)
} else if {
	here := _anywhere(arn)
	some pattern in patterns
	covers(_anywhere(pattern), here)
}

# METADATA
# title: a text is this ARN and no pattern
# description: Whichever region and account are spelled out on either side; a pattern in their place is none.
same(text, arn) if {
	text == arn
} else if {
	_anywhere(text) == _anywhere(arn)
}

# METADATA
# title: what follows the account in an ARN
resource_part(arn) := concat(":", array.slice(parts, 5, count(parts))) if {
	is_string(arn)
	startswith(arn, "arn:")
	parts := split(arn, ":")
	count(parts) > 5
}

# METADATA
# title: what follows the kind of the resource
# description: The name in `function:name` and `role/name`.
last_part(text) := regex.replace(text, `^[a-z-]+[:/]`, "")

_anywhere(arn) := concat(":", [parts[0], parts[1], parts[2], _place(parts[3]), _place(parts[4]), rest]) if {
	rest := resource_part(arn)
	parts := split(arn, ":")
}

_place(text) := text if {
	has_wildcard(text)
} else := ""
