package lib.kms

_using := "kms:generatedatakey"

# METADATA
# title: nobody may encrypt with the key
# description: A policy of it opens it to nobody, or keeps its account from it; S3 asks on behalf of callers.
# custom:
#   types: ["aws_kms_key /policy", "aws_kms_key_policy /policy", "AWS::KMS::Key /KeyPolicy"]
locked(key) if {
	some statements in _policies(key)
	not _opened(statements)
} else if {
	some statements in _policies(key)
	some statement in statements
	statement.effect == "Deny"
	statement.not_resources == null
	data.lib.statement.unconditional(statement)
	data.lib.statement.acts_on(statement, _using)
	_about_account(statement)
}

_policies(key) := {statements |
	some path in {"/policy", "/KeyPolicy"}
	statements := input.resources[key].docs[path].statements
} | {statements |
	some address in data.lib.link.bound_to("aws_kms_key_policy", "key_id", "any", key)
	statements := input.resources[address].docs["/policy"].statements
}

# In the policy of a key a resource is the key itself, written as `*`; all but that is nothing.
_opened(statements) if {
	some statement in statements
	statement.effect == "Allow"
	statement.not_resources == null
	data.lib.statement.acts_on(statement, _using)
}

_about_account(statement) if {
	data.lib.statement.everyone(statement)
} else if {
	some principal in statement.principals
	_is_account(principal)
} else if {
	every principal in statement.not_principals {
		not _is_account(principal)
	}
}

_is_account(principal) if {
	principal.type == "AWS"
	endswith(principal.id, ":root")
}
