#!/usr/bin/env python3
"""Writes src/artifact/schema/aws-defaults.tsv from real plans: what a provider puts where nobody assigns anything.

    scripts/provider-defaults.py   plans tests/data/provider-defaults and reads every plan.json of the repository

A row is an attribute that the block's configuration does not assign, that the schema calls optional and not computed, and
that the plan knows: such a value can only be the schema's default. Empty texts and collections are what is unset, and no
row. Two plans that show two values for one attribute end the run; where one shows nothing it hangs on something else, and is
no row.

Needs `terraform` (TERRAFORM), and PROVIDER_MIRROR where there is no registry.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/data/provider-defaults"
TABLE = ROOT / "src/artifact/schema/aws-defaults.tsv"
PROVIDER = "registry.terraform.io/hashicorp/aws"
UNSET = (None, "", [], {})


def plan_and_schema():
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
        (workspace / "main.tf").write_text((FOLDER / "main.tf").read_text())

        def run(*arguments):
            done = subprocess.run([terraform, *arguments], cwd=workspace, env=environment, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"terraform {arguments[0]} failed\n{done.stdout}{done.stderr}")
            return done.stdout

        run("init", "-input=false")
        run("plan", "-input=false", "-out=plan.bin")
        plan = json.loads(run("show", "-json", "plan.bin"))
        schemas = json.loads(run("providers", "schema", "-json"))["provider_schemas"][PROVIDER]["resource_schemas"]
    return plan, schemas


def collect(found, witness, kind, block, values, assigned, path):
    """Adds the defaults of one body, and of the nested blocks that the author wrote."""
    for name, value in values.items():
        if value in UNSET and value is not False and value != 0:
            if value is None and name in block["attributes"] and name not in assigned:
                absent.add((kind, path + name))
            continue
        nested = block.get("block_types", {}).get(name)
        written = assigned.get(name)
        if nested:
            items = value if isinstance(value, list) else [value]
            blocks = written if isinstance(written, list) else [written]
            # Where the two differ in number some come from a `dynamic` block, and nothing tells which.
            if written is not None and len(items) == len(blocks):
                for item, inner in zip(items, blocks):
                    collect(found, witness, kind, nested["block"], item, inner, f"{path}{name}/*/")
        elif written is None and name in block["attributes"]:
            attribute = block["attributes"][name]
            if attribute.get("optional") and not attribute.get("computed"):
                found.setdefault((kind, path + name), {}).setdefault(json.dumps(value, sort_keys=True), witness)


def of_module(found, name, module, configuration, schemas):
    blocks = {f"{one['type']}.{one['name']}": one.get("expressions", {})
              for one in configuration.get("resources", []) if one["mode"] == "managed"}
    for resource in module.get("resources", []):
        block = blocks.get(f"{resource['type']}.{resource['name']}")
        schema = schemas.get(resource["type"])
        if block is not None and schema is not None and resource["mode"] == "managed":
            witness = f"{name}#{resource['address']}"
            collect(found, witness, resource["type"], schema["block"], resource.get("values", {}), block, "")
    for child in module.get("child_modules", []):
        call = configuration.get("module_calls", {}).get(child["address"].split(".")[-1].split("[")[0])
        if call is not None:
            of_module(found, name, child, call["module"], schemas)


plan, schemas = plan_and_schema()
found, absent = {}, set()
of_module(found, "tests/data/provider-defaults", plan["planned_values"]["root_module"], plan["configuration"]["root_module"],
          schemas)
for path in sorted(ROOT.glob("*/**/plan.json")):
    other = json.loads(path.read_text())
    of_module(found, str(path.parent.relative_to(ROOT)), other.get("planned_values", {}).get("root_module", {}),
              other.get("configuration", {}).get("root_module", {}), schemas)
for (kind, path), values in found.items():
    if len(values) > 1:
        sys.exit(f"{kind} {path} has several defaults: {values}")
rows = [f"{kind}\t{path}\t{value}\t{witness}\n"
        for (kind, path), values in sorted(found.items()) if (kind, path) not in absent
        for value, witness in values.items()]
TABLE.write_text("".join(rows))
recorded = {one["address"]: {name: value for name, value in one.get("values", {}).items() if value not in (None, [], {})}
            for one in plan["planned_values"]["root_module"]["resources"]}
(FOLDER / "recorded.json").write_text(
    "{\n" + ",\n".join(f"{json.dumps(address)}: {json.dumps(values, sort_keys=True)}"
                       for address, values in sorted(recorded.items())) + "\n}\n")
print(f"{len(rows)} defaults of {len({kind for kind, _ in found})} types, {len(recorded)} resources recorded")
