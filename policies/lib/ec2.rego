# METADATA
# title: Security groups and what they let in
# description: |
#   What a group lets in stands in its own blocks or in resources bound to it, in one of two families. `ingress` makes
#   one shape of all of them; the other facts are about what it returns.
package lib.ec2

# The resources that let something into a group, and the attributes that name the group.
_rules := {
	"aws_security_group_rule": {"security_group_id": "id"},
	"aws_vpc_security_group_ingress_rule": {"security_group_id": "id"},
	"AWS::EC2::SecurityGroupIngress": {"GroupId": "id", "GroupName": "any"},
}

_protocol_keys := {"protocol", "ip_protocol", "IpProtocol"}

_from_keys := {"from_port", "FromPort"}

_to_keys := {"to_port", "ToPort"}

_v4_keys := {"cidr_blocks", "cidr_ipv4", "CidrIp"}

_v6_keys := {"ipv6_cidr_blocks", "cidr_ipv6", "CidrIpv6"}

# Protocols by number, and by the names that some tools have for them.
_protocols := {"-1": "all", "6": "tcp", "17": "udp", "1": "icmp", "58": "icmpv6", "ipv6-icmp": "icmpv6"}

_with_ports := {"tcp", "udp", "icmp", "icmpv6"}

# METADATA
# title: what a group lets in
# description: |
#   Each entry with the place it stands in, its protocol (`all` for any), the first and the last port, and its sources:
#   ranges, groups and prefix lists. A source that is created here is told by its address, another by its text.
# custom:
#   types:
#     - aws_security_group /ingress
#     - aws_default_security_group /ingress
#     - aws_security_group_rule /security_group_id
#     - aws_vpc_security_group_ingress_rule /security_group_id
#     - AWS::EC2::SecurityGroup /SecurityGroupIngress
#     - AWS::EC2::SecurityGroupIngress /GroupId
#     - AWS::EC2::SecurityGroupIngress /GroupName
ingress(group) := {entry |
	some key in {"ingress", "SecurityGroupIngress"}
	some [path, block] in _blocks(input.resources[group].values[key], concat("", ["/", key]))
	entry := _entry(group, path, block, group)
} | {entry |
	some type, keys in _rules
	some key, form in keys
	some address in data.lib.link.bound_to(type, key, form, group)
	block := input.resources[address].values
	object.get(block, "type", "ingress") == "ingress"
	entry := _entry(address, "", block, group)
}

# A template may hold the only member of a list without the list.
_blocks(value, path) := {[path, value]} if {
	is_object(value)
} else := {[sprintf("%s/%d", [path, index]), block] |
	some index
	block := value[index]
}

_entry(address, path, block, group) := {
	"resource": address,
	"path": path,
	"protocol": protocol,
	"from": _port(protocol, block, _from_keys, 0),
	"to": _port(protocol, block, _to_keys, 65535),
	"cidrs_v4": _ranges(block, _v4_keys),
	"cidrs_v6": _ranges(block, _v6_keys),
	"groups": _sources(address, path, block, _group_keys) | _itself(block, group),
	"prefix_lists": _sources(address, path, block, _list_keys),
} if {
	protocol := _protocol(block)
}

_protocol(block) := object.get(_protocols, name, name) if {
	some key in _protocol_keys
	block[key] != null
	name := lower(sprintf("%v", [block[key]]))
} else := "all"

# Of other protocols EC2 takes no notice of ports, and what states no port here is read as all of them.
_port(protocol, block, keys, otherwise) := port if {
	protocol in _with_ports
	some key in keys
	port := data.lib.value.number(block[key])
	port >= 0
} else := otherwise

_itself(block, group) := {group} if {
	block.self in data.lib.value.yes
} else := set()

_ranges(block, keys) := {range |
	some key in keys
	some index
	range := data.lib.value.members(block[key])[index]
	is_string(range)
	range != ""
}
