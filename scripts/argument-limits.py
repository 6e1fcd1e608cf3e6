#!/usr/bin/env python3
"""Writes src/artifact/schema/limits.tsv: what the toolchain itself refuses of the arguments that the project knows.

    terraform providers schema -json > SCHEMA         in a folder FOLDER that is initialised for `hashicorp/aws`
    pip download --no-deps cfn-lint==1.58.0
    scripts/argument-limits.py SCHEMA FOLDER cfn_lint-1.58.0-py3-none-any.whl > src/artifact/schema/limits.tsv

The types are those that the fact library names, those whose names the graph knows, and those of the references.

A row is `TYPE PATH LIMIT` between tabs, sorted; the path is a pointer in which `*` stands for every item, and the limit one of

    required        it must be set (where what surrounds it is)
    one of [...]    it must be one of these
    from A to B     a number must be in this range; a bound that does not exist is `-`

For Terraform, what is required comes from the provider's schema, and the other limits from what `terraform validate` says of
values that cannot be right, since no schema holds them. For CloudFormation they come from the published schemas.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
REGION = "cfnlint/data/schemas/providers/us-east-1.json"
SCHEMA = "cfnlint/data/schemas/resources/{}.json"
# Numbers and texts that no service takes.
NUMBER, TEXT = -987654321, "no-such-value"
DEPTH = 6
ONE_OF = re.compile(r"(?:to be one of|must be one of:) \[(.*?)\]", re.S)
RANGE = re.compile(r"to be in the range \((-?\d+) - (-?\d+)\)")
BETWEEN = re.compile(r"must be between (-?\d+) and (-?\d+)")
NAMED = re.compile(r"\b(?:expected|[Aa]ttribute) \"?([a-z_0-9.\[\]]+)")
LEAST = re.compile(r"to be at least \((-?\d+)\)|must be at least (-?\d+)")


def types():
    found = set(json.loads((ROOT / "src/graph/identity.json").read_text()))
    for file in (ROOT / "policies/lib").glob("*.rego"):
        found |= set(re.findall(r'"(aws_[a-z0-9_]+|AWS::\w+::\w+)"', file.read_text()))
    for file in (ROOT / "grading-proof").glob("*/references/**/*.json"):
        text = file.read_text()
        found |= set(re.findall(r'"(aws_[a-z0-9_]+)"', text))
        found |= set(re.findall(r'"Type": ?"(AWS::\w+::\w+)"', text))
    return found


def settable(attribute):
    return attribute.get("optional") or attribute.get("required")


def placeholder(kind):
    if isinstance(kind, str):
        return {"string": TEXT, "number": 1, "bool": True}.get(kind, TEXT)
    return [placeholder(kind[1])] if kind[0] in ("list", "set") else {}


def least(block):
    """The block with nothing but what must be in it."""
    body = {name: placeholder(a["type"]) for name, a in block.get("attributes", {}).items() if a.get("required") and "type" in a}
    for name, nested in block.get("block_types", {}).items():
        if nested.get("min_items"):
            body[name] = [least(nested["block"])]
    return body


def probes(block, path=()):
    """Every argument that takes a text or a number, with a body that assigns it."""
    for name, attribute in sorted(block.get("attributes", {}).items()):
        kind = attribute.get("type")
        if settable(attribute) and (kind in ("string", "number") or isinstance(kind, list) and kind[1] in ("string", "number")):
            item = kind if isinstance(kind, str) else kind[1]
            wrong = NUMBER if item == "number" else TEXT
            if isinstance(kind, list) and kind[0] == "map":
                continue
            listed = isinstance(kind, list)
            yield path + (name,) + (("*",) if listed else ()), {**least(block), name: [wrong] if listed else wrong}
    if len(path) < 2 * DEPTH:
        for name, nested in sorted(block.get("block_types", {}).items()):
            if name == "timeouts":
                continue
            for inner, body in probes(nested["block"], path + (name, "*")):
                yield inner, {**least(block), name: [body]}


def required(block, path=()):
    for name, attribute in sorted(block.get("attributes", {}).items()):
        if attribute.get("required"):
            yield path + (name,)
    if len(path) < 2 * DEPTH:
        for name, nested in sorted(block.get("block_types", {}).items()):
            if nested.get("min_items"):
                yield path + (name,)
            if name != "timeouts":
                yield from required(nested["block"], path + (name, "*"))


def terraform(schema, folder, names):
    resources = next(iter(schema["provider_schemas"].values()))["resource_schemas"]
    rows, config, asked = [], {}, {}
    for name in sorted(names & set(resources)):
        block = resources[name]["block"]
        rows += [(name, path, "required") for path in required(block)]
        for number, (path, body) in enumerate(probes(block)):
            config.setdefault(name, {})[f"p{number}"] = body
            asked[f"{name}.p{number}"] = (name, path)
    with tempfile.TemporaryDirectory() as scratch:
        for entry in os.listdir(folder):
            if entry.startswith(".terraform"):
                os.symlink(os.path.join(os.path.abspath(folder), entry), os.path.join(scratch, entry))
        source = {"source": "hashicorp/aws"}
        whole = {"terraform": {"required_providers": {"aws": source}}, "resource": config}
        pathlib.Path(scratch, "main.tf.json").write_text(json.dumps(whole))
        said = subprocess.run(["terraform", "validate", "-json"], cwd=scratch, capture_output=True, text=True, check=False)
    for diagnostic in json.loads(said.stdout)["diagnostics"]:
        address = diagnostic.get("address")
        if address not in asked:
            continue
        name, path = asked[address]
        message = diagnostic["summary"] + " " + diagnostic.get("detail", "")
        argument = next(token for token in reversed(path) if token != "*")
        # Another argument may be wrong as well, since what is required holds nothing right.
        named = {re.split(r"[.\[\]]+", name.rstrip(".]0123456789["))[-1] for name in NAMED.findall(message)}
        if argument not in named:
            continue
        limit = limit_of(message)
        if limit:
            rows.append((name, path, limit))
    return rows


def limit_of(message):
    found = ONE_OF.search(message)
    if found:
        texts = re.findall(r'"((?:[^"\\]|\\.)*)"', found[1])
        return one_of(texts or [int(word) for word in found[1].split() if word.lstrip("-").isdigit()])
    found = RANGE.search(message) or BETWEEN.search(message)
    if found:
        return f"from {found[1]} to {found[2]}"
    found = LEAST.search(message)
    return f"from {found[1] or found[2]} to -" if found else None


def one_of(values):
    return "one of " + json.dumps(values, separators=(",", ":"), ensure_ascii=False) if values else None


def cloudformation(wheel, names):
    rows = []
    with zipfile.ZipFile(wheel) as archive:
        load = lambda path: json.loads(archive.read(path))
        files = load(REGION)
        for name in sorted(names & set(files)):
            root = load(SCHEMA.format(files[name]))
            rows += [(name, path, limit) for path, limit in published(root, root, (), ())]
    return rows


def published(root, schema, path, opened):
    reference = schema.get("$ref", "")
    if reference in opened or len(path) > 2 * DEPTH:
        return
    if reference.startswith("#/"):
        opened += (reference,)
        schema = root
        for token in reference[2:].split("/"):
            schema = schema[token]
    for name in schema.get("required", []):
        yield path + (name,), "required"
    if schema.get("enum"):
        yield path, one_of(schema["enum"])
    elif "minimum" in schema or "maximum" in schema:
        yield path, f"from {schema.get('minimum', '-')} to {schema.get('maximum', '-')}"
    for name, member in sorted(schema.get("properties", {}).items()):
        yield from published(root, member, path + (name,), opened)
    if isinstance(schema.get("items"), dict):
        yield from published(root, schema["items"], path + ("*",), opened)


def main(schema, folder, wheel):
    names = types()
    rows = terraform(json.loads(pathlib.Path(schema).read_text()), folder, names) + cloudformation(wheel, names)
    for name, path, limit in sorted({(name, "/" + "/".join(path), limit) for name, path, limit in rows if limit}):
        print(name, path, limit, sep="\t")


main(*sys.argv[1:])
