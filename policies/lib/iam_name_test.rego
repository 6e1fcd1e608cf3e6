package lib.iam_name_test

_role(type) := data.lib.fragment_test.named(type, "reader", "arn:aws:iam::1:role/reader", {})

# Where a role gets its name: the fragment with the name, and one with another.
roles_named_cells := {
	"aws_iam_role /name": {
		"holds": {"x": _role("aws_iam_role")},
		"fails": {"x": _renamed(_role("aws_iam_role"))},
	},
	"AWS::IAM::Role /RoleName": {
		"holds": {"x": _role("AWS::IAM::Role")},
		"fails": {"x": _renamed(_role("AWS::IAM::Role"))},
	},
}

_renamed(resource) := object.union(resource, {"identity": {"name": "else", "id": "else", "arn": "arn:else"}})

test_roles_are_found_by_name if {
	every cell in roles_named_cells {
		found := data.lib.iam.roles_named("reader") with input as data.lib.fragment_test.graph(cell.holds)
		found == {"x"}
		none := data.lib.iam.roles_named("reader") with input as data.lib.fragment_test.graph(cell.fails)
		none == set()
	}
}

test_only_roles_are_found_as_such if {
	graph := data.lib.fragment_test.graph({"x": _role("t")})
	none := data.lib.iam.roles_named("reader") with input as graph
	none == set()
}
