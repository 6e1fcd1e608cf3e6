package lib.s3_tag_test

_tagged(type, tags) := object.union(
	data.lib.fragment_test.named(type, "b", "arn:aws:s3:::b", {}),
	{"tags": {"own": {}, "effective": tags}},
)

# Where a bucket can be tagged: a fragment with the tag, and one with another value.
buckets_tagged_cells := {
	"aws_s3_bucket /tags": {
		"holds": _tagged("aws_s3_bucket", {"a": "x", "class": "secret"}),
		"fails": _tagged("aws_s3_bucket", {"class": "public", "other": "secret"}),
	},
	"AWS::S3::Bucket /Tags": {
		"holds": _tagged("AWS::S3::Bucket", {"a": "x", "class": "secret"}),
		"fails": _tagged("AWS::S3::Bucket", {"class": "public", "other": "secret"}),
	},
}

_found(resource) := found if {
	graph := data.lib.fragment_test.graph({"b": resource})
	found := data.lib.s3.buckets_tagged("class", "secret") with input as graph
}

test_buckets_are_found_by_tag if {
	every cell in buckets_tagged_cells {
		_found(cell.holds) == {"b"}
		_found(cell.fails) == set()
	}
}

test_only_a_bucket_created_here_is_found_as_one if {
	_found(_tagged("aws_kms_key", {"class": "secret"})) == set()
	_found(object.union(_tagged("aws_s3_bucket", {"class": "secret"}), {"mode": "data"})) == set()
}
