# METADATA
# title: What an attribute leads to
# description: |
#   A text that is an identity decides, and it has to be the identity of the form that the attribute takes: `arn`,
#   `name`, `url`, or `any`. The URL of a queue where its name belongs is valid until it is deployed. Where the text is
#   no identity, a recorded reference decides, where it is to an attribute that identifies. A mention, all that a plan
#   without sources tells, is an association for a scalar and proves nothing about a member of a list.
package lib.link

# What identifies a resource and may be no text of `names`, which hold the ARN, id, name and URL of the types that the
# graph knows. The key behind an alias is the one that the alias leads to.
_identifying := {
	"AliasArn",
	"Arn",
	"FunctionArn",
	"GroupId",
	"Id",
	"KeyId",
	"PrefixListId",
	"Ref",
	"arn",
	"id",
	"key_id",
	"qualified_arn",
	"target_key_arn",
}

# METADATA
# title: addresses an attribute leads to
# description: The attribute `key` of a resource, a scalar or a list.
attribute_targets(resource, key, form) := known_as(resource.values[key], form) if {
	input.names[resource.values[key]]
} else := {address |
	some index
	text := resource.values[key][index]
	some address in element_targets(resource, sprintf("/%s/%d", [key, index]), text, form)
} if {
	is_array(resource.values[key])
} else := referenced(resource, concat("", ["/", key]))

# METADATA
# title: addresses a scalar leads to
# description: The value that stands at the path of a resource.
targets(resource, path, value, form) := known_as(value, form) if {
	input.names[value]
} else := referenced(resource, path)

# METADATA
# title: addresses a value inside a list or a document leads to
# description: As `targets`, but a mention proves nothing about one element.
element_targets(resource, path, value, form) := known_as(value, form) if {
	input.names[value]
} else := _identified(resource, path)

# METADATA
# title: addresses that have a text as their identity of a form
known_as(text, "any") := {address | some address in input.names[text]}

known_as(text, form) := {address |
	some address in input.names[text]
	input.resources[address].identity[form] == text
} if {
	form != "any"
}

# METADATA
# title: addresses referenced at a path
# description: |
#   The exact references to what identifies; where none is exact, the one resource that an unknown scalar mentions.
referenced(resource, path) := _identified(resource, path) if {
	_recorded(resource, path, "exact") != []
} else := mentioned if {
	mentioned := {entry.to | some entry in _recorded(resource, path, "mention")}
	count(mentioned) == 1
} else := set()

_identified(resource, path) := {entry.to |
	some entry in _recorded(resource, path, "exact")
	entry.attribute in _identifying
}

_recorded(resource, path, precision) := [entry |
	some entry in resource.refs
	entry.path == path
	entry.precision == precision
]

# METADATA
# title: resources of a type bound to the resource by the attribute
# description: The split form of a sub-resource, where `key` names its owner.
bound_to(type, key, form, address) := {bound |
	some bound in input.by_type[type]
	resource := input.resources[bound]
	resource.mode == "managed"
	address in attribute_targets(resource, key, form)
}
