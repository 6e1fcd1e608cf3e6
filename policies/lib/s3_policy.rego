package lib.s3

# METADATA
# title: the statements of a bucket's policy
# custom:
#   types:
#     - aws_s3_bucket /policy
#     - aws_s3_bucket_policy /policy
#     - AWS::S3::BucketPolicy /PolicyDocument
bucket_statements(bucket) := union({
	data.lib.value.statements(bucket, "/policy"),
	{found |
		some address in data.lib.link.bound_to("aws_s3_bucket_policy", "bucket", bucket)
		some found in data.lib.value.statements(address, "/policy")
	},
	{found |
		some address in data.lib.link.bound_to("AWS::S3::BucketPolicy", "Bucket", bucket)
		some found in data.lib.value.statements(address, "/PolicyDocument")
	},
})

# METADATA
# title: the bucket refuses requests in plaintext
# description: A Deny for everyone and every action, on the one condition that TLS is missing, reaches the bucket.
# custom:
#   types:
#     - aws_s3_bucket /policy
#     - aws_s3_bucket_policy /policy
#     - AWS::S3::BucketPolicy /PolicyDocument
bucket_refuses_plaintext(bucket) if {
	some entry in bucket_statements(bucket)
	_refuses_plaintext(entry.statement, input.resources[bucket].identity.arn)
}

# METADATA
# title: the objects of the bucket are refused in plaintext
# description: As for the bucket, for every object in it.
# custom:
#   types:
#     - aws_s3_bucket /policy
#     - aws_s3_bucket_policy /policy
#     - AWS::S3::BucketPolicy /PolicyDocument
objects_refuse_plaintext(bucket) if {
	some entry in bucket_statements(bucket)
	_refuses_plaintext(entry.statement, concat("", [input.resources[bucket].identity.arn, "/*"]))
}

_refuses_plaintext(statement, arn) if {
	statement.effect == "Deny"
	data.lib.statement.everyone(statement)
	count(statement.conditions) == 1
	_plaintext(statement.conditions[0])
	some action in statement.actions
	data.lib.arn.covers(action, "s3:*")
	some resource in statement.resources
	data.lib.arn.covers(resource, arn)
}

_plaintext(condition) if {
	condition.key == "aws:securetransport"
	operator := lower(condition.operator)
	operator in {"bool", "boolifexists", "stringequals", "stringequalsifexists"}
	{lower(data.lib.value.text(value)) | some value in condition.values} == {"false"}
}

_plaintext(condition) if {
	condition.key == "aws:securetransport"
	lower(condition.operator) in {"stringnotequals", "stringnotequalsifexists"}
	{lower(data.lib.value.text(value)) | some value in condition.values} == {"true"}
}
