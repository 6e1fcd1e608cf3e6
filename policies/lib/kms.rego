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
# description: By id, ARN or reference, or through an alias created here; keys that a bucket can be encrypted with.
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
	keys := _created_here(data.lib.link.targets(resource, path, value, "any"))
	keys != set()
} else := union({keys |
	some address in data.lib.link.targets(resource, path, value, "any")
	alias := input.resources[address]
	keys := _created_here(data.lib.link.attribute_targets(alias, _aliases[alias.type], "any"))
})

_created_here(addresses) := {address |
	some address in addresses
	resource := input.resources[address]
	resource.type in _keys
	resource.mode == "managed"
	not _unfit(resource.values)
}

# A key that is switched off or that signs encrypts nothing, and S3 takes symmetric keys alone.
_unfit(values) if {
	values[{"is_enabled", "enabled", "Enabled"}[_]] in data.lib.value.no
} else if {
	values[{"key_usage", "KeyUsage"}[_]] != "ENCRYPT_DECRYPT"
} else if {
	values[{"customer_master_key_spec", "KeySpec"}[_]] != "SYMMETRIC_DEFAULT"
}
