# METADATA
# title: Buckets, their settings and policies
package lib.s3

_buckets := {"aws_s3_bucket", "AWS::S3::Bucket"}

_ways := {
	"acls": {"split": "block_public_acls", "inline": "BlockPublicAcls"},
	"policy": {"split": "block_public_policy", "inline": "BlockPublicPolicy"},
	"ignore": {"split": "ignore_public_acls", "inline": "IgnorePublicAcls"},
	"restrict": {"split": "restrict_public_buckets", "inline": "RestrictPublicBuckets"},
}

# METADATA
# title: the buckets that carry a tag
# description: Their own, or a default tag of their provider, which they carry all the same.
# custom:
#   types: ["aws_s3_bucket /tags", "AWS::S3::Bucket /Tags"]
buckets_tagged(key, value) := {bucket |
	some type in _buckets
	some bucket in input.by_type[type]
	resource := input.resources[bucket]
	resource.mode == "managed"
	resource.tags.effective[key] == value
}

# METADATA
# title: the bucket refuses public access in all four ways
# description: Itself, or because its account does for all its buckets; S3 applies the stricter of the two.
# custom:
#   types:
#     - aws_s3_bucket_public_access_block /block_public_acls
#     - aws_s3_account_public_access_block /block_public_acls
#     - AWS::S3::Bucket /PublicAccessBlockConfiguration
refuses_public_access(bucket) if {
	blocks := _public_access_blocks(bucket)
	every block in blocks | {set() | blocks == set()} {
		block | _refused_by_account == {"acls", "policy", "ignore", "restrict"}
	}
}

_public_access_blocks(bucket) := {_refused(values) |
	some address in data.lib.link.bound_to("aws_s3_bucket_public_access_block", "bucket", "name", bucket)
	values := input.resources[address].values
} | {block |
	values := input.resources[bucket].values.PublicAccessBlockConfiguration
	block := {way | some way, keys in _ways; values[keys.inline] in data.lib.value.yes}
}

_refused(values) := {way | some way, keys in _ways; values[keys.split] in data.lib.value.yes}

# Of another account than the one that everything is created in nothing is known.
_refused_by_account := intersection({_refused(values) |
	some address in input.by_type.aws_s3_account_public_access_block
	values := input.resources[address].values
	object.get(values, "account_id", null) == null
})
