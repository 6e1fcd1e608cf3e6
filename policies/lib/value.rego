# METADATA
# title: Reading values of a completed graph
# description: What every fact uses to look at an attribute or to find a resource by type or name.
package lib.value

# METADATA
# title: a value as a list
# description: A list as it is, nothing for null, any other value as a list of one.
members(value) := value if is_array(value)

members(value) := [] if value == null

members(value) := [value] if {
	not is_array(value)
	value != null
}

# METADATA
# title: the members of an attribute
# description: The attribute `key` of an object as a list; empty when unset.
list_at(record, key) := members(object.get(record, key, null))

# METADATA
# title: a value as a boolean
# description: CloudFormation takes the texts `true` and `false` where a boolean belongs.
boolean(value) := value if is_boolean(value)

boolean(value) := true if value == "true"

boolean(value) := false if value == "false"

# METADATA
# title: a value as a number
# description: CloudFormation takes digits in quotes where a number belongs.
number(value) := value if is_number(value)

number(value) := to_number(value) if {
	is_string(value)
	regex.match(`^-?[0-9]+(\.[0-9]+)?$`, value)
}

# METADATA
# title: a scalar as text
# description: Booleans and numbers stand in policy documents with and without quotes.
text(value) := value if is_string(value)

text(value) := "true" if value == true

text(value) := "false" if value == false

text(value) := sprintf("%v", [value]) if is_number(value)

# METADATA
# title: managed resources of the given types
# description: Addresses, by type; data sources are left out.
managed(types) := {address |
	some type in types
	some address in object.get(input.by_type, type, [])
	input.resources[address].mode == "managed"
}

# METADATA
# title: managed resources of the given types that have this name
# description: Addresses whose name, id, ARN or URL is exactly the text.
managed_named(types, name) := {address |
	some address in object.get(input.names, name, [])
	resource := input.resources[address]
	resource.type in types
	resource.mode == "managed"
}

# METADATA
# title: the statements of a policy document
# description: Normalised, each with the resource and the path of the document it stands in.
statements(address, path) := {{"resource": address, "path": path, "statement": statement} |
	some statement in input.resources[address].docs[path].statements
}
