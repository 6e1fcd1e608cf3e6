# METADATA
# title: Keys and their aliases
package lib.kms

_keys := {
	"aws_kms_key",
	"aws_kms_external_key",
	"aws_kms_replica_key",
	"AWS::KMS::Key",
	"AWS::KMS::ReplicaKey",
}

_aliases := {"aws_kms_alias": "target_key_id", "AWS::KMS::Alias": "TargetKeyId"}

# METADATA
# title: the keys created here that a value leads to
# description: By id, ARN or reference, or through an alias created here; a key defined elsewhere is none of them.
# custom:
#   types:
#     - aws_kms_key /id
#     - aws_kms_external_key /id
#     - aws_kms_replica_key /id
#     - aws_kms_alias /target_key_id
#     - AWS::KMS::Key /Id
#     - AWS::KMS::ReplicaKey /Id
#     - AWS::KMS::Alias /TargetKeyId
keys_at(resource, path, value) := _direct(resource, path, value) | _through_alias(resource, path, value)

_direct(resource, path, value) := {address |
	some address in _found(resource, path, value)
	input.resources[address].type in _keys
	input.resources[address].mode == "managed"
}

_through_alias(resource, path, value) := {key |
	some address in _found(resource, path, value)
	alias := input.resources[address]
	attribute := _aliases[alias.type]
	some key in _direct(alias, concat("", ["/", attribute]), object.get(alias.values, attribute, null))
}

# The ARN of a key in another account is another key, so ARNs are taken literally here.
_found(resource, path, value) := found if {
	found := {address | some address in object.get(input.names, value, [])}
	count(found) > 0
} else := data.lib.link.referenced(resource, path)
