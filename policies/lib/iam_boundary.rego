package lib.iam

_boundaries := {"aws_iam_role": "permissions_boundary", "AWS::IAM::Role": "PermissionsBoundary"}

# What policies of AWS open that are used as boundaries and are narrow enough to tell.
_opened_by_aws := {
	"AWSDenyAll": set(),
	"service-role/AWSLambdaBasicExecutionRole": {"logs:createloggroup", "logs:createlogstream", "logs:putlogevents"},
}

# METADATA
# title: the role's permissions boundary takes the actions on the resource away
# description: |
#   The boundary is a policy created here, or one of AWS whose actions are known, and it opens none of the actions. Of
#   one defined elsewhere nothing is known.
# custom:
#   types: ["aws_iam_role /permissions_boundary", "AWS::IAM::Role /PermissionsBoundary"]
bounded_out(role, actions, arn) if {
	opened := _opened_by_aws[_policy_of_aws(role)]
	every action in actions {
		not action in opened
	}
} else if {
	resource := input.resources[role]
	documents := {document |
		some policy in data.lib.link.attribute_targets(resource, _boundaries[resource.type], "arn")
		input.resources[policy].type in _policies
		document := input.resources[policy].docs[_]
	}
	documents != set()
	held := {{"statement": statement} | some document in documents; some statement in document.statements}
	not data.lib.grant.may(held, actions, arn)
}

_policy_of_aws(role) := regex.replace(text, `^arn:aws[a-z-]*:iam::aws:policy/`, "") if {
	resource := input.resources[role]
	text := resource.values[_boundaries[resource.type]]
	is_string(text)
}
