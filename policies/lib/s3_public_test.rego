package lib.s3_public_test

_bucket(type) := data.lib.fragment_test.named(type, "reports", "arn:aws:s3:::reports", {})

_allow := {
	"actions": ["s3:getobject"],
	"resources": ["arn:aws:s3:::reports/*"],
	"principals": [{"type": "AWS", "id": "*"}],
}

_document(path, given) := {"docs": {path: {
	"kind": "policy",
	"value": {},
	"statements": [data.lib.fragment_test.statement({}), data.lib.fragment_test.statement(given)],
}}}

_inline(changes) := {"b": object.union(_bucket("aws_s3_bucket"), _document("/policy", object.union(_allow, changes)))}

_split(type, key, bucket, path) := {
	"b": _bucket("aws_s3_bucket"),
	"p": data.lib.fragment_test.holding(type, {key: bucket}, path, [_allow]),
}

# Where a bucket's policy can stand: a fragment that lets everyone in, and one that does on another bucket or denies.
opens_to_public_cells := {
	"aws_s3_bucket /policy": {
		"holds": _inline({}),
		"fails": _inline({"effect": "Deny"}),
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

_opens(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.s3.opens_to_public("b") with input as graph
}

test_an_allow_for_everyone_opens_in_every_place if {
	every cell in opens_to_public_cells {
		_opens(cell.holds)
		not _opens(cell.fails)
	}
}

test_all_but_a_few_are_the_public if {
	_opens(_inline({"principals": [], "not_principals": [{"type": "AWS", "id": "123456789012"}]}))
	not _opens(_inline({"principals": [{"type": "AWS", "id": "123456789012"}]}))
	not _opens(_inline({"principals": [{"type": "Service", "id": "s3.amazonaws.com"}]}))
}

_when(operator, key, text) := {"conditions": [{"operator": operator, "key": key, "values": [text]}]}

test_a_condition_closes_unless_everyone_meets_it if {
	_opens(_inline(_when("Bool", "aws:securetransport", "true")))
	not _opens(_inline(_when("StringEquals", "aws:principalorgid", "o-1")))
}
