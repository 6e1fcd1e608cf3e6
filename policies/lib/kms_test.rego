package lib.kms_test

_arn := "arn:aws:kms:us-east-1:123456789012:key/k"

_key(type) := data.lib.fragment_test.named(type, "k", _arn, {})

_alias_arn := "arn:aws:kms:us-east-1:123456789012:alias/a"

_alias(type, values) := data.lib.fragment_test.named(type, "alias/a", _alias_arn, values)

# Where a key can be created, and where an alias can lead to it.
keys_at_cells := {
	"aws_kms_key /id": _direct("aws_kms_key"),
	"aws_kms_external_key /id": _direct("aws_kms_external_key"),
	"aws_kms_replica_key /id": _direct("aws_kms_replica_key"),
	"AWS::KMS::Key /Id": _direct("AWS::KMS::Key"),
	"AWS::KMS::ReplicaKey /Id": _direct("AWS::KMS::ReplicaKey"),
	"aws_kms_alias /target_key_id": _indirect("aws_kms_key", "aws_kms_alias", "target_key_id"),
	"AWS::KMS::Alias /TargetKeyId": _indirect("AWS::KMS::Key", "AWS::KMS::Alias", "TargetKeyId"),
}

_direct(type) := {
	"holds": {"resources": {"k": _key(type)}, "value": _arn},
	"fails": {"resources": {"k": _key(type)}, "value": "arn:aws:kms:us-east-1:123456789012:key/other"},
}

_indirect(key, type, attribute) := {
	"holds": {"resources": {"k": _key(key), "a": _alias(type, {attribute: "k"})}, "value": "alias/a"},
	"fails": {"resources": {"k": _key(key), "a": _alias(type, {attribute: "other"})}, "value": "alias/a"},
}

_keys(case, refs) := found if {
	graph := data.lib.fragment_test.graph(case.resources)
	found := data.lib.kms.keys_at({"refs": refs}, "/key", case.value) with input as graph
}

test_a_key_created_here_is_found_in_every_place if {
	every cell in keys_at_cells {
		_keys(cell.holds, []) == {"k"}
		_keys(cell.fails, []) == set()
	}
}

test_a_key_is_found_by_reference if {
	case := {"resources": {"k": _key("aws_kms_key")}, "value": "?"}
	_keys(case, [data.lib.fragment_test.reference("/key", "k", "exact")]) == {"k"}
	_keys(case, [data.lib.fragment_test.reference("/key", "k", "mention")]) == {"k"}
	_keys(case, [data.lib.fragment_test.reference("/other", "k", "exact")]) == set()
}

test_a_key_looked_up_is_not_created_here if {
	looked_up := object.union(_key("aws_kms_key"), {"mode": "data"})
	_keys({"resources": {"k": looked_up}, "value": _arn}, []) == set()
}

test_a_key_that_cannot_encrypt_a_bucket_is_none if {
	every values in [
		{"is_enabled": false},
		{"enabled": "false"},
		{"Enabled": false},
		{"key_usage": "SIGN_VERIFY"},
		{"KeyUsage": "GENERATE_VERIFY_MAC"},
		{"customer_master_key_spec": "RSA_2048"},
		{"KeySpec": "HMAC_256"},
	] {
		_keys({"resources": {"k": object.union(_key("aws_kms_key"), {"values": values})}, "value": _arn}, []) == set()
	}
}

test_a_key_that_says_what_it_is_anyway_is_found if {
	values := {"is_enabled": true, "key_usage": "ENCRYPT_DECRYPT", "customer_master_key_spec": "SYMMETRIC_DEFAULT"}
	_keys({"resources": {"k": object.union(_key("aws_kms_key"), {"values": values})}, "value": _arn}, []) == {"k"}
}

test_a_key_of_another_account_is_another_key if {
	case := {"resources": {"k": _key("aws_kms_key")}, "value": "arn:aws:kms:us-east-1:999988887777:key/k"}
	_keys(case, []) == set()
}

test_only_a_key_is_found_as_one if {
	_keys({"resources": {"k": _key("aws_s3_bucket")}, "value": _arn}, []) == set()
	_keys({"resources": {"a": _alias("aws_kms_alias", {"target_key_id": "alias/a"})}, "value": "alias/a"}, []) == set()
}
