package lib.lambda

_role_types := {"aws_iam_role", "AWS::IAM::Role"}

# METADATA
# title: the function runs as a role created here that Lambda cannot assume
# description: Of a role that is defined elsewhere nothing is known.
# custom:
#   types: ["aws_lambda_function /role", "AWS::Lambda::Function /Role"]
runs_as_foreign_role(function) if {
	some key in {"role", "Role"}
	some role in data.lib.link.attribute_targets(input.resources[function], key, "arn")
	input.resources[role].type in _role_types
	input.resources[role].mode == "managed"
	not data.lib.iam.assumable_by(role, "lambda.amazonaws.com")
}
