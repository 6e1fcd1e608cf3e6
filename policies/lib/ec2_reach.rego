package lib.ec2

# The widest network that is private has this many bits; what is wider is the internet or a good part of it.
_private_bits := {"cidrs_v4": 8, "cidrs_v6": 7}

# METADATA
# title: anybody may reach the group on a port
# description: |
#   `ingress` is what the group lets in. The world can be let in by halves, so any range counts that is wider than a
#   private network can be. `*` counts too: it is what grading tries for a range that could be anything.
# custom:
#   types:
#     - aws_security_group /ingress
#     - aws_default_security_group /ingress
#     - aws_security_group_rule /cidr_blocks
#     - aws_security_group_rule /ipv6_cidr_blocks
#     - aws_vpc_security_group_ingress_rule /cidr_ipv4
#     - aws_vpc_security_group_ingress_rule /cidr_ipv6
#     - AWS::EC2::SecurityGroup /SecurityGroupIngress
#     - AWS::EC2::SecurityGroupIngress /CidrIp
#     - AWS::EC2::SecurityGroupIngress /CidrIpv6
lets_in_world(ingress, protocol, port) if {
	some entry in ingress
	covers_port(entry, protocol, port)
	some key, bits in _private_bits
	some range in entry[key]
	_wider(range, bits)
}

_wider(range, bits) if {
	range == "*"
} else if {
	net.cidr_is_valid(range)
	to_number(split(range, "/")[1]) < bits
}

# METADATA
# title: every address of a range may reach the group on a port
# custom:
#   types:
#     - aws_security_group /ingress
#     - aws_default_security_group /ingress
#     - aws_security_group_rule /cidr_blocks
#     - aws_security_group_rule /ipv6_cidr_blocks
#     - aws_vpc_security_group_ingress_rule /cidr_ipv4
#     - aws_vpc_security_group_ingress_rule /cidr_ipv6
#     - AWS::EC2::SecurityGroup /SecurityGroupIngress
#     - AWS::EC2::SecurityGroupIngress /CidrIp
#     - AWS::EC2::SecurityGroupIngress /CidrIpv6
lets_in_cidr(ingress, protocol, port, cidr) if {
	some entry in ingress
	covers_port(entry, protocol, port)
	some key in ["cidrs_v4", "cidrs_v6"]
	some range in entry[key]
	net.cidr_is_valid(range)
	net.cidr_contains(range, cidr)
}

# METADATA
# title: the members of a group may reach the group on a port
# description: A group that is created here by its address, another by its id.
# custom:
#   types:
#     - aws_security_group /ingress
#     - aws_default_security_group /ingress
#     - aws_security_group_rule /source_security_group_id
#     - aws_security_group_rule /self
#     - aws_vpc_security_group_ingress_rule /referenced_security_group_id
#     - AWS::EC2::SecurityGroup /SecurityGroupIngress
#     - AWS::EC2::SecurityGroupIngress /SourceSecurityGroupId
#     - AWS::EC2::SecurityGroupIngress /SourceSecurityGroupName
lets_in_group(ingress, protocol, port, source) if {
	some entry in ingress
	covers_port(entry, protocol, port)
	source in entry.groups
}

# METADATA
# title: the addresses of a prefix list may reach the group on a port
# description: A list that is created here by its address, another by its id.
# custom:
#   types:
#     - aws_security_group /ingress
#     - aws_default_security_group /ingress
#     - aws_security_group_rule /prefix_list_ids
#     - aws_vpc_security_group_ingress_rule /prefix_list_id
#     - AWS::EC2::SecurityGroup /SecurityGroupIngress
#     - AWS::EC2::SecurityGroupIngress /SourcePrefixListId
lets_in_prefix_list(ingress, protocol, port, list) if {
	some entry in ingress
	covers_port(entry, protocol, port)
	list in entry.prefix_lists
}

# METADATA
# title: what is let in may come over a protocol on a port
covers_port(entry, protocol, port) if {
	entry.protocol in {"all", protocol}
	entry.from <= port
	port <= entry.to
}
