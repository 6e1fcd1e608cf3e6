package lib.ec2_edge_test

_from(type, rule) := data.lib.ec2_shapes_test.resources(type, object.union({"protocol": "tcp", "from": 22, "to": 22}, rule))

_let_in(fragment) := data.lib.ec2_shapes_test.let_in(fragment)

_world(ranges) if {
	fragment := {"g": data.lib.ec2_shapes_test.group("aws_security_group", "sg-1", {"ingress": [ranges]})}
	data.lib.ec2.lets_in_world(_let_in(fragment), "tcp", 22)
}

test_half_the_world_is_the_world_and_a_private_network_is_not if {
	_world({"protocol": "tcp", "cidr_blocks": ["10.0.0.0/8", "128.0.0.0/1"]})
	_world({"protocol": "tcp", "ipv6_cidr_blocks": ["2000::/3"]})
	_world({"protocol": "-1", "cidr_blocks": ["1.2.3.4/0"]})
	_world({"protocol": "tcp", "cidr_blocks": ["10.0.0.0/7"]})
	_world({"protocol": "tcp", "ipv6_cidr_blocks": ["fc00::/6"]})
	not _world({"protocol": "tcp", "cidr_blocks": ["10.0.0.0/8"], "ipv6_cidr_blocks": ["fc00::/7"]})
}

test_what_may_be_any_range_is_the_world_and_what_is_none_is_nothing if {
	_world({"protocol": "tcp", "cidr_blocks": ["*"]})
	_world({"protocol": "tcp", "cidr_blocks": "*"})
	not _world({"protocol": "tcp", "cidr_blocks": ["10.0.0.0/33", "0.0.0.0", "anywhere/0", "vpc-cidr", 7, null]})
}

test_a_range_that_is_none_lets_in_no_other if {
	ingress := _let_in(_from("aws_security_group_rule", {"v4": "10.0.0.0/33"}))
	not data.lib.ec2.lets_in_cidr(ingress, "tcp", 22, "10.0.0.0/8")
}

test_a_rule_for_the_way_out_lets_nothing_in if {
	out := {"r": {"values": {"type": "egress"}}}
	_let_in(object.union(_from("aws_security_group_rule", {"v4": "0.0.0.0/0"}), out)) == set()
}

test_what_a_group_lets_out_it_does_not_let_in if {
	values := {"egress": [{"protocol": "-1", "cidr_blocks": ["0.0.0.0/0"]}]}
	_let_in({"g": data.lib.ec2_shapes_test.group("aws_security_group", "sg-1", values)}) == set()
}

test_one_entry_is_enough_whatever_stands_beside_it if {
	ranges := {"cidr_blocks": ["0.0.0.0/0"], "prefix_list_ids": ["pl-1"], "security_groups": ["sg-9"]}
	open := object.union(ranges, {"protocol": "tcp", "from_port": 22, "to_port": 22})
	other := {"protocol": "udp", "from_port": 53, "to_port": 53, "cidr_blocks": ["10.0.0.0/8"]}
	ingress := _let_in({"g": data.lib.ec2_shapes_test.group("aws_security_group", "sg-1", {"ingress": [open, other]})})
	data.lib.ec2.lets_in_world(ingress, "tcp", 22)
	data.lib.ec2.lets_in_cidr(ingress, "tcp", 22, "10.0.0.0/8")
	data.lib.ec2.lets_in_group(ingress, "tcp", 22, "sg-9")
	data.lib.ec2.lets_in_prefix_list(ingress, "tcp", 22, "pl-1")
}

test_a_prefix_list_created_here_is_told_by_its_address_in_every_shape if {
	created := {"l": data.lib.fragment_test.named("aws_ec2_managed_prefix_list", "pl-9", "arn:pl-9", {})}
	every type in data.lib.ec2_shapes_test.types {
		ingress := _let_in(object.union(_from(type, {"list": "pl-9"}), created))
		{entry.prefix_lists | some entry in ingress} == {{"l"}}
	}
}

test_members_of_the_group_itself_are_let_in_by_yes_alone if {
	block := data.lib.ec2_shapes_test.resources("aws_security_group", {"protocol": "-1", "group": "sg-2", "self": true})
	data.lib.ec2.lets_in_group(_let_in(block), "tcp", 22, "g")
	data.lib.ec2.lets_in_group(_let_in(block), "tcp", 22, "o")
	none := data.lib.ec2_shapes_test.resources("aws_security_group", {"protocol": "-1", "group": "sg-2", "self": false})
	not data.lib.ec2.lets_in_group(_let_in(none), "tcp", 22, "g")
}

test_the_only_member_of_a_list_may_stand_without_the_list if {
	values := {"SecurityGroupIngress": {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "CidrIp": "0.0.0.0/0"}}
	ingress := _let_in({"g": data.lib.ec2_shapes_test.group("AWS::EC2::SecurityGroup", "sg-1", values)})
	data.lib.ec2.lets_in_world(ingress, "tcp", 22)
	{entry.path | some entry in ingress} == {"/SecurityGroupIngress"}
}

test_an_entry_says_where_it_stands if {
	block := _let_in(_from("aws_security_group", {"v4": "0.0.0.0/0"}))
	{[entry.resource, entry.path] | some entry in block} == {["g", "/ingress/0"]}
	bound := _let_in(_from("aws_vpc_security_group_ingress_rule", {"v4": "0.0.0.0/0"}))
	{[entry.resource, entry.path] | some entry in bound} == {["r", ""]}
}

# A source that is no identity, with a reference recorded at its path.
_referring(type, address, path, precision) := {source | some entry in _let_in(fragment); some source in entry.groups} if {
	reference := data.lib.fragment_test.reference(path, "o", precision)
	fragment := object.union(_from(type, {"group": "?"}), {address: {"refs": [reference]}})
}

test_a_group_is_found_by_the_reference_at_its_path if {
	_referring("aws_security_group", "g", "/ingress/0/security_groups/0", "exact") == {"o"}
	_referring("AWS::EC2::SecurityGroup", "g", "/SecurityGroupIngress/0/SourceSecurityGroupId", "exact") == {"o"}
}

test_a_mention_is_enough_for_a_scalar_and_proves_nothing_about_a_list if {
	_referring("aws_security_group_rule", "r", "/source_security_group_id", "mention") == {"o"}
	_referring("aws_security_group", "g", "/ingress", "mention") == {"?"}
	_referring("aws_security_group", "g", "/ingress/0/security_groups/0", "mention") == {"?"}
}
