# METADATA
# title: Reading values of a completed graph
# description: |
#   What every fact uses to find a resource by type or name and to look at an attribute. Whatever comes from
#   `values` is walked by index (`some i; x := list[i]`), which skips a value that is no list; the engine takes
#   `some x in` over one for an error. A call costs as much as ten comparisons, so the facts inline what is short.
package lib.value

# METADATA
# title: what stands for true
# description: CloudFormation takes the text `true` where a boolean belongs.
yes := {true, "true"}

# METADATA
# title: what stands for false
no := {false, "false"}

# METADATA
# title: a value as a number
# description: CloudFormation takes digits in quotes where a number belongs.
number(value) := value if {
	is_number(value)
} else := to_number(value) if {
	is_string(value)
	regex.match(`^-?[0-9]+(\.[0-9]+)?$`, value)
}

# METADATA
# title: a value as a list
# description: A list as it is, nothing for null, any other value as a list of one.
members(value) := value if {
	is_array(value)
} else := [] if {
	value == null
} else := [value]

# METADATA
# title: resources of the given types that are created here and have this name
# description: Those whose name, id, ARN or URL is exactly the text.
managed_named(types, name) := {address |
	some address in input.names[name]
	resource := input.resources[address]
	resource.type in types
	resource.mode == "managed"
}
