#!/usr/bin/env bash
# Records what the awscdk fixtures synthesize to.
#
#   scripts/record-awscdk.sh                 every fixture
#   scripts/record-awscdk.sh FOLDER...       only these fixture folders
#
# Needs Node 20 or newer. The first run needs npm's registry as well: it installs the packages pinned
# in scripts/cdk/package-lock.json into .tools/cdk. Nothing here needs an AWS account.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pins="$root/scripts/cdk"
tools="$root/.tools/cdk"

command -v node >/dev/null && command -v npm >/dev/null || {
  echo "record-awscdk: node and npm are needed, and at least one of them is missing" >&2
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

exec node "$pins/record.mjs" --root "$root" --tools "$tools" "$@"
