# METADATA
# title: Parameters of the parameter store
package lib.ssm

# METADATA
# title: the parameters of this name
# custom:
#   types: ["aws_ssm_parameter /name", "AWS::SSM::Parameter /Name"]
parameters_named(name) := data.lib.value.managed_named({"aws_ssm_parameter", "AWS::SSM::Parameter"}, name)
