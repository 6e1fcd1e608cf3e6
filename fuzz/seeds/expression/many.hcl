[for i, x in concat(local.list, var.l) : "${upper(x)}-%{ if i > 0 }${var.s}%{ else }none%{ endif }" if x != ""]
