# METADATA
# title: Bucket hardening
# description: The bucket tagged `classification = confidential` has a key, is private, and keeps its versions.
package scenarios.bucket_hardening

_buckets := data.lib.s3.buckets_tagged("classification", "confidential")

# The empty address has no settings, so a demand is never met by the lack of a bucket.
_asked_buckets := _buckets | {"" | count(_buckets) == 0}

# METADATA
# title: the bucket refuses public access
# custom:
#   id: BH001
#   tier: 1
#   catches: [pab-partial, pab-missing, pab-other-bucket]
deny contains result if {
	some bucket in _asked_buckets
	not _closed_to_public(bucket)
	result := _on("BH001", "the confidential bucket does not refuse public access in every way", bucket)
}

_closed_to_public(bucket) if {
	data.lib.s3.refuses_public_access(bucket)
	not data.lib.s3.opens_to_public(bucket)
	not data.lib.s3.lists_the_public(bucket)
}

# METADATA
# title: the bucket is encrypted with a key created here
# custom:
#   id: BH002
#   tier: 1
#   catches: [s3-managed-key, aws-managed-key, foreign-key]
deny contains result if {
	some bucket in _asked_buckets
	not data.lib.s3.encrypted_with_own_key(bucket)
	result := _on("BH002", "the confidential bucket is not encrypted with a key created here", bucket)
}

# METADATA
# title: the bucket and its objects refuse plaintext
# custom:
#   id: BH003
#   tier: 1
#   catches: [tls-bucket-only, tls-objects-only, tls-wrong-effect]
deny contains result if {
	some bucket in _asked_buckets
	some part in {"bucket", "objects"} - data.lib.s3.parts_refusing_plaintext(bucket)
	result := _on("BH003", sprintf("the confidential %s can be reached without TLS", [part]), bucket)
}

# METADATA
# title: the bucket keeps every version
# custom:
#   id: BH004
#   tier: 1
#   catches: [versioning-suspended, versioning-other-bucket, versions-expire]
deny contains result if {
	some bucket in _asked_buckets
	not data.lib.s3.keeps_versions(bucket)
	result := _on("BH004", "the confidential bucket does not keep versions", bucket)
}

_on(rule, msg, bucket) := {"rule": rule, "msg": msg, "resource": bucket, "path": ""}
