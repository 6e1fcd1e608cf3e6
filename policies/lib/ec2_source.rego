package lib.ec2

# The attributes that name a source, and the form they take.
_list_keys := {"prefix_list_ids": "id", "prefix_list_id": "id", "SourcePrefixListId": "id"}

_group_keys := {
	"security_groups": "id",
	"source_security_group_id": "id",
	"referenced_security_group_id": "id",
	"SourceSecurityGroupId": "id",
	"SourceSecurityGroupName": "any",
}

# What is created here is told by its address, anything else by its text.
_sources(address, path, block, keys) := {source |
	some key, form in keys
	some source in _found(input.resources[address], concat("/", [path, key]), block[key], form)
}

_found(resource, path, value, form) := _or_text(data.lib.link.targets(resource, path, value, form), value) if {
	is_string(value)
} else := {source |
	some index
	text := value[index]
	member_path := sprintf("%s/%d", [path, index])
	some source in _or_text(data.lib.link.element_targets(resource, member_path, text, form), text)
}

_or_text(addresses, text) := {text | text != ""} if {
	addresses == set()
} else := addresses
