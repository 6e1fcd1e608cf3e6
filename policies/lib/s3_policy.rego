package lib.s3

_policies := {
	"aws_s3_bucket_policy": {"bucket": "bucket", "path": "/policy"},
	"AWS::S3::BucketPolicy": {"bucket": "Bucket", "path": "/PolicyDocument"},
}

# METADATA
# title: the parts of a bucket that refuse requests without TLS
# description: |
#   `bucket` and `objects`, each where a Deny for everyone and every action, on the one condition that TLS is
#   missing, reaches it.
# custom:
#   types:
#     - aws_s3_bucket /policy
#     - aws_s3_bucket_policy /policy
#     - AWS::S3::BucketPolicy /PolicyDocument
parts_refusing_plaintext(bucket) := {part |
	some statement in _statements(bucket)
	_refuses_plaintext(statement)
	arn := input.resources[bucket].identity.arn
	some part, text in {"bucket": arn, "objects": concat("", [arn, "/*"])}
	data.lib.arn.any_covers(statement.resources, text)
}

_statements(bucket) := {statement |
	some statement in input.resources[bucket].docs["/policy"].statements
} | {statement |
	some type, shape in _policies
	some address in data.lib.link.bound_to(type, shape.bucket, "name", bucket)
	some statement in input.resources[address].docs[shape.path].statements
}

_refuses_plaintext(statement) if {
	statement.effect == "Deny"
	data.lib.statement.everyone(statement)
	some condition in statement.conditions
	statement.conditions == [condition]
	data.lib.condition.transport(condition) == "false"
	data.lib.arn.any_covers(statement.actions, "s3:*")
}
