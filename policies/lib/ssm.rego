# METADATA
# title: Parameters of the parameter store
package lib.ssm

# METADATA
# title: the parameters of this name
# custom:
#   types: ["aws_ssm_parameter /name", "AWS::SSM::Parameter /Name"]
parameters_named(name) := data.lib.value.managed_named({"aws_ssm_parameter", "AWS::SSM::Parameter"}, name)

_carrying := {"insecure_value", "value", "value_wo", "Value"}

# METADATA
# title: the parameter holds exactly this text
# description: Whichever argument states it, and none states another.
# custom:
#   types:
#     - aws_ssm_parameter /value
#     - aws_ssm_parameter /insecure_value
#     - aws_ssm_parameter /value_wo
#     - AWS::SSM::Parameter /Value
holds(parameter, text) if {
	{text} == {carried |
		carried := input.resources[parameter].values[_carrying[_]]
		carried != null
	}
}
