# METADATA
# title: What an attribute leads to
# description: |
#   A text that is an identity decides; where it is none, a recorded reference does. A mention, all that a plan
#   without sources tells, is an association for a scalar and proves nothing about a member of a list.
package lib.link

# METADATA
# title: addresses a text names
# description: By an exact identity, else by an ARN that differs from an identity in region or account alone.
addresses_named(name) := found if {
	found := {address | some address in object.get(input.names, name, [])}
	count(found) > 0
} else := {address |
	is_string(name)
	rest := data.lib.arn.resource_part(name)
	some candidate in {rest, data.lib.arn.last_part(rest)}
	some address in object.get(input.names, candidate, [])
	data.lib.arn.same(name, input.resources[address].identity.arn)
}

# METADATA
# title: addresses an attribute leads to
# description: |
#   What the text names; else the exact reference recorded at the path; else the one resource that an
#   unknown scalar mentions.
targets(resource, path, value) := found if {
	found := addresses_named(value)
	count(found) > 0
} else := referenced(resource, path)

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

# METADATA
# title: addresses a value inside a list or a document leads to
# description: As `targets`, but a mention proves nothing about one element.
element_targets(resource, path, value) := found if {
	found := addresses_named(value)
	count(found) > 0
} else := _recorded(resource, path, "exact")

_recorded(resource, path, precision) := {entry.to |
	some entry in object.get(resource, "refs", [])
	entry.path == path
	entry.precision == precision
}

# METADATA
# title: an attribute leads to the resource
# description: Scalar or list; each member of a list is looked at by itself.
points_to(resource, key, address) if {
	value := object.get(resource.values, key, null)
	not is_array(value)
	address in targets(resource, concat("", ["/", key]), value)
}

points_to(resource, key, address) if {
	values := resource.values[key]
	is_array(values)
	some index, value in values
	address in element_targets(resource, sprintf("/%s/%d", [key, index]), value)
}

# METADATA
# title: resources of a type whose attribute leads to the resource
# description: The split form of a sub-resource, bound to its owner by the attribute `key`.
bound_to(type, key, address) := {bound |
	some bound in object.get(input.by_type, type, [])
	resource := input.resources[bound]
	resource.mode == "managed"
	points_to(resource, key, address)
}
