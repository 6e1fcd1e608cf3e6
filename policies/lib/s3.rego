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
# custom:
#   types:
#     - aws_s3_bucket_public_access_block /block_public_acls
#     - AWS::S3::Bucket /PublicAccessBlockConfiguration
refuses_public_access(bucket) if {
	blocks := _public_access_blocks(bucket)
	blocks != set()
	every block in blocks {
		block == {"acls", "policy", "ignore", "restrict"}
	}
}

_public_access_blocks(bucket) := {block |
	some address in data.lib.link.bound_to("aws_s3_bucket_public_access_block", "bucket", "name", bucket)
	values := input.resources[address].values
	block := {way | some way, keys in _ways; values[keys.split] in data.lib.value.yes}
} | {block |
	values := input.resources[bucket].values.PublicAccessBlockConfiguration
	block := {way | some way, keys in _ways; values[keys.inline] in data.lib.value.yes}
}
