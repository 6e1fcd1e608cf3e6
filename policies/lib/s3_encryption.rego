package lib.s3

_kms := {"aws:kms", "aws:kms:dsse"}

# METADATA
# title: the bucket is encrypted with a key created here
# description: Every default encryption rule names KMS and such a key.
# custom:
#   types:
#     - aws_s3_bucket /server_side_encryption_configuration
#     - aws_s3_bucket_server_side_encryption_configuration /rule
#     - AWS::S3::Bucket /BucketEncryption
encrypted_with_own_key(bucket) if {
	defaults := default_encryption(bucket)
	count(defaults) > 0
	every default_rule in defaults {
		default_rule.algorithm in _kms
		count(default_rule.keys) > 0
	}
}

# METADATA
# title: the default encryption of a bucket
# description: Each rule with its algorithm and the keys created here that it leads to.
# custom:
#   types:
#     - aws_s3_bucket /server_side_encryption_configuration
#     - aws_s3_bucket_server_side_encryption_configuration /rule
#     - AWS::S3::Bucket /BucketEncryption
default_encryption(bucket) := union({_inline_rules(bucket), _split_rules(bucket), _property_rules(bucket)})

_inline_rules(bucket) := {_rule(bucket, "aws_s3_bucket", path, chosen) |
	some i, block in data.lib.value.list_at(input.resources[bucket].values, "server_side_encryption_configuration")
	some j, rule in data.lib.value.list_at(block, "rule")
	some k, chosen in data.lib.value.list_at(rule, "apply_server_side_encryption_by_default")
	path := sprintf(
		"/server_side_encryption_configuration/%d/rule/%d/apply_server_side_encryption_by_default/%d",
		[i, j, k],
	)
}

_split_rules(bucket) := {_rule(address, type, path, chosen) |
	type := "aws_s3_bucket_server_side_encryption_configuration"
	some address in data.lib.link.bound_to(type, "bucket", bucket)
	some j, rule in data.lib.value.list_at(input.resources[address].values, "rule")
	some k, chosen in data.lib.value.list_at(rule, "apply_server_side_encryption_by_default")
	path := sprintf("/rule/%d/apply_server_side_encryption_by_default/%d", [j, k])
}

_property_rules(bucket) := {_rule(bucket, "AWS::S3::Bucket", path, chosen) |
	some i, rule in input.resources[bucket].values.BucketEncryption.ServerSideEncryptionConfiguration
	chosen := rule.ServerSideEncryptionByDefault
	path := sprintf("/BucketEncryption/ServerSideEncryptionConfiguration/%d/ServerSideEncryptionByDefault", [i])
}

_rule(address, type, path, chosen) := {"algorithm": chosen[names.algorithm], "keys": keys} if {
	names := _names[type]
	key_path := concat("/", [path, names.key])
	keys := data.lib.kms.keys_at(input.resources[address], key_path, object.get(chosen, names.key, null))
}

_names := {
	"aws_s3_bucket": {"algorithm": "sse_algorithm", "key": "kms_master_key_id"},
	"aws_s3_bucket_server_side_encryption_configuration": {
		"algorithm": "sse_algorithm",
		"key": "kms_master_key_id",
	},
	"AWS::S3::Bucket": {"algorithm": "SSEAlgorithm", "key": "KMSMasterKeyID"},
}
