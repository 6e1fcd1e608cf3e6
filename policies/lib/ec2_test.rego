package lib.ec2_test

_web := {"protocol": "tcp", "from": 80, "to": 81, "v4": "10.0.0.0/8"}

_split(type) := data.lib.ec2_shapes_test.resources(type, _web)

_bound(type, binding) := data.lib.ec2_shapes_test.bound(type, binding, _web)

_inline(type) := {"holds": data.lib.ec2_shapes_test.resources(type, _web), "fails": bare} if {
	bare := {"g": data.lib.ec2_shapes_test.group(type, "sg-1", {})}
}

# Where a group can say what it lets in: a fragment in which it does, and one in which nothing or another group does.
ingress_cells := {
	"aws_security_group /ingress": _inline("aws_security_group"),
	"aws_default_security_group /ingress": _inline("aws_default_security_group"),
	"AWS::EC2::SecurityGroup /SecurityGroupIngress": _inline("AWS::EC2::SecurityGroup"),
	"aws_security_group_rule /security_group_id": {
		"holds": _split("aws_security_group_rule"),
		"fails": _bound("aws_security_group_rule", {"security_group_id": "sg-2", "type": "ingress"}),
	},
	"aws_vpc_security_group_ingress_rule /security_group_id": {
		"holds": _split("aws_vpc_security_group_ingress_rule"),
		"fails": _bound("aws_vpc_security_group_ingress_rule", {"security_group_id": "arn:sg-1"}),
	},
	"AWS::EC2::SecurityGroupIngress /GroupId": {
		"holds": _split("AWS::EC2::SecurityGroupIngress"),
		"fails": _bound("AWS::EC2::SecurityGroupIngress", {"GroupId": "sg-2"}),
	},
	"AWS::EC2::SecurityGroupIngress /GroupName": {
		"holds": _bound("AWS::EC2::SecurityGroupIngress", {"GroupName": "sg-1"}),
		"fails": _bound("AWS::EC2::SecurityGroupIngress", {"GroupName": "sg-2"}),
	},
}

_let_in(fragment) := {object.remove(entry, ["resource", "path"]) |
	some entry in data.lib.ec2_shapes_test.let_in(fragment)
}

_entry(changes) := object.union(
	{
		"protocol": "tcp",
		"from": 80,
		"to": 81,
		"cidrs_v4": set(),
		"cidrs_v6": set(),
		"groups": set(),
		"prefix_lists": set(),
	},
	changes,
)

# Every shape of the rule with these changes says one thing, which is the entry with those.
_is(rule, changes) if {
	spelled := object.union({"protocol": "tcp", "from": 80, "to": 81}, rule)
	every type in data.lib.ec2_shapes_test.types {
		_let_in(data.lib.ec2_shapes_test.resources(type, spelled)) == {_entry(changes)}
	}
}

test_every_shape_says_the_same if {
	every cell in ingress_cells {
		_let_in(cell.holds) == {_entry({"cidrs_v4": {"10.0.0.0/8"}})}
		_let_in(cell.fails) == set()
	}
}

test_every_source_is_read_in_every_shape if {
	_is({"v4": "10.0.0.0/8"}, {"cidrs_v4": {"10.0.0.0/8"}})
	_is({"v6": "fd00::/8"}, {"cidrs_v6": {"fd00::/8"}})
	_is({"group": "sg-2"}, {"groups": {"o"}})
	_is({"group": "sg-9"}, {"groups": {"sg-9"}})
	_is({"list": "pl-9"}, {"prefix_lists": {"pl-9"}})
	_is({"v4": "", "group": ""}, {})
}

test_any_spelling_of_ports_and_protocol_is_the_same if {
	_is({"from": "80", "to": "81"}, {})
	_is({"protocol": "TCP"}, {})
	_is({"protocol": "6"}, {})
	_is({"protocol": 17}, {"protocol": "udp"})
	_is({"protocol": "ipv6-icmp", "from": 8, "to": -1}, {"protocol": "icmpv6", "from": 8, "to": 65535})
	_is({"protocol": "58", "from": 128, "to": 128}, {"protocol": "icmpv6", "from": 128, "to": 128})
	_is({"protocol": "1", "from": 8, "to": 8}, {"protocol": "icmp", "from": 8, "to": 8})
	_is({"from": 0, "to": 0}, {"from": 0, "to": 0})
}

test_no_protocol_and_one_without_ports_are_all_of_them if {
	every protocol in ["-1", -1, "all", null] {
		_is({"protocol": protocol, "from": 0, "to": 0}, {"protocol": "all", "from": 0, "to": 65535})
	}
	_is({"protocol": "50", "from": 22, "to": 22}, {"protocol": "50", "from": 0, "to": 65535})
	_is({"from": null, "to": null}, {"from": 0, "to": 65535})
	_is({"from": -1, "to": -1}, {"from": 0, "to": 65535})
}
