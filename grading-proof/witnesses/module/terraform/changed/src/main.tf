module "wrapped" {
  source = "./wrapped"
}
