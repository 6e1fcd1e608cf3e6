package lib.s3_versions_test

_bucket(type, values) := data.lib.fragment_test.named(type, "reports", "arn:aws:s3:::reports", values)

_split(type, values) := {
	"b": _bucket("aws_s3_bucket", {}),
	"o": data.lib.fragment_test.named("aws_s3_bucket", "other", "arn:aws:s3:::other", {}),
	"s": data.lib.fragment_test.resource(type, values),
}

# Where versions can be switched on: a fragment that does, and one that suspends them.
keeps_versions_cells := {
	"aws_s3_bucket /versioning": {
		"holds": {"b": _bucket("aws_s3_bucket", {"versioning": [{"enabled": true}]})},
		"fails": {"b": _bucket("aws_s3_bucket", {"versioning": [{"enabled": false}]})},
	},
	"aws_s3_bucket_versioning /versioning_configuration": {
		"holds": _versioning("reports", "Enabled"),
		"fails": _versioning("reports", "Suspended"),
	},
	"aws_s3_bucket /object_lock_enabled": {
		"holds": {"b": _bucket("aws_s3_bucket", {"object_lock_enabled": true})},
		"fails": {"b": _bucket("aws_s3_bucket", {"object_lock_enabled": false})},
	},
	"AWS::S3::Bucket /ObjectLockEnabled": {
		"holds": {"b": _bucket("AWS::S3::Bucket", {"ObjectLockEnabled": "true"})},
		"fails": {"b": _bucket("AWS::S3::Bucket", {"ObjectLockEnabled": false})},
	},
	"AWS::S3::Bucket /VersioningConfiguration": {
		"holds": {"b": _bucket("AWS::S3::Bucket", {"VersioningConfiguration": {"Status": "Enabled"}})},
		"fails": {"b": _bucket("AWS::S3::Bucket", {"VersioningConfiguration": {"Status": "Suspended"}})},
	},
}

_versioning(bucket, status) := _split(
	"aws_s3_bucket_versioning",
	{"bucket": bucket, "versioning_configuration": [{"status": status}]},
)

_keeps(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.s3.keeps_versions("b") with input as graph
}

test_versions_are_kept_in_every_place if {
	every cell in keeps_versions_cells {
		_keeps(cell.holds)
		not _keeps(cell.fails)
	}
}

test_versions_of_another_bucket_are_of_no_use if {
	not _keeps(_versioning("other", "Enabled"))
}

test_one_state_does_not_hide_another if {
	locked := {"b": _bucket("aws_s3_bucket", {"object_lock_enabled": true})}
	not _keeps(object.union(_versioning("reports", "Suspended"), locked))
	both := {"b": _bucket("aws_s3_bucket", {"versioning": [{"enabled": false}]})}
	not _keeps(object.union(_versioning("reports", "Enabled"), both))
}

_on := {"versioning": [{"enabled": true}]}

_status := {"VersioningConfiguration": {"Status": "Enabled"}}

_with_rules(bucket, rules) := object.union(
	_split("aws_s3_bucket_lifecycle_configuration", {"bucket": bucket, "rule": rules}),
	{"b": _bucket("aws_s3_bucket", _on)},
)

_inline_rules(rules) := {"b": _bucket("aws_s3_bucket", object.union(_on, {"lifecycle_rule": rules}))}

_property_rules(rules) := {"b": _bucket(
	"AWS::S3::Bucket",
	object.union(_status, {"LifecycleConfiguration": {"Rules": rules}}),
)}

test_a_rule_that_deletes_old_versions_keeps_them_not if {
	expiry := {"noncurrent_version_expiration": [{"noncurrent_days": 30}]}
	not _keeps(_with_rules("reports", [object.union(expiry, {"status": "Enabled"})]))
	not _keeps(_inline_rules([object.union(expiry, {"enabled": true})]))
	not _keeps(_property_rules([{"Status": "Enabled", "NoncurrentVersionExpiration": {"NoncurrentDays": 30}}]))
	not _keeps(_property_rules([{"Status": "Enabled", "NoncurrentVersionExpirationInDays": 30}]))
}

test_a_rule_that_is_off_or_does_something_else_keeps_versions if {
	expiry := {"noncurrent_version_expiration": [{"noncurrent_days": 30}]}
	_keeps(_with_rules("reports", [object.union(expiry, {"status": "Disabled"})]))
	_keeps(_with_rules("reports", [{"status": "Enabled", "noncurrent_version_expiration": []}]))
	_keeps(_with_rules("other", [object.union(expiry, {"status": "Enabled"})]))
	_keeps(_inline_rules([object.union(expiry, {"enabled": false})]))
	_keeps(_inline_rules([{"enabled": true, "expiration": [{"days": 30}]}]))
	_keeps(_property_rules([{"Status": "Disabled", "NoncurrentVersionExpirationInDays": 30}]))
	_keeps(_property_rules([{"Status": "Enabled", "ExpirationInDays": 30}]))
}
