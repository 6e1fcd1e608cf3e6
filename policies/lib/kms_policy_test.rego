package lib.kms_policy_test

_root := {"type": "AWS", "id": "arn:aws:iam::123456789012:root"}

_role := {"type": "AWS", "id": "arn:aws:iam::123456789012:role/x"}

_allow := {"actions": ["kms:*"], "resources": ["*"], "principals": [_root]}

_deny := object.union(_allow, {"effect": "Deny"})

_key(type, path, statements) := object.union(
	data.lib.fragment_test.named(type, "k", "arn:aws:kms:r:a:key/k", {}),
	{"docs": {path: {
		"kind": "policy",
		"value": {},
		"statements": [data.lib.fragment_test.statement(given) | some given in statements],
	}}},
)

# Where a key's policy can stand: one that keeps the account from the key, and one that opens it.
locked_cells := {
	"aws_kms_key /policy": {
		"holds": {"k": _key("aws_kms_key", "/policy", [_deny])},
		"fails": {"k": _key("aws_kms_key", "/policy", [_allow])},
	},
	"aws_kms_key_policy /policy": {
		"holds": object.union({"k": _key("aws_kms_key", "/policy", [_allow])}, _own("k", [_deny])),
		"fails": object.union({"k": _key("aws_kms_key", "/policy", [_allow])}, _own("other", [_deny])),
	},
	"AWS::KMS::Key /KeyPolicy": {
		"holds": {"k": _key("AWS::KMS::Key", "/KeyPolicy", [_deny])},
		"fails": {"k": _key("AWS::KMS::Key", "/KeyPolicy", [_allow])},
	},
}

_is_locked(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.kms.locked("k") with input as graph
}

test_a_key_is_locked_by_a_policy_in_every_place if {
	every cell in locked_cells {
		_is_locked(cell.holds)
		not _is_locked(cell.fails)
	}
	not _is_locked({"k": data.lib.fragment_test.resource("aws_kms_key", {})})
	not _is_locked({"k": _key("aws_kms_key", "/tags/policy", [_deny])})
}

_opened(statements) if not _is_locked({"k": _key("aws_kms_key", "/policy", statements)})

_locked(statements) if _is_locked({"k": _key("aws_kms_key", "/policy", statements)})

test_a_key_that_its_account_may_use_is_fit if {
	_opened([_allow])
	_opened([object.union(_allow, {"actions": ["kms:encrypt", "kms:generatedatakey*"]})])
	_opened([object.union(_allow, {"actions": ["kms:generatedatakey"]})])
	_opened([_allow, object.union(_deny, {"principals": [{"type": "CanonicalUser", "id": "x:root"}]})])
	_opened([_allow, object.union(_deny, {"actions": ["kms:scheduledeletion"]})])
	_opened([_allow, object.union(_deny, {"principals": [_role]})])
	_opened([_allow, object.union(_deny, {"resources": [], "not_resources": ["*"]})])
	_opened([_allow, object.union(_deny, {"principals": [], "not_principals": [_role, _root]})])
	_opened([_allow, object.union(_deny, {"conditions": [{"operator": "Bool", "key": "aws:x", "values": ["true"]}]})])
}

test_a_key_that_nobody_may_use_is_none if {
	_locked([])
	_locked([_deny])
	_locked([object.union(_deny, {"principals": [_role]})])
	_locked([_allow, object.union(_deny, {"principals": [_root, _role]})])
	_locked([object.union(_allow, {"actions": [], "not_actions": ["kms:*"]})])
	_locked([_allow, _deny])
	_locked([object.union(_allow, {"resources": [], "not_resources": ["*"]})])
	_locked([_allow, object.union(_deny, {"principals": [], "not_principals": [_role]})])
	_locked([_allow, object.union(_deny, {"principals": [], "not_principals": []})])
	_locked([_allow, object.union(_deny, {"principals": [{"type": "*", "id": "*"}]})])
}

_own(key, statements) := {"p": data.lib.fragment_test.holding(
	"aws_kms_key_policy",
	{"key_id": key},
	"/policy",
	statements,
)}
