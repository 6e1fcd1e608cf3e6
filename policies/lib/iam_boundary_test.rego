package lib.iam_boundary_test

_arn := "arn:aws:iam::1:policy/bounds"

_parameter := "arn:aws:ssm:r:1:parameter/a"

_bounded(role_type, key, policy_type, actions) := {
	"role": data.lib.fragment_test.named(role_type, "reader", "arn:aws:iam::1:role/reader", {key: _arn}),
	"p": object.union(
		data.lib.fragment_test.named(policy_type, "bounds", _arn, {}),
		data.lib.fragment_test.holding(policy_type, {}, "/policy", [{"actions": actions, "resources": ["*"]}]),
	),
}

_terraform(actions) := object.union(
	_bounded("aws_iam_role", "permissions_boundary", "aws_iam_policy", actions),
	{"p": {"identity": {"name": "bounds", "id": _arn, "arn": _arn}}},
)

_template(actions) := object.union(
	_bounded("AWS::IAM::Role", "PermissionsBoundary", "AWS::IAM::ManagedPolicy", actions),
	{"p": {"identity": {"name": "bounds", "id": _arn, "arn": _arn}}},
)

# Where a boundary can be set: a fragment whose boundary takes reading away, and one whose boundary leaves it.
bounded_out_cells := {
	"aws_iam_role /permissions_boundary": {
		"holds": _terraform(["logs:*"]),
		"fails": _terraform(["ssm:get*"]),
	},
	"AWS::IAM::Role /PermissionsBoundary": {
		"holds": _template(["logs:*"]),
		"fails": _template(["*"]),
	},
}

_out(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.iam.bounded_out("role", {"ssm:getparameter"}, _parameter) with input as graph
}

test_a_boundary_takes_away_what_it_does_not_open_in_every_place if {
	every cell in bounded_out_cells {
		_out(cell.holds)
		not _out(cell.fails)
	}
}

test_a_boundary_defined_elsewhere_or_none_takes_nothing_away if {
	not _out(object.remove(_terraform(["logs:*"]), ["p"]))
	not _out(object.union(_terraform(["logs:*"]), {"role": {"values": {"permissions_boundary": null}}}))
	not _out(object.union(_terraform(["logs:*"]), {"p": {"type": "aws_iam_role"}}))
}

_aws(policy) := object.union(
	object.remove(_terraform([]), ["p"]),
	{"role": {"values": {"permissions_boundary": concat("", ["arn:aws-cn:iam::aws:policy/", policy])}}},
)

_basic := "service-role/AWSLambdaBasicExecutionRole"

test_a_boundary_of_aws_that_is_known_takes_away_what_it_does_not_open if {
	_out(_aws(_basic))
	_out(_aws("AWSDenyAll"))
	not _out(_aws("PowerUserAccess"))
	not _out(_aws("arn:aws:iam::aws:policy/AWSDenyAll"))
	graph := data.lib.fragment_test.graph(_aws(_basic))
	not data.lib.iam.bounded_out("role", {"logs:putlogevents"}, "*") with input as graph
	not data.lib.iam.bounded_out("role", {"logs:putlogevents", "ssm:getparameter"}, "*") with input as graph
}

_leaves(action) if {
	graph := data.lib.fragment_test.graph(_aws(_basic))
	not data.lib.iam.bounded_out("role", {action}, _parameter) with input as graph
}

test_a_boundary_of_aws_leaves_each_of_its_actions if {
	every action in {"logs:createloggroup", "logs:createlogstream", "logs:putlogevents"} {
		_leaves(action)
	}
}
