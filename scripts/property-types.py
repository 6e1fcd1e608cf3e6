#!/usr/bin/env python3
"""Writes src/graph/cloudformation/properties.json from a folder of published resource schemas.

The schemas are the ones of CloudFormation's registry (`CloudformationSchema.zip` of any region, unpacked), one JSON file a type:

    scripts/property-types.py SCHEMAS > src/graph/cloudformation/properties.json

For each type: the places of booleans, of numbers, and of free JSON. `*` stands for an item of a list or a key of a map; every place
that is not listed holds text.
"""

import json
import pathlib
import sys

SERVICES = set(
    "ApiGateway ApiGatewayV2 ApplicationAutoScaling AutoScaling Backup CertificateManager CloudFront CloudTrail CloudWatch "
    "CodeBuild Cognito DynamoDB ECR ECS EFS EKS ElastiCache ElasticLoadBalancingV2 Events GuardDuty IAM KMS Kinesis Lambda Logs "
    "OpenSearchService RDS Route53 S3 SNS SQS SSM Scheduler SecretsManager StepFunctions".split()
)
EC2 = set(
    "EIP FlowLog Instance InternetGateway KeyPair LaunchTemplate NatGateway NetworkAcl NetworkAclEntry Route RouteTable "
    "SecurityGroup SecurityGroupEgress SecurityGroupIngress Subnet SubnetRouteTableAssociation VPC VPCEndpoint "
    "VPCGatewayAttachment Volume".split()
)
# Their tables would be longer than all they are worth.
LEFT_OUT = {"AWS::CodeBuild::Fleet", "AWS::DynamoDB::GlobalTable", "AWS::ECS::CapacityProvider"}
# Typed as any scalar in the schema, always text in the service.
TEXT = {"Environment/Variables/*"}


def types(schema):
    found = schema.get("type", [])
    return set(found if isinstance(found, list) else [found])


def walk(schema, root, path, places, references):
    here = "/".join(path)
    reference = schema.get("$ref")
    if reference:
        if reference in references or not reference.startswith("#/"):
            places["json"].add(here)
            return
        target = root
        for token in reference[2:].split("/"):
            target = target[token.replace("~1", "/").replace("~0", "~")]
        walk(target, root, path, places, references | {reference})
        return
    kinds = types(schema)
    alternatives = schema.get("oneOf") or schema.get("anyOf")
    if not kinds and alternatives and "properties" not in schema:
        kinds = set().union(*(types(alternative) or {"?"} for alternative in alternatives))
        if not (kinds <= {"string"} or kinds <= {"boolean"} or kinds <= {"integer", "number"}):
            places["json"].add(here)
            return
    if kinds == {"boolean"}:
        places["boolean"].add(here)
    elif kinds and kinds <= {"integer", "number"}:
        places["number"].add(here)
    elif kinds == {"string"}:
        pass
    elif kinds == {"array"} or ("items" in schema and not kinds):
        items = schema.get("items")
        if isinstance(items, dict):
            walk(items, root, path + ["*"], places, references)
        else:
            places["json"].add(here)
    elif kinds == {"object"} or "properties" in schema:
        members = [(key, value) for key, value in schema.get("properties", {}).items()]
        members += [("*", value) for value in schema.get("patternProperties", {}).values()]
        free = schema.get("additionalProperties")
        if not members and isinstance(free, dict) and free:
            members = [("*", free)]
        if not members:
            places["json"].add(here)
        for key, value in members:
            walk(value, root, path + [key], places, references)
    else:
        places["json"].add(here)


def main(folder):
    table = {}
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        schema = json.loads(file.read_text())
        name = schema["typeName"]
        parts = name.split("::")
        wanted = len(parts) == 3 and (parts[1] in SERVICES or (parts[1] == "EC2" and parts[2] in EC2))
        if not wanted or parts[0] != "AWS" or name in LEFT_OUT:
            continue
        places = {"boolean": set(), "number": set(), "json": set()}
        for key, value in schema.get("properties", {}).items():
            walk(value, schema, [key], places, frozenset())
        places["json"] -= TEXT
        table[name] = {kind: sorted(found) for kind, found in places.items() if found}
    lines = [f" {json.dumps(name)}: {json.dumps(table[name])}" for name in sorted(table)]
    print("{\n" + ",\n".join(lines) + "\n}")


main(sys.argv[1])
