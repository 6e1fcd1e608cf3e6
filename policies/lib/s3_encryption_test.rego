package lib.s3_encryption_test

_bucket(type, values) := data.lib.fragment_test.named(type, "reports", "arn:aws:s3:::reports", values)

_key(type) := data.lib.fragment_test.named(type, "k", "arn:aws:kms:r:a:key/k", {})

_terraform(algorithm, key) := [{"apply_server_side_encryption_by_default": [{
	"sse_algorithm": algorithm,
	"kms_master_key_id": key,
}]}]

_inline(rules) := {
	"b": _bucket("aws_s3_bucket", {"server_side_encryption_configuration": [{"rule": rules}]}),
	"k": _key("aws_kms_key"),
}

_split(bucket, rules) := {
	"b": _bucket("aws_s3_bucket", {}),
	"k": _key("aws_kms_key"),
	"s": data.lib.fragment_test.resource(
		"aws_s3_bucket_server_side_encryption_configuration",
		{"bucket": bucket, "rule": rules},
	),
}

_property(algorithm, key) := {
	"k": _key("AWS::KMS::Key"),
	"b": _bucket("AWS::S3::Bucket", {"BucketEncryption": {"ServerSideEncryptionConfiguration": [{
		"BucketKeyEnabled": true,
		"ServerSideEncryptionByDefault": {"SSEAlgorithm": algorithm, "KMSMasterKeyID": key},
	}]}}),
}

# Where the default encryption can stand: a fragment that names a key created here, and one that names another.
encrypted_with_own_key_cells := {
	"aws_s3_bucket /server_side_encryption_configuration": {
		"holds": _inline(_terraform("aws:kms", "k")),
		"fails": _inline(_terraform("aws:kms", "other")),
	},
	"aws_s3_bucket_server_side_encryption_configuration /rule": {
		"holds": _split("reports", _terraform("aws:kms", "k")),
		"fails": _split("reports", _terraform("aws:kms", "other")),
	},
	"AWS::S3::Bucket /BucketEncryption": {
		"holds": _property("aws:kms", "k"),
		"fails": _property("aws:kms", "other"),
	},
}

_encrypted(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.s3.encrypted_with_own_key("b") with input as graph
}

test_the_key_is_looked_for_in_every_place if {
	every cell in encrypted_with_own_key_cells {
		_encrypted(cell.holds)
		not _encrypted(cell.fails)
	}
}

test_the_algorithm_has_to_use_the_key if {
	_encrypted(_inline(_terraform("aws:kms:dsse", "k")))
	not _encrypted(_inline(_terraform("AES256", "k")))
	not _encrypted(_split("reports", _terraform("AES256", "k")))
	not _encrypted(_property("AES256", "k"))
}

test_the_default_key_of_the_account_is_no_key_created_here if {
	not _encrypted(_inline([{"apply_server_side_encryption_by_default": [{"sse_algorithm": "aws:kms"}]}]))
	not _encrypted(_split("reports", [{"apply_server_side_encryption_by_default": [{"sse_algorithm": "aws:kms"}]}]))
	not _encrypted(_property("aws:kms", null))
	not _encrypted(_property("aws:kms", "alias/aws/s3"))
}

test_encryption_of_another_bucket_is_of_no_use if {
	not _encrypted(_split("other", _terraform("aws:kms", "k")))
	not _encrypted({"b": _bucket("aws_s3_bucket", {})})
}

test_every_rule_has_to_name_the_key if {
	not _encrypted(_split("reports", array.concat(_terraform("aws:kms", "k"), _terraform("AES256", null))))
}

test_a_key_is_found_by_the_reference_at_its_path if {
	path := "/rule/0/apply_server_side_encryption_by_default/0/kms_master_key_id"
	reference := data.lib.fragment_test.reference(path, "k", "exact")
	_encrypted(object.union(_split("reports", _terraform("aws:kms", "?")), {"s": {"refs": [reference]}}))
}

test_an_inline_key_is_found_by_the_reference_at_its_path if {
	terraform := concat("", [
		"/server_side_encryption_configuration/0/rule/0/",
		"apply_server_side_encryption_by_default/0/kms_master_key_id",
	])
	inline := data.lib.fragment_test.reference(terraform, "k", "exact")
	_encrypted(object.union(_inline(_terraform("aws:kms", "?")), {"b": {"refs": [inline]}}))
	cloudformation := concat("", [
		"/BucketEncryption/ServerSideEncryptionConfiguration/0/",
		"ServerSideEncryptionByDefault/KMSMasterKeyID",
	])
	property := data.lib.fragment_test.reference(cloudformation, "k", "exact")
	_encrypted(object.union(_property("aws:kms", "?"), {"b": {"refs": [property]}}))
}
