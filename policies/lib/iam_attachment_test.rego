package lib.iam_attachment_test

_role(type, values) := data.lib.fragment_test.named(type, "reader", "arn:aws:iam::1:role/reader", values)

_arn := "arn:aws:iam::1:policy/read"

_policy(type) := data.lib.fragment_test.named(type, "read", _arn, {})

_binding(type, values) := {
	"role": _role("aws_iam_role", {}),
	"p": _policy("aws_iam_policy"),
	"a": data.lib.fragment_test.resource(type, values),
}

# Where a managed policy can be bound to a role: the fragment that binds it, and one that binds it to another role.
role_attachments_cells := {
	"aws_iam_role /managed_policy_arns": {
		"holds": {"role": _role("aws_iam_role", {"managed_policy_arns": [_arn]}), "p": _policy("aws_iam_policy")},
		"fails": {"role": _role("aws_iam_role", {}), "p": _policy("aws_iam_policy")},
	},
	"AWS::IAM::Role /ManagedPolicyArns": {
		"holds": {
			"role": _role("AWS::IAM::Role", {"ManagedPolicyArns": [_arn]}),
			"p": _policy("AWS::IAM::ManagedPolicy"),
		},
		"fails": {"role": _role("AWS::IAM::Role", {}), "p": _policy("AWS::IAM::ManagedPolicy")},
	},
	"aws_iam_role_policy_attachment /policy_arn": {
		"holds": _binding("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": _arn}),
		"fails": _binding("aws_iam_role_policy_attachment", {"role": "other", "policy_arn": _arn}),
	},
	"aws_iam_policy_attachment /policy_arn": {
		"holds": _binding("aws_iam_policy_attachment", {"roles": ["x", "reader"], "policy_arn": _arn}),
		"fails": _binding("aws_iam_policy_attachment", {"roles": ["x"], "policy_arn": _arn}),
	},
	"aws_iam_role_policy_attachments_exclusive /policy_arns": {
		"holds": _binding("aws_iam_role_policy_attachments_exclusive", {"role_name": "reader", "policy_arns": [_arn]}),
		"fails": _binding("aws_iam_role_policy_attachments_exclusive", {"role_name": "other", "policy_arns": [_arn]}),
	},
}

_bound(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.iam.role_attachments("role") with input as graph
}

test_a_policy_is_bound_in_every_place if {
	every cell in role_attachments_cells {
		{attachment.policies | some attachment in _bound(cell.holds)} == {{"p"}}
	}
}

test_a_policy_bound_to_another_role_is_not_bound if {
	every cell in role_attachments_cells {
		_bound(cell.fails) == set()
	}
}

test_a_policy_defined_elsewhere_is_told_by_its_text if {
	elsewhere := "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"
	scalar := _bound(_binding("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": elsewhere}))
	scalar == {{"resource": "a", "path": "/policy_arn", "text": elsewhere, "policies": set()}}
	listed := _bound({"role": _role("aws_iam_role", {"managed_policy_arns": ["read", elsewhere]})})
	listed == {
		{"resource": "role", "path": "/managed_policy_arns/0", "text": "read", "policies": set()},
		{"resource": "role", "path": "/managed_policy_arns/1", "text": elsewhere, "policies": set()},
	}
}

test_a_policy_looked_up_is_told_by_what_is_looked_up if {
	found := _bound(object.union(
		_binding("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": "token"}),
		{"d": object.union(
			data.lib.fragment_test.named("aws_iam_policy", "token", "token", {"name": "Logs"}),
			{"mode": "data"},
		)},
	))
	{[attachment.text, attachment.policies] | some attachment in found} == {["Logs", set()]}
}

test_a_policy_looked_up_by_arn_is_told_by_it if {
	found := _bound(object.union(
		_binding("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": "token"}),
		{"d": object.union(
			data.lib.fragment_test.named("aws_iam_policy", "token", "token", {"arn": "a", "name": "Logs"}),
			{"mode": "data"},
		)},
	))
	{attachment.text | some attachment in found} == {"a"}
}

test_a_policy_created_here_is_told_by_its_text if {
	binding := _binding("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": _arn})
	found := _bound(object.union(binding, {"p": {"values": {"arn": "a", "name": "b"}}}))
	{attachment.text | some attachment in found} == {_arn}
}

test_only_a_policy_is_bound_as_one if {
	found := _bound(_binding("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": "arn:aws:iam::1:role/reader"}))
	{attachment.policies | some attachment in found} == {set()}
}

test_a_policy_bound_by_another_type_is_not_bound if {
	_bound(_binding("aws_iam_group_policy_attachment", {"role": "reader", "policy_arn": _arn})) == set()
}

test_a_policy_in_a_list_is_found_by_the_reference_at_its_place if {
	reference := data.lib.fragment_test.reference("/managed_policy_arns/1", "p", "exact")
	role := object.union(_role("aws_iam_role", {"managed_policy_arns": ["x", "?"]}), {"refs": [reference]})
	found := _bound({"role": role, "p": _policy("aws_iam_policy")})
	{[attachment.text, attachment.policies] | some attachment in found} == {["x", set()], ["?", {"p"}]}
}
