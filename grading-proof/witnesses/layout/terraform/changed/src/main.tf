resource "aws_ssm_parameter" "p" {
  name  = "/witness"
  type  = "String"
  value = <<EOT
{
   "nested" : {
      "on" : true } ,
   "names" : [
      "a" ,
      "b" ] ,
   "limit" : 5 }
EOT
}
