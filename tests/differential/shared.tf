terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}

resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "n" {
  input = 7
}
resource "terraform_data" "b" {
  input = true
}
resource "terraform_data" "ls" {
  input = tolist(["x", "y"])
}
resource "terraform_data" "ln" {
  input = tolist([1, 2])
}
resource "terraform_data" "ms" {
  input = tomap({ a = "x", k1 = "y" })
}
resource "terraform_data" "ss" {
  input = toset(["x", "y"])
}
resource "terraform_data" "o" {
  input = { a = "x", n = 1 }
}

module "us" {
  source = "./typed"
  s      = terraform_data.u.output
  n      = terraform_data.n.output
  b      = terraform_data.b.output
  ls     = terraform_data.ls.output
  ln     = terraform_data.ln.output
  ms     = terraform_data.ms.output
  ss     = terraform_data.ss.output
  o      = terraform_data.o.output
}

locals {
  any  = yamldecode(terraform_data.u.output)
  us   = module.us.s
  un   = module.us.n
  ub   = module.us.b
  uls  = module.us.ls
  uln  = module.us.ln
  ums  = module.us.ms
  uss  = module.us.ss
  uo   = module.us.o
  part = "pre-${module.us.s}"
  s    = "local"
  n    = 42
  b    = true
  ls   = tolist(["x", "y", "z"])
  ts   = ["x", "y", "z"]
  ss   = toset(["b", "a", "c"])
  ms   = tomap({ k1 = "v1", k2 = "v2" })
  o    = { name = "n", size = 3, on = true, tags = ["t1", "t2"], nested = { deep = { er = "x" } }, none = null }
  lo   = [{ id = "i1", n = 1 }, { id = "i2", n = 2 }, { id = "i1", n = 3 }]
}
