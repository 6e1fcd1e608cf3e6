# METADATA
# title: Buckets, their settings and policies
package lib.s3

_buckets := {"aws_s3_bucket", "AWS::S3::Bucket"}

_ways := {
	"acls": ["block_public_acls", "BlockPublicAcls"],
	"policy": ["block_public_policy", "BlockPublicPolicy"],
	"ignore": ["ignore_public_acls", "IgnorePublicAcls"],
	"restrict": ["restrict_public_buckets", "RestrictPublicBuckets"],
}

# METADATA
# title: the buckets that carry a tag
# custom:
#   types: ["aws_s3_bucket /tags", "AWS::S3::Bucket /Tags"]
buckets_tagged(key, value) := {bucket |
	some bucket in data.lib.value.managed(_buckets)
	input.resources[bucket].tags.effective[key] == value
}

# METADATA
# title: the buckets created here
# custom:
#   types: ["aws_s3_bucket", "AWS::S3::Bucket"]
is_bucket(address) if {
	input.resources[address].type in _buckets
	input.resources[address].mode == "managed"
}

# METADATA
# title: the bucket refuses public access in all four ways
# custom:
#   types:
#     - aws_s3_bucket_public_access_block /block_public_acls
#     - AWS::S3::Bucket /PublicAccessBlockConfiguration
refuses_public_access(bucket) if {
	blocks := _public_access_blocks(bucket)
	count(blocks) > 0
	every block in blocks {
		block == {"acls", "policy", "ignore", "restrict"}
	}
}

_public_access_blocks(bucket) := {block |
	some address in data.lib.link.bound_to("aws_s3_bucket_public_access_block", "bucket", bucket)
	block := _switched_on(input.resources[address].values, 0)
} | {block |
	block := _switched_on(input.resources[bucket].values.PublicAccessBlockConfiguration, 1)
}

_switched_on(values, family) := {way |
	some way, keys in _ways
	data.lib.value.boolean(values[keys[family]]) == true
}

# METADATA
# title: the versioning states set for a bucket
# custom:
#   types:
#     - aws_s3_bucket /versioning
#     - aws_s3_bucket_versioning /versioning_configuration
#     - AWS::S3::Bucket /VersioningConfiguration
versioning(bucket) := {status |
	some block in data.lib.value.list_at(input.resources[bucket].values, "versioning")
	status := _status[data.lib.value.text(block.enabled)]
} | {block.status |
	some address in data.lib.link.bound_to("aws_s3_bucket_versioning", "bucket", bucket)
	some block in data.lib.value.list_at(input.resources[address].values, "versioning_configuration")
} | {status |
	status := input.resources[bucket].values.VersioningConfiguration.Status
}

_status := {"true": "Enabled", "false": "Suspended"}

# METADATA
# title: the bucket keeps every version
keeps_versions(bucket) if versioning(bucket) == {"Enabled"}
