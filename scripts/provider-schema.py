#!/usr/bin/env python3
"""Writes src/artifact/schema/aws.txt from the AWS provider's own schema.

    scripts/provider-schema.py SCHEMA > src/artifact/schema/aws.txt

SCHEMA is what `terraform providers schema -json` prints in a folder that requires `hashicorp/aws`.

One line for each resource type (`resource TYPE BODY`), for each data source (`data TYPE BODY`), for the provider's own
configuration (`provider NAME BODY`) and for each kind of nested block (`@N BODY`), sorted by bytes. A body is `ATTRIBUTES;BLOCKS`:

    attribute   NAME:TYPE, and `!` where the provider marks it sensitive; only what a configuration may assign, and
                `tags_all`, which tells that the provider's default tags apply
    type        s text, b boolean, n number, d anything, lT list, uT set, mT map, o(NAME:TYPE,...) object
    block       NAME MODE @N, the mode being l for a list, u for a set, m for a map, 1 for exactly one object
"""

import json
import sys

PRIMITIVES = {"string": "s", "bool": "b", "number": "n", "dynamic": "d"}
COLLECTIONS = {"list": "l", "set": "u", "map": "m"}
MODES = {"list": "l", "set": "u", "map": "m", "single": "1", "group": "1"}


def spelled(kind):
    if isinstance(kind, str):
        return PRIMITIVES[kind]
    if kind[0] in COLLECTIONS:
        return COLLECTIONS[kind[0]] + spelled(kind[1])
    if kind[0] == "object":
        return "o(" + ",".join(f"{name}:{spelled(member)}" for name, member in sorted(kind[1].items())) + ")"
    return "d"


def nested_type(nested):
    members = ",".join(f"{name}:{attribute_type(value)}" for name, value in sorted(nested["attributes"].items()))
    return {"single": "", "group": ""}.get(nested["nesting_mode"], MODES[nested["nesting_mode"]]) + f"o({members})"


def attribute_type(attribute):
    return spelled(attribute["type"]) if "type" in attribute else nested_type(attribute["nested_type"])


def body(block, shared):
    attributes = [
        f"{name}:{attribute_type(value)}{'!' if value.get('sensitive') else ''}"
        for name, value in sorted(block.get("attributes", {}).items())
        if value.get("optional") or value.get("required") or name == "tags_all"
    ]
    blocks = []
    for name, value in sorted(block.get("block_types", {}).items()):
        text = body(value["block"], shared)
        number = shared.setdefault(text, len(shared))
        blocks.append(f"{name}{MODES[value['nesting_mode']]}@{number}")
    return ",".join(attributes) + ";" + ",".join(blocks)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schemas = json.load(file)["provider_schemas"]
    shared, lines = {}, []
    for address, provider in sorted(schemas.items()):
        lines.append(f"provider {address.rsplit('/', 1)[-1]} {body(provider['provider']['block'], shared)}")
        for keyword, section in (("resource", "resource_schemas"), ("data", "data_source_schemas")):
            for name, schema in sorted(provider.get(section, {}).items()):
                lines.append(f"{keyword} {name} {body(schema['block'], shared)}")
    lines += [f"@{number} {text}" for text, number in shared.items()]
    sys.stdout.write("\n".join(sorted(lines, key=str.encode)) + "\n")


main()
