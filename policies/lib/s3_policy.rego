package lib.s3

_policies := {
	"aws_s3_bucket_policy": {"bucket": "bucket", "path": "/policy"},
	"AWS::S3::BucketPolicy": {"bucket": "Bucket", "path": "/PolicyDocument"},
}

# METADATA
# title: the parts of a bucket that refuse requests without TLS
# description: |
#   `bucket` and `objects`, each where a Deny for everyone and every action, on the one condition that TLS is
#   missing, reaches it. A bucket has one policy: where several set it, each may be the one that is left.
# custom:
#   types:
#     - aws_s3_bucket /policy
#     - aws_s3_bucket_policy /policy
#     - AWS::S3::BucketPolicy /PolicyDocument
parts_refusing_plaintext(bucket) := {part |
	documents := _documents(bucket)
	documents != set()
	arn := input.resources[bucket].identity.arn
	some part, text in {"bucket": arn, "objects": concat("", [arn, "/*"])}
	every statements in documents {
		_keep_plaintext_from(statements, text)
	}
}

_documents(bucket) := {statements |
	statements := input.resources[bucket].docs["/policy"].statements
} | {statements |
	some type, shape in _policies
	some address in data.lib.link.bound_to(type, shape.bucket, "name", bucket)
	statements := input.resources[address].docs[shape.path].statements
}

_keep_plaintext_from(statements, text) if {
	some statement in statements
	_refuses_plaintext(statement)
	data.lib.arn.any_covers(statement.resources, text)
}

_refuses_plaintext(statement) if {
	statement.effect == "Deny"
	data.lib.statement.everyone(statement)
	some condition in statement.conditions
	statement.conditions == [condition]
	data.lib.condition.transport(condition) == "false"
	_of_every_action(statement)
}

_of_every_action(statement) if {
	data.lib.arn.any_covers(statement.actions, "s3:*")
} else if {
	every action in statement.not_actions {
		not data.lib.grant.of_service(action, "s3")
	}
}

# METADATA
# title: a policy of the bucket opens it to the public
# description: An Allow for everyone, or for all but a few, that holds for every request.
# custom:
#   types:
#     - aws_s3_bucket /policy
#     - aws_s3_bucket_policy /policy
#     - AWS::S3::BucketPolicy /PolicyDocument
opens_to_public(bucket) if {
	some statements in _documents(bucket)
	some statement in statements
	statement.effect == "Allow"
	_for_the_public(statement)
	data.lib.statement.unconditional(statement)
}

_for_the_public(statement) if {
	data.lib.statement.everyone(statement)
} else if {
	statement.not_principals != null
}
