package lib.sqs_key_test

_arn := "arn:aws:kms:r:1:key/k"

_sns := "sns.amazonaws.com"

_use := {
	"actions": ["kms:generatedatakey*", "kms:decrypt"],
	"resources": ["*"],
	"principals": [{"type": "Service", "id": _sns}],
}

_root := {"actions": ["kms:*"], "resources": ["*"], "principals": [{"type": "AWS", "id": "arn:aws:iam::1:root"}]}

_queue(type, key, text) := data.lib.fragment_test.named(type, "orders", "arn:aws:sqs:r:1:orders", {key: text})

_key(type, path, statements) := object.union(
	data.lib.fragment_test.named(type, "k", _arn, {}),
	{"docs": {path: {"statements": [data.lib.fragment_test.statement(given) | some given in statements]}}},
)

_terraform(statements) := {
	"q": _queue("aws_sqs_queue", "kms_master_key_id", _arn),
	"k": _key("aws_kms_key", "/policy", statements),
}

_template(statements) := {
	"q": _queue("AWS::SQS::Queue", "KmsMasterKeyId", _arn),
	"k": _key("AWS::KMS::Key", "/KeyPolicy", statements),
}

# Where a queue can name its key: a fragment whose key is for the account alone, and one whose key is for SNS as well.
key_shuts_out_cells := {
	"aws_sqs_queue /kms_master_key_id": {"holds": _terraform([_root]), "fails": _terraform([_root, _use])},
	"AWS::SQS::Queue /KmsMasterKeyId": {"holds": _template([_root]), "fails": _template([_root, _use])},
}

_out(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.sqs.key_shuts_out("q", _sns) with input as graph
}

test_a_key_for_others_shuts_a_service_out_in_every_place if {
	every cell in key_shuts_out_cells {
		_out(cell.holds)
		not _out(cell.fails)
	}
}

test_a_key_without_a_policy_is_for_the_account if {
	_out(_terraform([]))
	_out(object.union(object.remove(_terraform([]), ["k"]), _bare))
}

_bare := {"k": data.lib.fragment_test.named("aws_kms_key", "k", _arn, {})}

test_a_key_has_to_be_open_for_all_that_sending_takes if {
	_out(_terraform([object.union(_use, {"actions": ["kms:decrypt"]})]))
	_out(_terraform([object.union(_use, {"actions": ["kms:generatedatakey"]})]))
	_out(_terraform([object.union(_use, {"effect": "Deny"})]))
	_out(_terraform([object.union(_use, {"principals": [{"type": "Service", "id": "s3.amazonaws.com"}]})]))
	not _out(_terraform([object.union(_use, {"actions": [action]}) | some action in _use.actions]))
	not _out(_terraform([object.union(_use, {"principals": [{"type": "AWS", "id": "*"}], "actions": ["kms:*"]})]))
}

test_a_key_policy_of_its_own_counts if {
	given := _terraform([_root])
	own := data.lib.fragment_test.holding("aws_kms_key_policy", {"key_id": _arn}, "/policy", [_use])
	other := data.lib.fragment_test.holding("aws_kms_key_policy", {"key_id": "arn:aws:kms:r:1:key/o"}, "/policy", [_use])
	not _out(object.union(given, {"p": own}))
	_out(object.union(given, {"p": other}))
}

test_the_key_of_aws_shuts_out_and_another_is_not_known if {
	_out({"q": _queue("aws_sqs_queue", "kms_master_key_id", "alias/aws/sqs")})
	_out({"q": _queue("AWS::SQS::Queue", "KmsMasterKeyId", "alias/aws/sqs")})
	not _out({"q": _queue("aws_sqs_queue", "kms_master_key_id", "alias/shared")})
	not _out({"q": _queue("aws_sqs_queue", "name", "orders")})
}

test_a_key_is_found_by_the_reference_at_its_path if {
	reference := data.lib.fragment_test.reference("/kms_master_key_id", "k", "exact")
	_out(object.union(_terraform([_root]), {"q": {"values": {"kms_master_key_id": "?"}, "refs": [reference]}}))
}

test_a_key_has_to_be_open_for_making_data_keys_and_for_decrypting if {
	every action in {"kms:generatedatakey", "kms:decrypt"} {
		_out(_terraform([_root, object.union(_use, {"actions": [action]})]))
	}
	not _out(_terraform([_root, object.union(_use, {"actions": ["kms:generatedatakey", "kms:decrypt"]})]))
}
