#!/usr/bin/env bash
# Writes src/graph/terraform/source/taggable.txt: the resource types of the AWS provider that its default tags apply to.
#
#   scripts/taggable-types.sh SCHEMA > src/graph/terraform/source/taggable.txt
#
# SCHEMA is what `terraform providers schema -json` prints in a folder that requires `hashicorp/aws`. Needs jq.
set -euo pipefail

jq -r '
  .provider_schemas[].resource_schemas
  | to_entries[]
  | select(.value.block.attributes.tags_all)
  | .key
' "${1:?the schema file}" | LC_ALL=C sort
