# Cases by hand: what a generator does not come by.
data "aws_iam_policy_document" "empty" {}
data "aws_iam_policy_document" "old_version" {
  version = "2008-10-17"
  statement {
    actions   = ["s3:*"]
    resources = ["*"]
  }
}
data "aws_iam_policy_document" "old_version_upgraded" {
  version                   = "2008-10-17"
  override_policy_documents = [jsonencode({ Version = "2012-10-17", Statement = [] })]
  statement {
    actions = ["s3:*"]
  }
}
data "aws_iam_policy_document" "version_kept" {
  override_policy_documents = [jsonencode({ Version = "2008-10-17", Id = "" })]
  policy_id                 = "kept"
  statement {
    actions = ["s3:*"]
  }
}
data "aws_iam_policy_document" "every_principal" {
  statement {
    actions = ["s3:*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
  statement {
    actions = ["s3:*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
  statement {
    actions = ["s3:*"]
    principals {
      type        = "*"
      identifiers = ["*", "x"]
    }
  }
  statement {
    actions = ["s3:*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
  }
  statement {
    actions = ["s3:*"]
    not_principals {
      type        = "*"
      identifiers = ["*"]
    }
  }
}
data "aws_iam_policy_document" "principals_of_one_type" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "AWS"
      identifiers = ["a"]
    }
    principals {
      type        = "AWS"
      identifiers = ["b"]
    }
    principals {
      type        = "AWS"
      identifiers = ["c", "d"]
    }
  }
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "AWS"
      identifiers = ["z", "y"]
    }
    principals {
      type        = "AWS"
      identifiers = ["x"]
    }
    principals {
      type        = "AWS"
      identifiers = ["m", "n"]
    }
  }
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["one", "one"]
    }
    principals {
      type        = "Service"
      identifiers = ["one"]
    }
  }
}
data "aws_iam_policy_document" "single_values_of_one_variable" {
  statement {
    actions = ["s3:*"]
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["111122223333"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["444455556666"]
    }
  }
  statement {
    actions = ["s3:*"]
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["1"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["2"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["3"]
    }
  }
}
data "aws_iam_policy_document" "lists_of_one_variable" {
  statement {
    actions = ["s3:*"]
    condition {
      test     = "StringLike"
      variable = "s3:prefix"
      values   = ["", "home/"]
    }
    condition {
      test     = "StringLike"
      variable = "s3:prefix"
      values   = ["z/", "a/", "z/"]
    }
    condition {
      test     = "StringLike"
      variable = "s3:prefix"
      values   = []
    }
    condition {
      test     = "StringLike"
      variable = "s3:delimiter"
      values   = []
    }
  }
}
data "aws_iam_policy_document" "dynamic" {
  dynamic "statement" {
    for_each = local.readers
    content {
      sid       = "R${statement.key}"
      actions   = ["s3:GetObject"]
      resources = ["arn:aws:s3:::${statement.key}/*"]
      dynamic "principals" {
        for_each = [statement.value]
        content {
          type        = "AWS"
          identifiers = ["arn:aws:iam::${principals.value}:root"]
        }
      }
    }
  }
}
data "aws_iam_policy_document" "each" {
  for_each = local.readers
  statement {
    sid       = each.key
    actions   = ["sts:AssumeRole"]
    resources = ["arn:aws:iam::${each.value}:role/x", "arn:aws:iam::${each.value}:role/y"]
  }
}
data "aws_iam_policy_document" "from_each" {
  source_policy_documents = [for one in data.aws_iam_policy_document.each : one.json]
  statement {
    sid     = "a"
    actions = ["a:b"]
  }
}
data "aws_iam_policy_document" "from_text" {
  source_policy_documents = [
    <<-JSON
      {
        "Id": "text",
        "Statement": [{"Sid": "S", "Effect": "Allow", "Principal": "*", "Action": ["b:b", "a:a"], "Resource": ["x"]}]
      }
    JSON
    ,
    "{\"Statement\": [{\"Effect\": \"Deny\", \"NotPrincipal\": {\"AWS\": [\"z\", \"y\"]}, \"NotAction\": [\"b\", \"a\"], \"NotResource\": \"*\", \"Unheard\": 1}]}",
  ]
}
data "aws_iam_policy_document" "from_text_with_conditions" {
  source_policy_documents = [jsonencode({
    Statement = [{
      Effect = "Allow", Action = "a", Resource = "*",
      Condition = {
        Bool            = { "aws:SecureTransport" = true, "b" = "false" }
        NumericLessThan = { "aws:MultiFactorAuthAge" = "3600", "k" = ["2", "1"] }
        StringEquals    = { "x" = ["only"] }
      }
    }]
  })]
}
data "aws_iam_policy_document" "nulls" {
  policy_id                 = null
  source_policy_documents   = null
  override_policy_documents = []
  statement {
    sid           = null
    effect        = null
    actions       = ["a:b"]
    not_actions   = null
    resources     = null
    not_resources = []
  }
}
data "aws_iam_policy_document" "override_in_turn" {
  override_policy_documents = [
    jsonencode({ Statement = [{ Sid = "A", Effect = "Deny", Action = "first", Resource = "*" }, { Sid = "C", Effect = "Allow", Action = "c", Resource = "*" }] }),
    jsonencode({ Statement = [{ Sid = "A", Effect = "Deny", Action = "second", Resource = "*" }, { Effect = "Allow", Action = "none", Resource = "*" }] }),
  ]
  statement {
    sid     = "A"
    actions = ["own"]
  }
  statement {
    sid     = "B"
    actions = ["own"]
  }
}
data "aws_iam_policy_document" "source_overridden_by_own" {
  source_policy_documents = [data.aws_iam_policy_document.override_in_turn.json]
  statement {
    sid     = "A"
    effect  = "Deny"
    actions = ["own:again"]
  }
}
data "aws_iam_policy_document" "conversions" {
  statement {
    sid       = 1
    actions   = toset(["b", "a"])
    resources = [1, true]
  }
}
data "aws_iam_policy_document" "variables_everywhere" {
  policy_id = "&{p}"
  statement {
    sid         = "V"
    actions     = ["s3:&{x}"]
    resources   = ["arn:&{y}", "arn:&{x}"]
    principals {
      type        = "AWS"
      identifiers = ["&{aws:username}"]
    }
    condition {
      test     = "StringLike"
      variable = "aws:&{z}"
      values   = ["&{z}", "&{a}"]
    }
  }
  statement {
    not_actions   = ["s3:&{x}"]
    not_resources = ["arn:&{y}"]
    not_principals {
      type        = "AWS"
      identifiers = ["&{b}", "&{a}"]
    }
  }
}
data "aws_iam_policy_document" "from_odd_text" {
  source_policy_documents = [
    <<-JSON
      {
        "version": "2012-10-17",
        "statement": [
          {"sid": "", "effect": "Allow", "action": "a", "principal": {"AWS": ["one"]}, "resource": []},
          {"Sid": "T", "Effect": "Allow", "Action": ["b", "a"], "Principal": "arn:aws:iam::111122223333:root", "Resource": null},
          {"Effect": "Allow", "Action": "a", "Condition": {"Bool": {"x": ["true"], "n": 5}}, "NotPrincipal": {"AWS": ["b", "c", "a"]}},
          {"Effect": "Allow", "Action": "a", "Condition": {}, "Principal": {}}
        ]
      }
    JSON
  ]
}
data "aws_iam_policy_document" "conditional" {
  dynamic "statement" {
    for_each = length(local.readers) > 1 ? ["a"] : []
    content {
      actions = ["${statement.value}:b"]
    }
  }
  statement {
    actions   = length(local.readers) > 5 ? ["never:b"] : ["c:d"]
    resources = length(local.readers) > 5 ? ["x"] : null
  }
}
