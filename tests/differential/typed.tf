variable "s" {
  type = string
}
variable "n" {
  type = number
}
variable "b" {
  type = bool
}
variable "ls" {
  type = list(string)
}
variable "ln" {
  type = list(number)
}
variable "ms" {
  type = map(string)
}
variable "ss" {
  type = set(string)
}
variable "o" {
  type = object({ a = string, n = number })
}
output "s" {
  value = var.s
}
output "n" {
  value = var.n
}
output "b" {
  value = var.b
}
output "ls" {
  value = var.ls
}
output "ln" {
  value = var.ln
}
output "ms" {
  value = var.ms
}
output "ss" {
  value = var.ss
}
output "o" {
  value = var.o
}
