# METADATA
# title: One thing that a group lets in, in each shape
# description: |
#   A rule is given as `protocol`, `from`, `to` and one source: `v4`, `v6`, `group`, `list` or `self`. The group stands
#   at `g`, another at `o`.
package lib.ec2_shapes_test

_snake := {
	"protocol": "protocol",
	"from": "from_port",
	"to": "to_port",
	"v4": "cidr_blocks",
	"v6": "ipv6_cidr_blocks",
	"group": "source_security_group_id",
	"list": "prefix_list_ids",
	"self": "self",
}

_pascal := {
	"protocol": "IpProtocol",
	"from": "FromPort",
	"to": "ToPort",
	"v4": "CidrIp",
	"v6": "CidrIpv6",
	"group": "SourceSecurityGroupId",
	"name": "SourceSecurityGroupName",
	"list": "SourcePrefixListId",
}

_spellings := {
	"aws_security_group": object.union(_snake, {"group": "security_groups"}),
	"aws_default_security_group": object.union(_snake, {"group": "security_groups"}),
	"aws_security_group_rule": _snake,
	"aws_vpc_security_group_ingress_rule": object.union(_snake, {
		"protocol": "ip_protocol",
		"v4": "cidr_ipv4",
		"v6": "cidr_ipv6",
		"group": "referenced_security_group_id",
		"list": "prefix_list_id",
	}),
	"AWS::EC2::SecurityGroup": _pascal,
	"AWS::EC2::SecurityGroupIngress": _pascal,
}

_lists := {"cidr_blocks", "ipv6_cidr_blocks", "security_groups", "prefix_list_ids"}

_inline := {
	"aws_security_group": "ingress",
	"aws_default_security_group": "ingress",
	"AWS::EC2::SecurityGroup": "SecurityGroupIngress",
}

_bound := {
	"aws_security_group_rule": {"type": "aws_security_group", "values": {"security_group_id": "sg-1", "type": "ingress"}},
	"aws_vpc_security_group_ingress_rule": {"type": "aws_security_group", "values": {"security_group_id": "sg-1"}},
	"AWS::EC2::SecurityGroupIngress": {"type": "AWS::EC2::SecurityGroup", "values": {"GroupId": "sg-1"}},
}

# METADATA
# title: the types in which a group lets something in
types := {type | some type, _ in _spellings}

# METADATA
# title: the values that say so in the words of a type
spelled(type, rule) := {key: value |
	some part, given in rule
	key := _spellings[type][part]
	value := _listed(key, given)
}

_listed(key, value) := [value] if {
	key in _lists
} else := value

# METADATA
# title: the place in which a type names a part of the rule
place(type, part) := sprintf("%s /%s", [type, object.get(_inline, type, _spellings[type][part])])

# METADATA
# title: the resources in which the group lets this in
resources(type, rule) := {"g": group(type, "sg-1", {_inline[type]: [spelled(type, rule)]}), "o": group(type, "sg-2", {})} if {
	_inline[type]
} else := bound(type, _bound[type].values, rule)

# METADATA
# title: the resources in which the group is named by these values
bound(type, binding, rule) := {
	"g": group(_bound[type].type, "sg-1", {}),
	"o": group(_bound[type].type, "sg-2", {}),
	"r": data.lib.fragment_test.resource(type, object.union(spelled(type, rule), binding)),
}

# METADATA
# title: a group with this id
group(type, id, values) := data.lib.fragment_test.named(type, id, concat(":", ["arn", id]), values)

# METADATA
# title: what the group lets in
let_in(fragment) := found if {
	found := data.lib.ec2.ingress("g") with input as data.lib.fragment_test.graph(fragment)
}
