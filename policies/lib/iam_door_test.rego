package lib.iam_door_test

_arn := "arn:aws:iam::123456789012:role/reader"

_role := data.lib.fragment_test.named("aws_iam_role", "reader", _arn, {})

_allow := {"actions": ["s3:getobject"], "resources": ["*"], "principals": [{"type": "AWS", "id": _arn}]}

_policy(type, path, changes) := {
	"role": _role,
	"p": data.lib.fragment_test.holding(type, {}, path, [object.union(_allow, changes)]),
}

_grant(principal) := {
	"role": _role,
	"p": data.lib.fragment_test.resource("aws_kms_grant", {"grantee_principal": principal}),
}

_other := {"principals": [{"type": "AWS", "id": "arn:aws:iam::123456789012:role/other"}]}

# Where a role can be let in: a fragment that does, and one that lets another in.
doors_cells := {
	"aws_s3_bucket_policy /policy": {
		"holds": _policy("aws_s3_bucket_policy", "/policy", {}),
		"fails": _policy("aws_s3_bucket_policy", "/policy", _other),
		"door": {"resource": "p", "path": "/policy", "actions": ["s3:getobject"]},
	},
	"AWS::S3::BucketPolicy /PolicyDocument": {
		"holds": _policy("AWS::S3::BucketPolicy", "/PolicyDocument", {}),
		"fails": _policy("AWS::S3::BucketPolicy", "/PolicyDocument", _other),
		"door": {"resource": "p", "path": "/PolicyDocument", "actions": ["s3:getobject"]},
	},
	"aws_kms_grant /grantee_principal": {
		"holds": _grant(_arn),
		"fails": _grant("reader"),
		"door": {"resource": "p", "path": "/grantee_principal", "actions": ["kms:*"]},
	},
}

_doors(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.iam.doors("role") with input as graph
}

test_a_role_is_let_in_by_name_in_every_place if {
	every cell in doors_cells {
		_doors(cell.holds) == {cell.door}
		_doors(cell.fails) == set()
	}
}

test_a_deny_and_a_service_let_no_role_in if {
	_doors(_policy("t", "/policy", {"effect": "Deny"})) == set()
	_doors(_policy("t", "/policy", {"principals": [{"type": "Service", "id": _arn}]})) == set()
	_doors({"role": _role}) == set()
}

test_a_door_by_not_action_is_open_for_everything if {
	{door.actions | some door in _doors(_policy("t", "/policy", {"not_actions": ["s3:*"], "actions": []}))} == {["*"]}
}
