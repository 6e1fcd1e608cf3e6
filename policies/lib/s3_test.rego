package lib.s3_test

_bucket(type, values) := data.lib.fragment_test.named(type, "reports", "arn:aws:s3:::reports", values)

_split(type, values) := {
	"b": _bucket("aws_s3_bucket", {}),
	"o": data.lib.fragment_test.named("aws_s3_bucket", "other", "arn:aws:s3:::other", {}),
	"s": data.lib.fragment_test.resource(type, values),
}

_all_split := {
	"block_public_acls": true,
	"block_public_policy": true,
	"ignore_public_acls": true,
	"restrict_public_buckets": true,
}

_all_inline := {
	"BlockPublicAcls": true,
	"BlockPublicPolicy": "true",
	"IgnorePublicAcls": true,
	"RestrictPublicBuckets": true,
}

_block(settings) := _split("aws_s3_bucket_public_access_block", object.union({"bucket": "reports"}, settings))

_account(settings) := _split("aws_s3_account_public_access_block", settings)

_property(settings) := {"b": _bucket("AWS::S3::Bucket", {"PublicAccessBlockConfiguration": settings})}

# Where public access can be refused: a fragment that does, and one that does on another bucket or not at all.
refuses_public_access_cells := {
	"aws_s3_bucket_public_access_block /block_public_acls": {
		"holds": _block(_all_split),
		"fails": _split("aws_s3_bucket_public_access_block", object.union(_all_split, {"bucket": "other"})),
	},
	"aws_s3_account_public_access_block /block_public_acls": {
		"holds": _account(_all_split),
		"fails": _account(object.union(_all_split, {"account_id": "123456789012"})),
	},
	"AWS::S3::Bucket /PublicAccessBlockConfiguration": {
		"holds": _property(_all_inline),
		"fails": {"b": _bucket("AWS::S3::Bucket", {})},
	},
}

_refuses(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.s3.refuses_public_access("b") with input as graph
}

test_public_access_is_refused_in_every_place if {
	every cell in refuses_public_access_cells {
		_refuses(cell.holds)
		not _refuses(cell.fails)
	}
}

test_public_access_is_refused_in_all_four_ways_or_not_at_all if {
	every key, _ in _all_split {
		not _refuses(_block(object.remove(_all_split, [key])))
		not _refuses(_block(object.union(_all_split, {key: false})))
	}
	every key, _ in _all_inline {
		not _refuses(_property(object.remove(_all_inline, [key])))
		not _refuses(_property(object.union(_all_inline, {key: "false"})))
	}
}

test_two_blocks_have_to_agree if {
	weak := data.lib.fragment_test.resource("aws_s3_bucket_public_access_block", {"bucket": "reports"})
	not _refuses(object.union(_block(_all_split), {"w": weak}))
}

test_account_and_bucket_refuse_together if {
	every key, _ in _all_split {
		rest := data.lib.fragment_test.resource(
			"aws_s3_bucket_public_access_block",
			object.union({"bucket": "reports"}, object.remove(_all_split, [key])),
		)
		_refuses(object.union(_account({key: true}), {"r": rest}))
		not _refuses(object.union(_account({key: false}), {"r": rest}))
		not _refuses(_account(object.remove(_all_split, [key])))
	}
}

test_of_two_settings_of_an_account_each_may_be_the_one_that_is_left if {
	weak := data.lib.fragment_test.resource("aws_s3_account_public_access_block", {"block_public_acls": true})
	not _refuses(object.union(_account(_all_split), {"w": weak}))
}
