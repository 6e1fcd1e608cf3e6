#!/usr/bin/env python3
"""Writes src/graph/cloudformation/property/properties.txt from the published resource schemas that cfn-lint ships.

The schemas are the ones of CloudFormation's registry (region us-east-1), one JSON file a type. The wheel is taken as it is:

    pip download --no-deps cfn-lint==1.58.0
    scripts/property-types.py cfn_lint-1.58.0-py3-none-any.whl > src/graph/cloudformation/property/properties.txt

One line a type, sorted by bytes, so that a type is found without reading the rest:

    AWS::SQS::Queue {ContentBasedDeduplication?,DelaySeconds#,RedrivePolicy~,Tags{*{Key,Value}},…}

A property's name is followed by what it holds: `?` a boolean, `#` a number, `~` free JSON, `{…}` members, nothing for text; `*`
stands for an item of a list or a key of a map. `@n` stands for the members on the line `@n`, which several places share; a schema
that contains itself does so there. `=…` is the value in force where the property is left out, as JSON.
"""

import collections
import json
import re
import sys
import zipfile

REGION = "cfnlint/data/schemas/providers/us-east-1.json"
SCHEMA = "cfnlint/data/schemas/resources/{}.json"
# Typed as any scalar in the schema, always text in the service.
TEXT = {("AWS::Lambda::Function", "Environment/Variables/*")}
# Shorter members are written out at each place.
SHARED_FROM = 60
# The defaults that a recorded plan of the Terraform type shows too, where its attribute is left out: a schema's `default` is a
# remark of its author, and some are wrong (the hop limit of an instance's metadata comes from the image).
WITNESSED = {
    ("AWS::IAM::Role", "Path"): "aws_iam_role.path",
    ("AWS::IAM::ManagedPolicy", "Path"): "aws_iam_policy.path",
    ("AWS::KMS::Key", "BypassPolicyLockoutSafetyCheck"): "aws_kms_key.bypass_policy_lockout_safety_check",
    ("AWS::KMS::Key", "KeySpec"): "aws_kms_key.customer_master_key_spec",
    ("AWS::KMS::Key", "KeyUsage"): "aws_kms_key.key_usage",
}
# What CloudFormation allows in a property's name; the signs of the table are not among it.
NAME = re.compile(r"[^?#~{},@=\s]+")


class Reader:
    """Reads one schema: text for a scalar, a tuple of (name, what it holds, default) for members."""

    def __init__(self, name, schema):
        self.name, self.root, self.open = name, schema, []

    def read(self):
        return self.members({key: self.node(value, [key]) for key, value in self.root.get("properties", {}).items()}, [])

    def members(self, members, path):
        assert all(NAME.fullmatch(key) for key in members)
        return tuple((key, members[key], self.default(path + [key])) for key in sorted(members))

    def default(self, path):
        if (self.name, "/".join(path)) not in WITNESSED:
            return ""
        return "=" + json.dumps(self.root["properties"][path[0]]["default"])

    def node(self, schema, path):
        if (self.name, "/".join(path)) in TEXT:
            return ""
        reference = schema.get("$ref")
        if reference:
            if reference in self.open or not reference.startswith("#/"):
                return "~"
            target = self.root
            for token in reference[2:].split("/"):
                target = target[token.replace("~1", "/").replace("~0", "~")]
            self.open.append(reference)
            held = self.node(target, path)
            self.open.pop()
            return held
        kinds = types(schema)
        alternatives = schema.get("oneOf") or schema.get("anyOf")
        if not kinds and alternatives and "properties" not in schema:
            kinds = set().union(*(types(alternative) or {"?"} for alternative in alternatives))
            if not (kinds <= {"string"} or kinds <= {"boolean"} or kinds <= {"integer", "number"}):
                return "~"
        if kinds == {"boolean"}:
            return "?"
        if kinds and kinds <= {"integer", "number"}:
            return "#"
        if kinds == {"string"}:
            return ""
        if kinds == {"array"} or ("items" in schema and not kinds):
            items = schema.get("items")
            return self.members({"*": self.node(items, path + ["*"])}, path) if isinstance(items, dict) else "~"
        if kinds == {"object"} or "properties" in schema:
            members = [(key, value) for key, value in schema.get("properties", {}).items()]
            members += [("*", value) for value in schema.get("patternProperties", {}).values()]
            free = schema.get("additionalProperties")
            if not members and isinstance(free, dict) and free:
                members = [("*", free)]
            held = {key: self.node(value, path + [key]) for key, value in members}
            return self.members(held, path) if held else "~"
        return "~"


class Writer:
    """Writes trees as lines; members that stand at several places get a line of their own."""

    def __init__(self, trees):
        self.uses, self.lines, self.names = collections.Counter(), {}, {}
        for tree in trees.values():
            self.count(tree)
        for name in sorted(trees):
            self.lines[name] = self.members(trees[name])

    def count(self, tree):
        for _, held, _ in tree:
            if isinstance(held, tuple):
                self.uses[held] += 1
                # What stands inside shared members is counted once for all their places.
                if self.uses[held] == 1:
                    self.count(held)

    def members(self, tree):
        return "{" + ",".join(name + self.held(held) + default for name, held, default in tree) + "}"

    def held(self, held):
        if isinstance(held, str):
            return held
        if held not in self.names:
            text = self.members(held)
            if self.uses[held] == 1 or len(text) < SHARED_FROM:
                self.names[held] = text
            else:
                self.names[held] = f"@{len(self.names):05}"
                self.lines[self.names[held]] = text
        return self.names[held]


def types(schema):
    found = schema.get("type", [])
    return set(found if isinstance(found, list) else [found])


def main(wheel):
    with zipfile.ZipFile(wheel) as archive:
        load = lambda path: json.loads(archive.read(path))
        trees = {name: Reader(name, load(SCHEMA.format(file))).read() for name, file in sorted(load(REGION).items())}
        date = load("cfnlint/data/schemas/version.json")["schema_date"]
        version = next(name for name in archive.namelist() if ".dist-info/" in name).split("-")[1].removesuffix(".dist")
    lines = Writer(trees).lines
    print(f"# The resource schemas of CloudFormation's registry, region us-east-1, {date}, from cfn-lint {version} (MIT-0).")
    for name in sorted(lines):
        print(name, lines[name])


main(sys.argv[1])
