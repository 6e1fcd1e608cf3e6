# METADATA
# title: What the facts say of the group `app`
# description: |
#   The same questions to each recording. Sources that are created there are told by their names, since the same group
#   has another address in another shape.
package answers

addresses[name] := address if {
	some type in {"aws_security_group", "AWS::EC2::SecurityGroup"}
	some address in input.by_type[type]
	values := input.resources[address].values
	some key in {"name", "GroupName"}
	name := values[key]
}

_ingress := data.lib.ec2.ingress(addresses.app)

_protocols := {"tcp", "udp"}

_ports := {22, 53, 80, 5432, 8443}

_ranges := {"0.0.0.0/0", "10.1.2.0/24", "2001:db8::/32"}

deny contains sprintf("world %s/%d", [protocol, port]) if {
	some protocol in _protocols
	some port in _ports
	data.lib.ec2.lets_in_world(_ingress, protocol, port)
}

deny contains sprintf("range %s %s/%d", [range, protocol, port]) if {
	some protocol in _protocols
	some port in _ports
	some range in _ranges
	data.lib.ec2.lets_in_cidr(_ingress, protocol, port, range)
}

deny contains sprintf("group %s %s/%d", [name, protocol, port]) if {
	some protocol in _protocols
	some port in _ports
	some name, address in addresses
	data.lib.ec2.lets_in_group(_ingress, protocol, port, address)
}

deny contains sprintf("list %s/%d", [protocol, port]) if {
	some protocol in _protocols
	some port in _ports
	data.lib.ec2.lets_in_prefix_list(_ingress, protocol, port, "pl-0123456789abcdef0")
}
