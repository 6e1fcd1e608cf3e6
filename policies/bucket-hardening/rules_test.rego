package scenarios.bucket_hardening_test

_tagged(type, name, values, class) := object.union(
	data.lib.fragment_test.named(type, name, concat("", ["arn:aws:s3:::", name]), values),
	{"tags": {"own": {"classification": class}, "effective": {"classification": class}}},
)

_key(type, name) := data.lib.fragment_test.named(type, name, concat("/", ["arn:aws:kms:r:a:key", name]), {})

_deny(resources) := {
	"effect": "Deny",
	"actions": ["s3:*"],
	"resources": resources,
	"principals": [{"type": "*", "id": "*"}],
	"conditions": [{"operator": "Bool", "key": "aws:securetransport", "values": ["false"]}],
}

_keep := {
	"effect": "Deny",
	"actions": ["s3:deletebucket"],
	"resources": ["arn:aws:s3:::reports"],
	"principals": [{"type": "*", "id": "*"}],
}

_everything := ["arn:aws:s3:::reports", "arn:aws:s3:::reports/*"]

_policy(type, key, path, resources) := data.lib.fragment_test.holding(
	type,
	{key: "reports"},
	path,
	[_deny(resources), _keep],
)

_all := {
	"block_public_acls": true,
	"block_public_policy": true,
	"ignore_public_acls": true,
	"restrict_public_buckets": true,
}

# Cut from a plan of the flat configuration.
_terraform(changes) := object.union(
	{
		"bucket": _tagged("aws_s3_bucket", "reports", {}, "confidential"),
		"other bucket": _tagged("aws_s3_bucket", "exchange", {}, "internal"),
		"key": _key("aws_kms_key", "k1"),
		"other key": _key("aws_kms_key", "k2"),
		"block": data.lib.fragment_test.resource(
			"aws_s3_bucket_public_access_block",
			object.union({"bucket": "reports"}, _all),
		),
		"encryption": data.lib.fragment_test.resource("aws_s3_bucket_server_side_encryption_configuration", {
			"bucket": "reports",
			"rule": [{"apply_server_side_encryption_by_default": [{
				"sse_algorithm": "aws:kms",
				"kms_master_key_id": "k1",
			}]}],
		}),
		"versioning": data.lib.fragment_test.resource(
			"aws_s3_bucket_versioning",
			{"bucket": "reports", "versioning_configuration": [{"status": "Enabled"}]},
		),
		"policy": _policy("aws_s3_bucket_policy", "bucket", "/policy", _everything),
	},
	changes,
)

# Cut from the template of the construct library's own bucket.
_cloudformation := {
	"Key": _key("AWS::KMS::Key", "k1"),
	"Reports": _tagged(
		"AWS::S3::Bucket",
		"reports",
		{
			"BucketEncryption": {"ServerSideEncryptionConfiguration": [{"ServerSideEncryptionByDefault": {
				"KMSMasterKeyID": "arn:aws:kms:r:a:key/k1",
				"SSEAlgorithm": "aws:kms",
			}}]},
			"PublicAccessBlockConfiguration": {
				"BlockPublicAcls": true,
				"BlockPublicPolicy": true,
				"IgnorePublicAcls": true,
				"RestrictPublicBuckets": true,
			},
			"VersioningConfiguration": {"Status": "Enabled"},
		},
		"confidential",
	),
	"Policy": _policy("AWS::S3::BucketPolicy", "Bucket", "/PolicyDocument", _everything),
}

_rules(resources) := {[result.rule, result.resource, result.path] | some result in denied; result.msg != ""} if {
	denied := data.scenarios.bucket_hardening.deny with input as data.lib.fragment_test.graph(resources)
}

_denying(resources) := _terraform({"policy": _policy("aws_s3_bucket_policy", "bucket", "/policy", resources)})

test_a_solution_passes if {
	_rules(_terraform({})) == set()
	_rules(_cloudformation) == set()
}

test_an_empty_workspace_fails if {
	_rules({}) == {["BH001", "", ""], ["BH002", "", ""], ["BH003", "", ""], ["BH004", "", ""]}
}

test_each_mistake_is_caught_by_its_rules if {
	_rules(_terraform({"block": {"values": {"ignore_public_acls": false}}})) == {["BH001", "bucket", ""]}
	_rules(_terraform({"block": {"values": {"bucket": "exchange"}}})) == {["BH001", "bucket", ""]}
	_rules(object.remove(_terraform({}), ["key"])) == {["BH002", "bucket", ""]}
	_rules(_denying([_everything[0]])) == {["BH003", "bucket", ""]}
	_rules(_denying([_everything[1]])) == {["BH003", "bucket", ""]}
	_rules(object.remove(_terraform({}), ["versioning"])) == {["BH004", "bucket", ""]}
}

test_a_policy_for_everyone_opens_the_bucket_whatever_is_blocked if {
	public := object.union(_deny(_everything), {"effect": "Allow", "actions": ["s3:getobject"], "conditions": []})
	open := data.lib.fragment_test.statement(public)
	closed := data.lib.fragment_test.statement(_deny(_everything))
	_rules(_terraform({"policy": {"docs": {"/policy": {"statements": [open, closed]}}}})) == {["BH001", "bucket", ""]}
}
