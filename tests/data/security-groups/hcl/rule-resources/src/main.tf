resource "aws_vpc" "main" {
  cidr_block                       = "10.0.0.0/16"
  assign_generated_ipv6_cidr_block = true
}

resource "aws_security_group" "clients" {
  name   = "clients"
  vpc_id = aws_vpc.main.id
}

resource "aws_security_group" "app" {
  name   = "app"
  vpc_id = aws_vpc.main.id
}

resource "aws_vpc_security_group_ingress_rule" "web" {
  security_group_id = aws_security_group.app.id
  ip_protocol       = "tcp"
  from_port         = 80
  to_port           = 80
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_vpc_security_group_ingress_rule" "web_v6" {
  security_group_id = aws_security_group.app.id
  ip_protocol       = "tcp"
  from_port         = 80
  to_port           = 80
  cidr_ipv6         = "::/0"
}

resource "aws_vpc_security_group_ingress_rule" "offices" {
  for_each = toset(["10.1.0.0/16", "192.168.7.0/24"])

  security_group_id = aws_security_group.app.id
  ip_protocol       = "tcp"
  from_port         = 8000
  to_port           = 8999
  cidr_ipv4         = each.value
}

resource "aws_vpc_security_group_ingress_rule" "clients" {
  security_group_id            = aws_security_group.app.id
  ip_protocol                  = "tcp"
  from_port                    = 5432
  to_port                      = 5432
  referenced_security_group_id = aws_security_group.clients.id
}

resource "aws_vpc_security_group_ingress_rule" "names" {
  security_group_id = aws_security_group.app.id
  ip_protocol       = "udp"
  from_port         = 53
  to_port           = 53
  prefix_list_id    = "pl-0123456789abcdef0"
}

resource "aws_vpc_security_group_ingress_rule" "peers" {
  security_group_id            = aws_security_group.app.id
  ip_protocol                  = "-1"
  referenced_security_group_id = aws_security_group.app.id
}

resource "aws_vpc_security_group_egress_rule" "out" {
  security_group_id = aws_security_group.app.id
  ip_protocol       = "-1"
  cidr_ipv4         = "0.0.0.0/0"
}

resource "aws_vpc_security_group_ingress_rule" "decoy" {
  security_group_id = aws_security_group.clients.id
  ip_protocol       = "tcp"
  from_port         = 22
  to_port           = 22
  cidr_ipv4         = "0.0.0.0/0"
}
