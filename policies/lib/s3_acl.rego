package lib.s3

_public_lists := {
	"authenticated-read",
	"public-read",
	"public-read-write",
	"AuthenticatedRead",
	"PublicRead",
	"PublicReadWrite",
}

_public_groups := {
	"http://acs.amazonaws.com/groups/global/AllUsers",
	"http://acs.amazonaws.com/groups/global/AuthenticatedUsers",
}

# METADATA
# title: an access control list of the bucket opens it to the public
# description: A canned list, or a grant to everyone or to whoever has an account of AWS.
# custom:
#   types:
#     - aws_s3_bucket /acl
#     - aws_s3_bucket /grant
#     - aws_s3_bucket_acl /acl
#     - aws_s3_bucket_acl /access_control_policy
#     - AWS::S3::Bucket /AccessControl
lists_the_public(bucket) if {
	some address in {bucket} | data.lib.link.bound_to("aws_s3_bucket_acl", "bucket", "name", bucket)
	_is_public(input.resources[address].values)
}

_is_public(values) if {
	values[{"acl", "AccessControl"}[_]] in _public_lists
} else if {
	values.grant[_].uri in _public_groups
} else if {
	values.access_control_policy[_].grant[_].grantee[_].uri in _public_groups
}
