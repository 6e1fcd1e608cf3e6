module "orders" {
  source = "./modules/fed-queue"

  name   = "orders"
  topic  = "order-events"
  limits = { "dead-letter" = 5 }
}

module "invoices" {
  source = "./modules/fed-queue"

  name   = "invoices"
  topic  = "audit-events"
  limits = { "aside.v1" = 3 }
}
