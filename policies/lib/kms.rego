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
# description: |
#   By id, ARN or reference, or through an alias created here. The ARN of a key in another account is another key,
#   so ARNs are taken literally.
# custom:
#   types:
#     - aws_kms_key /id
#     - aws_kms_external_key /id
#     - aws_kms_replica_key /id
#     - aws_kms_alias /target_key_id
#     - AWS::KMS::Key /Id
#     - AWS::KMS::ReplicaKey /Id
#     - AWS::KMS::Alias /TargetKeyId
keys_at(resource, path, value) := keys if {
	found := _named(resource, path, value)
	keys := _created_here(found)
	keys != set()
} else := union({keys |
	some address in _named(resource, path, value)
	alias := input.resources[address]
	keys := _created_here(data.lib.link.attribute_targets(alias, _aliases[alias.type]))
})

_named(resource, path, value) := {address | some address in input.names[value]} if {
	input.names[value]
} else := data.lib.link.referenced(resource, path)

_created_here(addresses) := {address |
	some address in addresses
	input.resources[address].type in _keys
	input.resources[address].mode == "managed"
}
