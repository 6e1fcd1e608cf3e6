package lib.s3_policy_test

_bucket(type) := data.lib.fragment_test.named(type, "reports", "arn:aws:s3:::reports", {})

_everything := ["arn:aws:s3:::reports", "arn:aws:s3:::reports/*"]

_condition(operator, value) := [{"operator": operator, "key": "aws:securetransport", "values": [value]}]

_deny := {
	"effect": "Deny",
	"actions": ["s3:*"],
	"resources": _everything,
	"principals": [{"type": "*", "id": "*"}],
	"conditions": _condition("Bool", "false"),
}

_document(path, statements) := {"docs": {path: {
	"kind": "policy",
	"value": {},
	"statements": [data.lib.fragment_test.statement(given) | some given in statements],
}}}

_inline(statements) := {"b": object.union(_bucket("aws_s3_bucket"), _document("/policy", statements))}

_split(type, key, bucket, path) := {
	"b": _bucket("aws_s3_bucket"),
	"p": data.lib.fragment_test.holding(type, {key: bucket}, path, [_deny]),
}

# Where a bucket's policy can stand: a fragment with the Deny, and one with it on another bucket or with an Allow.
parts_refusing_plaintext_cells := {
	"aws_s3_bucket /policy": {
		"holds": _inline([_deny]),
		"fails": _inline([object.union(_deny, {"effect": "Allow"})]),
	},
	"aws_s3_bucket_policy /policy": {
		"holds": _split("aws_s3_bucket_policy", "bucket", "reports", "/policy"),
		"fails": _split("aws_s3_bucket_policy", "bucket", "other", "/policy"),
	},
	"AWS::S3::BucketPolicy /PolicyDocument": {
		"holds": _split("AWS::S3::BucketPolicy", "Bucket", "reports", "/PolicyDocument"),
		"fails": _split("AWS::S3::BucketPolicy", "Bucket", "other", "/PolicyDocument"),
	},
}

_parts(resources) := found if {
	graph := data.lib.fragment_test.graph(resources)
	found := data.lib.s3.parts_refusing_plaintext("b") with input as graph
}

_with(changes) := _parts(_inline([object.union(_deny, changes)]))

test_plaintext_is_refused_in_every_place if {
	every cell in parts_refusing_plaintext_cells {
		_parts(cell.holds) == {"bucket", "objects"}
		_parts(cell.fails) == set()
	}
}

test_a_part_is_refused_by_what_reaches_it if {
	_with({"resources": ["arn:aws:s3:::reports"]}) == {"bucket"}
	_with({"resources": ["arn:aws:s3:::reports/*"]}) == {"objects"}
	_with({"resources": ["arn:aws:s3:::reports*"]}) == {"bucket", "objects"}
	_with({"resources": ["*"]}) == {"bucket", "objects"}
	_with({"resources": ["arn:aws:s3:::reports/a/*", "arn:aws:s3:::other"]}) == set()
}

test_two_statements_may_share_the_parts if {
	bucket := object.union(_deny, {"resources": ["arn:aws:s3:::reports"]})
	objects := object.union(_deny, {"resources": ["arn:aws:s3:::reports/*"]})
	_parts(_inline([bucket, objects])) == {"bucket", "objects"}
}

test_every_spelling_of_missing_tls_is_read if {
	every operator in {"Bool", "bool", "BoolIfExists", "StringEquals", "StringEqualsIfExists"} {
		_with({"conditions": _condition(operator, "false")}) == {"bucket", "objects"}
		_with({"conditions": _condition(operator, "true")}) == set()
	}
	every operator in {"StringNotEquals", "StringNotEqualsIfExists"} {
		_with({"conditions": _condition(operator, "true")}) == {"bucket", "objects"}
		_with({"conditions": _condition(operator, "false")}) == set()
	}
}

test_of_two_policies_each_may_be_the_one_that_is_left if {
	split := _split("aws_s3_bucket_policy", "bucket", "reports", "/policy")
	other := data.lib.fragment_test.holding("aws_s3_bucket_policy", {"bucket": "reports"}, "/policy", [{}])
	_parts(object.union(split, {"o": other})) == set()
	_parts(object.union(split, {"o": split.p})) == {"bucket", "objects"}
	_parts(object.union(split, _inline([]))) == set()
}

test_another_condition_refuses_less if {
	other := {"operator": "StringEquals", "key": "aws:sourcevpc", "values": ["v"]}
	_with({"conditions": []}) == set()
	_with({"conditions": array.concat(_deny.conditions, [other])}) == set()
	_with({"conditions": [object.union(_deny.conditions[0], {"key": "s3:tlsversion"})]}) == set()
	_with({"conditions": [object.union(_deny.conditions[0], {"values": ["false", "true"]})]}) == set()
	_with({"conditions": [object.union(_deny.conditions[0], {"values": []})]}) == set()
	_with({"conditions": _condition("NumericLessThan", "false")}) == set()
}

test_a_deny_for_some_or_of_some_actions_refuses_less if {
	_with({"actions": ["*"]}) == {"bucket", "objects"}
	_with({"actions": ["s3:getobject", "s3:putobject"]}) == set()
	_with({"actions": ["s3:get*"]}) == set()
	_with({"actions": [], "not_actions": ["sts:*", "iam:passrole"]}) == {"bucket", "objects"}
	_with({"actions": [], "not_actions": ["sts:*", "s3:getobject"]}) == set()
	_with({"actions": [], "not_actions": ["*:getobject"]}) == set()
	_with({"principals": [{"type": "AWS", "id": "*"}]}) == {"bucket", "objects"}
	_with({"principals": [{"type": "AWS", "id": "123456789012"}]}) == set()
}
