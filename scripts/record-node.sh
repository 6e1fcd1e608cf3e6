#!/usr/bin/env bash
# Records what the fixtures of an arm in TypeScript synthesize to.
#
#   scripts/record-node.sh ARM                 every fixture of the arm
#   scripts/record-node.sh ARM FOLDER...       only these fixture folders
#
# ARM is a folder of scripts/node/: awscdk, cdktn or terraconstructs. Needs Node 20 or newer. The first run needs npm's
# registry as well: it installs the packages pinned in scripts/node/ARM/package-lock.json into .tools/ARM. Nothing
# here needs an AWS account, nor Terraform.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
arm=${1:-}
pins="$root/scripts/node/$arm"
tools="$root/.tools/$arm"

[[ $arm =~ ^[a-z][a-z0-9-]*$ && -f $pins/arm.mjs ]] || {
  echo "record-node: no such arm: \`$arm\`; known are: $(cd "$root/scripts/node" && echo */arm.mjs | sed 's|/arm.mjs||g')" >&2
  exit 64
}
shift

command -v node >/dev/null && command -v npm >/dev/null || {
  echo "record-node: node and npm are needed, and at least one of them is missing" >&2
  exit 69
}

# The stamp is the lock that was installed, so a changed pin reinstalls and an interrupted install repeats.
if ! cmp -s "$pins/package-lock.json" "$tools/installed.lock"; then
  mkdir -p "$tools"
  rm -f "$tools/installed.lock"
  cp "$pins/package.json" "$pins/package-lock.json" "$tools/"
  npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel=error
  cp "$pins/package-lock.json" "$tools/installed.lock"
fi

exec node "$root/scripts/node/record.mjs" --root "$root" --arm "$arm" --tools "$tools" "$@"
