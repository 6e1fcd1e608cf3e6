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
	rules := _inline_rules(bucket) | _split_rules(bucket)
	rules != set()
	every rule in rules {
		rule.algorithm in _kms
		some key in data.lib.kms.keys_at(input.resources[rule.resource], rule.path, rule.key)
		not data.lib.kms.locked(key)
	}
}

_split_rules(bucket) := {rule |
	some address in data.lib.link.bound_to("aws_s3_bucket_server_side_encryption_configuration", "bucket", "name", bucket)
	some j, k
	chosen := input.resources[address].values.rule[j].apply_server_side_encryption_by_default[k]
	rule := {
		"resource": address,
		"algorithm": object.get(chosen, "sse_algorithm", null),
		"key": object.get(chosen, "kms_master_key_id", null),
		"path": sprintf("/rule/%d/apply_server_side_encryption_by_default/%d/kms_master_key_id", [j, k]),
	}
}

_inline_rules(bucket) := {rule |
	some i, j, k
	block := input.resources[bucket].values.server_side_encryption_configuration[i]
	chosen := block.rule[j].apply_server_side_encryption_by_default[k]
	rule := {
		"resource": bucket,
		"algorithm": object.get(chosen, "sse_algorithm", null),
		"key": object.get(chosen, "kms_master_key_id", null),
		"path": sprintf(
			"/server_side_encryption_configuration/%d/rule/%d/apply_server_side_encryption_by_default/%d/kms_master_key_id",
			[i, j, k],
		),
	}
} | {rule |
	some i
	encryption := input.resources[bucket].values.BucketEncryption
	chosen := encryption.ServerSideEncryptionConfiguration[i].ServerSideEncryptionByDefault
	route := "/BucketEncryption/ServerSideEncryptionConfiguration/%d/ServerSideEncryptionByDefault/KMSMasterKeyID"
	rule := {
		"resource": bucket,
		"algorithm": object.get(chosen, "SSEAlgorithm", null),
		"key": object.get(chosen, "KMSMasterKeyID", null),
		"path": sprintf(route, [i]),
	}
}
