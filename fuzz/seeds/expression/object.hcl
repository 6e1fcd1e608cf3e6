{ for k, v in merge(local.map, var.m) : k => try(v[0], jsonencode({ a = v, b = terraform_data.r[*].output }))... }
