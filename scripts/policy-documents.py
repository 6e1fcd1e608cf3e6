#!/usr/bin/env python3
"""Writes tests/data/policy-documents/generated/main.tf, and records what the provider makes of that and of data-sources/.

    scripts/policy-documents.py            the sources alone
    scripts/policy-documents.py --record   and recorded.json beside the sources of both folders; needs `terraform`
                                           (TERRAFORM), and PROVIDER_MIRROR where there is no registry

Generated with a fixed seed: two runs write the same bytes.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).resolve().parent.parent / "tests/data"
FOLDER = DATA / "policy-documents/generated"
COUNT = 160

HEAD = """# Policy documents whose results stand in recorded.json. Written and recorded by scripts/policy-documents.py.
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "= 5.100.0"
    }
  }
}
provider "aws" {
  region                      = "us-east-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
}
locals {
  buckets = ["logs", "assets", "backup"]
  readers = { a = "111122223333", b = "444455556666" }
  folder  = "arn:aws:s3:::logs/&{aws:username}"
}
"""

ACTIONS = ["s3:GetObject", "s3:PutObject", "s3:*", "*", "S3:getobject", "sqs:SendMessage", "kms:Decrypt", "iam:PassRole",
           "sts:AssumeRole", "ec2:Describe*", "logs:CreateLogGroup"]
RESOURCES = ["*", "arn:aws:s3:::logs", "arn:aws:s3:::logs/*", "arn:aws:s3:::home/&{aws:username}/*",
             "arn:aws:sqs:us-east-1:111122223333:q", "arn:aws:s3:::a<b>&c", "arn:aws:s3:::" + "é", "${local.folder}/x",
             "arn:aws:iam::*:role/${local.buckets[1]}"]
PRINCIPALS = [("AWS", ["*"]), ("*", ["*"]), ("AWS", ["arn:aws:iam::111122223333:root"]),
              ("AWS", ["111122223333", "444455556666"]), ("Service", ["lambda.amazonaws.com"]),
              ("Service", ["ec2.amazonaws.com", "ecs.amazonaws.com", "lambda.amazonaws.com"]),
              ("Federated", ["cognito-identity.amazonaws.com"]), ("CanonicalUser", ["0123abcd"]),
              ("AWS", ["arn:aws:iam::111122223333:user/z", "arn:aws:iam::111122223333:user/a"])]
TESTS = ["StringEquals", "StringLike", "ArnLike", "Bool", "NumericLessThan", "IpAddress", "ForAnyValue:StringLike",
         "StringEqualsIfExists", "Null"]
VARIABLES = ["aws:SourceArn", "aws:SourceAccount", "aws:SecureTransport", "aws:PrincipalTag/x", "s3:prefix",
             "aws:username", "kms:ViaService"]
VALUES = ["true", "false", "111122223333", "10.0.0.0/8", "home/&{aws:username}/*", "", "*", "b", "a", "x<y>"]
SIDS = ["Read", "Write", "Deny1", "A", "B"]


def texts(random, pool, most):
    return random.sample(pool, random.randint(1, most))


def listed(items):
    return "[" + ", ".join(json.dumps(item, ensure_ascii=False) for item in items) + "]"


def principals(random, keyword, most):
    lines = []
    for kind, identifiers in random.sample(PRINCIPALS, random.randint(1, most)):
        lines += [f"    {keyword} {{", f'      type        = "{kind}"', f"      identifiers = {listed(identifiers)}", "    }"]
    return lines


def statement(random, sids):
    lines = []
    sid = random.choice(SIDS + [None, None, None])
    if sid and sid not in sids:
        sids.add(sid)
        lines.append(f'    sid = "{sid}"')
    elif random.random() < 0.1:
        lines.append('    sid = ""')
    effect = random.choice([None, None, "Allow", "Deny", "null"])
    if effect == "null":
        lines.append("    effect = null")
    elif effect:
        lines.append(f'    effect = "{effect}"')
    actions = texts(random, ACTIONS, 4)
    if random.random() < 0.15:
        actions.append(actions[0])
    lines.append(f"    {random.choice(['actions', 'actions', 'actions', 'not_actions'])} = {listed(actions)}")
    if random.random() < 0.8:
        name = random.choice(["resources", "resources", "resources", "not_resources"])
        if random.random() < 0.12:
            lines.append(f'    {name} = [for b in local.buckets : "arn:aws:s3:::${{b}}/*"]')
        else:
            lines.append(f"    {name} = {listed(texts(random, RESOURCES, 4))}")
    if random.random() < 0.08:
        lines.append("    resources = []" if not any("resources" in line for line in lines) else "    not_actions = []"
                     if not any("not_actions" in line for line in lines) else "    # nothing empty")
    if random.random() < 0.5:
        lines += principals(random, "principals", 3)
    elif random.random() < 0.2:
        lines += principals(random, "not_principals", 2)
    conditions = random.choice([0, 0, 0, 1, 1, 2, 3])
    # Two single values of one test and variable, and a single one beside several, are left to the cases by hand.
    pairs = [(test, variable) for test in TESTS for variable in VARIABLES]
    for test, variable in random.sample(pairs, conditions):
        blocks = 1
        values = [texts(random, VALUES, 3)]
        if len(values[0]) > 1 and random.random() < 0.3:
            blocks = 2
            values.append(random.sample(VALUES, 2))
        for values in values[:blocks]:
            lines += ["    condition {", f'      test     = "{test}"', f'      variable = "{variable}"',
                      f"      values   = {listed(values)}", "    }"]
    return ["  statement {"] + lines + ["  }"]


def document(random, name, earlier):
    lines = []
    if random.random() < 0.2:
        lines.append(f'  policy_id = "{name}-id"')
    if random.random() < 0.15:
        lines.append('  version = "2012-10-17"')
    chosen = random.sample(earlier, min(len(earlier), 2))
    if chosen and random.random() < 0.35:
        # Equal `Sid`s in two sources are an error of the provider: one source, or one and a document without.
        source = f"data.aws_iam_policy_document.{chosen[0]}.json"
        inline = 'jsonencode({ Statement = [{ Effect = "Deny", Action = ["z:b", "z:a"], Resource = "*" }] })'
        lines.append(f"  source_policy_documents = [{source}{', ' + inline if random.random() < 0.5 else ''}]")
    if chosen and random.random() < 0.35:
        override = f"data.aws_iam_policy_document.{chosen[-1]}.minified_json"
        inline = ('jsonencode({ Version = "2012-10-17", Id = "over", Statement = [{ Sid = "Read", Effect = "Deny", '
                  'Principal = { AWS = ["b", "a"], Service = "s.amazonaws.com" }, Action = ["q:b", "q:a", "q:c"], Resource = ["*"], '
                  'Condition = { Bool = { "aws:SecureTransport" = false, "x:y" = ["b", "a"] }, StringEquals = { n = "1" } } }] })')
        lines.append(f"  override_policy_documents = [{override}{', ' + inline if random.random() < 0.5 else ''}]")
    sids = set()
    for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3])):
        lines += statement(random, sids)
    return [f'data "aws_iam_policy_document" "{name}" {{'] + lines + ["}"]


def generated():
    chance = random.Random(20261130)
    blocks, names = [], []
    for number in range(COUNT):
        name = f"g{number:03}"
        blocks += document(chance, name, names)
        names.append(name)
    return "\n".join(blocks) + "\n"


def record(folder, shown):
    terraform = os.environ.get("TERRAFORM", "terraform")
    mirror = os.environ.get("PROVIDER_MIRROR")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("AWS_", "TF_"))}
    environment |= {"AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "CHECKPOINT_DISABLE": "1",
                    "AWS_EC2_METADATA_DISABLED": "true"}
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        if mirror:
            (work / "cli.tfrc").write_text(
                f'provider_installation {{\n  filesystem_mirror {{\n    path = "{mirror}"\n  }}\n}}\n')
            environment["TF_CLI_CONFIG_FILE"] = str(work / "cli.tfrc")
        workspace = work / "workspace"
        workspace.mkdir()
        for source in sorted(folder.glob("*.tf")):
            shutil.copy(source, workspace)

        def run(*arguments):
            done = subprocess.run([terraform, *arguments], cwd=workspace, env=environment, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"terraform {arguments[0]} failed\n{done.stdout}{done.stderr}")
            return done.stdout

        run("init", "-input=false")
        run("plan", "-input=false", "-out=plan.bin")
        plan = json.loads(run("show", "-json", "plan.bin"))
    resources = plan["prior_state"]["values"]["root_module"]["resources"]
    recorded = {one["address"]: {name: value for name, value in one["values"].items()
                                 if value is not None and (not shown or name in shown)} for one in resources}
    if not shown:
        recorded["outputs"] = {name: output["value"] for name, output in plan["planned_values"].get("outputs", {}).items()}
    (folder / "recorded.json").write_text(json.dumps(recorded, indent=1, sort_keys=True) + "\n")
    print(f"{len(recorded)} documents")


FOLDER.mkdir(parents=True, exist_ok=True)
(FOLDER / "main.tf").write_text(HEAD + generated())
if "--record" in sys.argv[1:]:
    record(FOLDER, ["id", "json", "minified_json"])
    record(DATA / "data-sources", [])
