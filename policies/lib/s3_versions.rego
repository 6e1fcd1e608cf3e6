package lib.s3

# METADATA
# title: the bucket keeps every version
# description: |
#   Versions are switched on, as they are by object lock, and no rule in force deletes those that are no longer current.
# custom:
#   types:
#     - aws_s3_bucket /versioning
#     - aws_s3_bucket /object_lock_enabled
#     - aws_s3_bucket_versioning /versioning_configuration
#     - AWS::S3::Bucket /VersioningConfiguration
#     - AWS::S3::Bucket /ObjectLockEnabled
keeps_versions(bucket) if {
	_versioning(bucket) == {"Enabled"}
	not _expires_versions(bucket)
}

_expires_versions(bucket) if {
	some address in {bucket} | data.lib.link.bound_to("aws_s3_bucket_lifecycle_configuration", "bucket", "name", bucket)
	values := input.resources[address].values
	rule := values[["rule", "lifecycle_rule"][_]][_]
	_in_force(rule)
	rule.noncurrent_version_expiration[_]
} else if {
	rule := input.resources[bucket].values.LifecycleConfiguration.Rules[_]
	_in_force(rule)
	rule[["NoncurrentVersionExpiration", "NoncurrentVersionExpirationInDays"][_]] != null
}

_in_force(rule) if {
	rule[["status", "Status"][_]] == "Enabled"
} else if {
	rule.enabled in data.lib.value.yes
}

_versioning(bucket) := {_state(enabled) |
	enabled := input.resources[bucket].values.versioning[_].enabled
} | {status |
	some address in data.lib.link.bound_to("aws_s3_bucket_versioning", "bucket", "name", bucket)
	status := input.resources[address].values.versioning_configuration[_].status
} | {status |
	status := input.resources[bucket].values.VersioningConfiguration.Status
} | {"Enabled" |
	input.resources[bucket].values[{"object_lock_enabled", "ObjectLockEnabled"}[_]] in data.lib.value.yes
}

# The older inline block spells the state as a boolean.
_state(enabled) := "Enabled" if {
	enabled in data.lib.value.yes
} else := enabled
