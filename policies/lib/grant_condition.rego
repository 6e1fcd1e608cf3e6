package lib.grant

# Whatever asks for a resource, TLS, region, account and the tags of the resource are known.
_holds_for_resource(statement, arn) if {
	every condition in statement.conditions {
		data.lib.condition.holds_for(condition, {condition.key: _sent(condition.key, arn)})
	}
}

_sent("aws:securetransport", _) := "true"

_sent("aws:requestedregion", arn) := split(arn, ":")[3]

_sent("aws:resourceaccount", arn) := split(arn, ":")[4]

# Keys of conditions are in lower case; tags that differ in nothing but case are not told apart.
_sent(key, arn) := text if {
	tag := split(key, ":resourcetag/")[1]
	texts := {value |
		some address in input.names[arn]
		some own, value in input.resources[address].tags.effective
		lower(own) == tag
	}
	count(texts) == 1
	some text in texts
}
