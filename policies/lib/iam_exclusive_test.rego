package lib.iam_exclusive_test

_arn := "arn:aws:iam::1:policy/read"

_allow := {"actions": ["ssm:getparameter"], "resources": ["*"]}

_role(values) := data.lib.fragment_test.named("aws_iam_role", "reader", "arn:aws:iam::1:role/reader", values)

_document(statements) := {
	"kind": "policy",
	"value": {},
	"statements": [data.lib.fragment_test.statement(given) | some given in statements],
}

_attached(more) := object.union(
	{
		"role": _role({}),
		"p": object.union(
			data.lib.fragment_test.named("aws_iam_policy", "read", _arn, {}),
			{"docs": {"/policy": _document([_allow])}},
		),
		"a": data.lib.fragment_test.resource("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": _arn}),
	},
	more,
)

_inline(more) := object.union(
	{"role": _role({}), "i": data.lib.fragment_test.holding(
		"aws_iam_role_policy",
		{"role": "reader", "name": "read"},
		"/policy",
		[_allow],
	)},
	more,
)

_exclusive(type, values) := {"x": data.lib.fragment_test.resource(type, object.union({"role_name": "reader"}, values))}

_names(values) := _exclusive("aws_iam_role_policies_exclusive", values)

_arns(values) := _exclusive("aws_iam_role_policy_attachments_exclusive", values)

_blocks(name) := {"role": object.union(
	_role({"inline_policy": [{"name": name}]}),
	{"docs": {"/inline_policy/0/policy": _document([])}},
)}

_roles(roles) := {"x": data.lib.fragment_test.resource(
	"aws_iam_policy_attachment",
	{"roles": roles, "policy_arn": _arn},
)}

# Where it can be said what there is in all: a fragment whose list holds the grant, and one whose list leaves it out.
lasting_statements_cells := {
	"aws_iam_role_policies_exclusive /policy_names": {
		"holds": _inline(_names({"policy_names": ["read"]})),
		"fails": _inline(_names({"policy_names": ["logs"]})),
	},
	"aws_iam_role_policy_attachments_exclusive /policy_arns": {
		"holds": _attached(_arns({"policy_arns": [_arn]})),
		"fails": _attached(_arns({"policy_arns": []})),
	},
	"aws_iam_policy_attachment /roles": {
		"holds": _attached(_roles(["other", "reader"])),
		"fails": _attached(_roles(["other"])),
	},
	"aws_iam_role /inline_policy": {
		"holds": _inline(_blocks("read")),
		"fails": _inline(_blocks("logs")),
	},
	"aws_iam_role /managed_policy_arns": {
		"holds": _attached({"role": _role({"managed_policy_arns": [_arn]})}),
		"fails": _attached({"role": _role({"managed_policy_arns": ["arn:aws:iam::aws:policy/Other"]})}),
	},
}

_lasting(resources) := {entry.resource | some entry in found} if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.iam.lasting_statements("role") with input as graph
}

test_what_a_list_of_all_leaves_out_does_not_last if {
	every cell in lasting_statements_cells {
		count(_lasting(cell.holds)) == 1
		_lasting(cell.fails) == set()
	}
}

test_without_such_a_list_all_last if {
	_lasting(_attached({})) == {"p"}
	_lasting(_inline({})) == {"i"}
	_lasting(_attached({"role": _role({"managed_policy_arns": []})})) == {"p"}
	_lasting(_inline({"role": _role({"inline_policy": []})})) == {"i"}
}

test_a_list_for_another_role_takes_nothing_away if {
	_lasting(_attached(_arns({"role_name": "other", "policy_arns": []}))) == {"p"}
	_lasting(_inline(_names({"role_name": "other", "policy_names": []}))) == {"i"}
}

test_a_policy_without_a_name_is_listed_by_reference if {
	unnamed := {"i": {"values": {"name": null}}}
	listed := _names({"policy_names": ["?"]})
	_lasting(object.union(_inline(listed), unnamed)) == set()
	reference := data.lib.fragment_test.reference("/policy_names/0", "i", "exact")
	_lasting(object.union(_inline(object.union(listed, {"x": {"refs": [reference]}})), unnamed)) == {"i"}
}

test_a_block_of_the_role_is_listed_by_its_name if {
	role := {"role": object.union(
		_role({"inline_policy": [{"name": "read"}]}),
		{"docs": {"/inline_policy/0/policy": _document([_allow])}},
	)}
	_lasting(role) == {"role"}
	_lasting(object.union(role, _names({"policy_names": ["read"]}))) == {"role"}
	_lasting(object.union(role, _names({"policy_names": []}))) == set()
}

test_a_deny_is_not_given_up if {
	denied := {"p": {"docs": {"/policy": _document([object.union(_allow, {"effect": "Deny"})])}}}
	_lasting(_attached(object.union(_arns({"policy_arns": []}), denied))) == {"p"}
}

test_a_list_of_the_roles_of_another_policy_takes_nothing_away if {
	other := data.lib.fragment_test.named("aws_iam_policy", "other", "arn:aws:iam::1:policy/other", {})
	list := data.lib.fragment_test.resource(
		"aws_iam_policy_attachment",
		{"roles": ["other"], "policy_arn": "arn:aws:iam::1:policy/other"},
	)
	_lasting(_attached({"o": other, "x": list})) == {"p"}
	both := object.union(_attached(_roles(["other"])), {"o": other, "y": list})
	_lasting(both) == set()
}

test_a_deny_is_not_given_up_by_any_list if {
	denied := {"docs": {"/policy": _document([object.union(_allow, {"effect": "Deny"})])}}
	_lasting(object.union(_attached(_roles(["other"])), {"p": denied})) == {"p"}
}
