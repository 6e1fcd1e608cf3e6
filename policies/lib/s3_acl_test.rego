package lib.s3_acl_test

_bucket(type, values) := {"b": data.lib.fragment_test.named(type, "reports", "arn:aws:s3:::reports", values)}

_split(bucket, values) := object.union(
	_bucket("aws_s3_bucket", {}),
	{"a": data.lib.fragment_test.resource("aws_s3_bucket_acl", object.union({"bucket": bucket}, values))},
)

_everyone := "http://acs.amazonaws.com/groups/global/AllUsers"

_delivery := "http://acs.amazonaws.com/groups/s3/LogDelivery"

_policy(uri) := {"access_control_policy": [{"grant": [{"grantee": [{"id": "x"}]}, {"grantee": [{"uri": uri}]}]}]}

# Where a list can stand: a fragment with a public one, and one with a private one or on another bucket.
lists_the_public_cells := {
	"aws_s3_bucket /acl": {
		"holds": _bucket("aws_s3_bucket", {"acl": "public-read"}),
		"fails": _bucket("aws_s3_bucket", {"acl": "private"}),
	},
	"aws_s3_bucket /grant": {
		"holds": _bucket("aws_s3_bucket", {"grant": [{"id": "x"}, {"uri": _everyone}]}),
		"fails": _bucket("aws_s3_bucket", {"grant": [{"uri": _delivery}]}),
	},
	"aws_s3_bucket_acl /acl": {
		"holds": _split("reports", {"acl": "public-read-write"}),
		"fails": _split("other", {"acl": "public-read-write"}),
	},
	"aws_s3_bucket_acl /access_control_policy": {
		"holds": _split("reports", _policy(_everyone)),
		"fails": _split("reports", _policy(_delivery)),
	},
	"AWS::S3::Bucket /AccessControl": {
		"holds": _bucket("AWS::S3::Bucket", {"AccessControl": "PublicRead"}),
		"fails": _bucket("AWS::S3::Bucket", {"AccessControl": "LogDeliveryWrite"}),
	},
}

_listed(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.s3.lists_the_public("b") with input as graph
}

test_a_public_list_is_found_in_every_place if {
	every cell in lists_the_public_cells {
		_listed(cell.holds)
		not _listed(cell.fails)
	}
}

test_whoever_has_an_account_is_the_public if {
	_listed(_split("reports", {"acl": "authenticated-read"}))
	_listed(_split("reports", _policy("http://acs.amazonaws.com/groups/global/AuthenticatedUsers")))
	_listed(_bucket("AWS::S3::Bucket", {"AccessControl": "AuthenticatedRead"}))
	_listed(_bucket("AWS::S3::Bucket", {"AccessControl": "PublicReadWrite"}))
	not _listed(_bucket("aws_s3_bucket", {}))
}
