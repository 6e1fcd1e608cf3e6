# METADATA
# title: Texts and patterns that name resources
# description: |
#   Patterns as IAM reads them (`*` any characters, `?` one). Texts are compared as they are, region and account
#   included: where the artifact does not state them, grading tries several. A `*` in a text stands for whatever is
#   not empty, all keys or all actions, so `*` and `?*` cover it and `?` alone does not.
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
	has_wildcard(pattern)
	regex.match(_expression(pattern), text)
}

_expression(pattern) := concat("", ["^", replace(replace(_not_empty(pattern), "*", ".*"), "?", "[^*]"), "$"])

_not_empty(pattern) := replace(replace(_literal(pattern), "?*", ".+"), "*?", ".+")

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
