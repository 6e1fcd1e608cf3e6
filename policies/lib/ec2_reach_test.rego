package lib.ec2_reach_test

_types := data.lib.ec2_shapes_test.types

# For each of the types: the fragment with one value of the part of a rule, and the fragment with another.
_cells(types, part, holding, failing) := {place: cases |
	some type in types
	place := data.lib.ec2_shapes_test.place(type, part)
	cases := {"holds": _from(type, part, holding), "fails": _from(type, part, failing)}
}

_from(type, part, value) := data.lib.ec2_shapes_test.resources(type, {
	"protocol": "tcp",
	"from": 80,
	"to": 443,
	part: value,
})

_split := {
	"aws_security_group_rule",
	"aws_vpc_security_group_ingress_rule",
	"AWS::EC2::SecurityGroupIngress",
}

# Where the world can be let in: a fragment that does so, and one that lets in a network.
lets_in_world_cells := object.union(
	_cells(_types, "v4", "0.0.0.0/0", "10.0.0.0/8"),
	_cells(_split, "v6", "::/0", "fd00::/8"),
)

# Where a range can be let in: a fragment with a wider one, and one with a narrower.
lets_in_cidr_cells := object.union(
	_cells(_types, "v4", "10.0.0.0/8", "10.1.2.0/25"),
	_cells(_split, "v6", "2001:db8::/32", "2001:db8:0:1::/80"),
)

# Where a group can be let in: a fragment with the group, and one with another or none.
lets_in_group_cells := object.union_n([
	_cells(_types, "group", "sg-2", "sg-1"),
	_cells({"AWS::EC2::SecurityGroupIngress"}, "name", "sg-2", "sg-1"),
	{"aws_security_group_rule /self": {
		"holds": _from("aws_security_group_rule", "self", true),
		"fails": _from("aws_security_group_rule", "self", false),
		"group": "g",
	}},
])

# Where a prefix list can be let in: a fragment with the list, and one with another.
lets_in_prefix_list_cells := _cells(_types, "list", "pl-1", "pl-2")

_world(fragment, protocol, port) if {
	data.lib.ec2.lets_in_world(data.lib.ec2_shapes_test.let_in(fragment), protocol, port)
}

_cidr(fragment, protocol, port, cidr) if {
	data.lib.ec2.lets_in_cidr(data.lib.ec2_shapes_test.let_in(fragment), protocol, port, cidr)
}

_group(fragment, protocol, port, group) if {
	data.lib.ec2.lets_in_group(data.lib.ec2_shapes_test.let_in(fragment), protocol, port, group)
}

_list(fragment, protocol, port, list) if {
	data.lib.ec2.lets_in_prefix_list(data.lib.ec2_shapes_test.let_in(fragment), protocol, port, list)
}

test_the_world_is_let_in_in_every_place if {
	every cell in lets_in_world_cells {
		_world(cell.holds, "tcp", 443)
		not _world(cell.holds, "tcp", 444)
		not _world(cell.holds, "udp", 443)
		not _world(cell.fails, "tcp", 443)
	}
}

test_a_range_is_let_in_in_every_place if {
	every place, cell in lets_in_cidr_cells {
		asked := _asked(place)
		_cidr(cell.holds, "tcp", 80, asked)
		not _cidr(cell.holds, "tcp", 79, asked)
		not _cidr(cell.holds, "udp", 80, asked)
		not _cidr(cell.fails, "tcp", 80, asked)
	}
}

_asked(place) := "2001:db8:0:1::/64" if {
	contains(lower(place), "v6")
} else := "10.1.2.0/24"

test_a_group_is_let_in_in_every_place if {
	every cell in lets_in_group_cells {
		group := object.get(cell, "group", "o")
		_group(cell.holds, "tcp", 100, group)
		not _group(cell.holds, "tcp", 444, group)
		not _group(cell.holds, "udp", 100, group)
		not _group(cell.fails, "tcp", 100, group)
	}
}

test_a_prefix_list_is_let_in_in_every_place if {
	every cell in lets_in_prefix_list_cells {
		_list(cell.holds, "tcp", 100, "pl-1")
		not _list(cell.holds, "tcp", 444, "pl-1")
		not _list(cell.holds, "udp", 100, "pl-1")
		not _list(cell.fails, "tcp", 100, "pl-1")
	}
}
