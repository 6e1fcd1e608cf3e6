module "wrapped" {
  source = "./wrapped"
  for_each = toset(["eu.main/1"])
}
