# METADATA
# title: What an attribute leads to
# description: |
#   A text that is an identity decides; where it is none, a recorded reference does. A mention, all that a plan
#   without sources tells, is an association for a scalar and proves nothing about a member of a list.
package lib.link

# METADATA
# title: addresses an attribute leads to
# description: The attribute `key` of a resource, a scalar or a list.
attribute_targets(resource, key) := {address | some address in input.names[resource.values[key]]} if {
	input.names[resource.values[key]]
} else := {address |
	some index
	text := resource.values[key][index]
	some address in element_targets(resource, sprintf("/%s/%d", [key, index]), text)
} if {
	is_array(resource.values[key])
} else := _unnamed(resource, concat("", ["/", key]), object.get(resource.values, key, null))

# METADATA
# title: addresses a scalar leads to
# description: The value that stands at the path of a resource.
targets(resource, path, value) := {address | some address in input.names[value]} if {
	input.names[value]
} else := _unnamed(resource, path, value)

_unnamed(resource, path, value) := found if {
	found := named_elsewhere(value)
	count(found) > 0
} else := referenced(resource, path)

# METADATA
# title: addresses a value inside a list or a document leads to
# description: As `targets`, but a mention proves nothing about one element.
element_targets(resource, path, value) := {address | some address in input.names[value]} if {
	input.names[value]
} else := found if {
	found := named_elsewhere(value)
	count(found) > 0
} else := _recorded(resource, path, "exact")

# METADATA
# title: addresses referenced at a path
# description: The exact references; else the one resource that an unknown scalar mentions.
referenced(resource, path) := found if {
	found := _recorded(resource, path, "exact")
	count(found) > 0
} else := mentioned if {
	mentioned := _recorded(resource, path, "mention")
	count(mentioned) == 1
} else := set()

_recorded(resource, path, precision) := {entry.to |
	some entry in resource.refs
	entry.path == path
	entry.precision == precision
}

# METADATA
# title: addresses an ARN names that spells out another region or account
named_elsewhere(text) := {address |
	rest := data.lib.arn.resource_part(text)
	some candidate in {rest, data.lib.arn.last_part(rest)}
	some address in input.names[candidate]
	data.lib.arn.same(text, input.resources[address].identity.arn)
}

# METADATA
# title: resources of a type bound to the resource by the attribute
# description: The split form of a sub-resource, where `key` names its owner.
bound_to(type, key, address) := {bound |
	some bound in input.by_type[type]
	resource := input.resources[bound]
	resource.mode == "managed"
	address in attribute_targets(resource, key)
}
