package lib.iam_test

_arn := "arn:aws:iam::123456789012:role/reader"

_role(type, values) := data.lib.fragment_test.named(type, "reader", _arn, values)

_other(type) := data.lib.fragment_test.named(type, "other", "arn:aws:iam::123456789012:role/other", {})

_policy_arn := "arn:aws:iam::123456789012:policy/read"

_policy(type) := data.lib.fragment_test.named(type, "read", _policy_arn, {})

_read := {"actions": ["ssm:getparameter"], "resources": ["*"]}

_with_document(resource, path, given) := object.union(resource, {"docs": {path: {
	"kind": "policy",
	"value": {},
	"statements": [data.lib.fragment_test.statement(given)],
}}})

_document(type, values, path) := data.lib.fragment_test.holding(type, values, path, [_read])

# Where a statement of a role can stand: each place with the fragment that holds it, and one that holds it elsewhere.
role_statements_cells := {
	"aws_iam_role /inline_policy": {
		"holds": {"role": _with_document(_role("aws_iam_role", {}), "/inline_policy/0/policy", _read)},
		"fails": {"role": _with_document(_role("aws_iam_role", {}), "/assume_role_policy", _read)},
	},
	"aws_iam_role_policy /policy": _split("aws_iam_role", "aws_iam_role_policy", "role", "/policy"),
	"AWS::IAM::Role /Policies": {
		"holds": {"role": _with_document(_role("AWS::IAM::Role", {}), "/Policies/0/PolicyDocument", _read)},
		"fails": {"role": _with_document(_role("AWS::IAM::Role", {}), "/AssumeRolePolicyDocument", _read)},
	},
	"AWS::IAM::Policy /PolicyDocument": _listed("AWS::IAM::Policy"),
	"AWS::IAM::ManagedPolicy /PolicyDocument": _listed("AWS::IAM::ManagedPolicy"),
	"AWS::IAM::RolePolicy /PolicyDocument": _split(
		"AWS::IAM::Role",
		"AWS::IAM::RolePolicy",
		"RoleName",
		"/PolicyDocument",
	),
	"aws_iam_policy /policy": {
		"holds": _attached(_policy_arn),
		"fails": _attached("read"),
	},
}

_split(role_type, type, key, path) := {
	"holds": {"role": _role(role_type, {}), "p": _document(type, {key: "reader"}, path)},
	"fails": {"role": _role(role_type, {}), "o": _other(role_type), "p": _document(type, {key: "other"}, path)},
}

_listed(type) := {
	"holds": {
		"role": _role("AWS::IAM::Role", {}),
		"p": _document(type, {"Roles": ["other", "reader"]}, "/PolicyDocument"),
	},
	"fails": {
		"role": _role("AWS::IAM::Role", {}),
		"p": _document(type, {"Roles": ["other"]}, "/PolicyDocument"),
	},
}

_attached(text) := {
	"role": _role("aws_iam_role", {}),
	"p": _with_document(_policy("aws_iam_policy"), "/policy", _read),
	"a": data.lib.fragment_test.resource("aws_iam_role_policy_attachment", {"role": "reader", "policy_arn": text}),
}

test_a_role_holds_statements_in_every_place if {
	every cell in role_statements_cells {
		graph := data.lib.fragment_test.graph(cell.holds)
		found := data.lib.iam.role_statements("role") with input as graph
		{entry.statement.actions[0] | some entry in found} == {"ssm:getparameter"}
	}
}

test_a_role_holds_no_statement_of_another_place if {
	every cell in role_statements_cells {
		graph := data.lib.fragment_test.graph(cell.fails)
		found := data.lib.iam.role_statements("role") with input as graph
		found == set()
	}
}

_places := {
	"aws_iam_role /inline_policy": ["role", "/inline_policy/0/policy"],
	"aws_iam_role_policy /policy": ["p", "/policy"],
	"aws_iam_policy /policy": ["p", "/policy"],
	"AWS::IAM::Policy /PolicyDocument": ["p", "/PolicyDocument"],
}

test_a_statement_says_where_it_stands if {
	every cell, place in _places {
		graph := data.lib.fragment_test.graph(role_statements_cells[cell].holds)
		found := data.lib.iam.role_statements("role") with input as graph
		{[entry.resource, entry.path] | some entry in found} == {place}
	}
}

test_a_document_of_another_type_is_held_by_nobody if {
	graph := data.lib.fragment_test.graph({
		"role": _role("aws_iam_role", {}),
		"p": _document("aws_iam_group_policy", {"role": "reader"}, "/policy"),
	})
	found := data.lib.iam.role_statements("role") with input as graph
	found == set()
}
