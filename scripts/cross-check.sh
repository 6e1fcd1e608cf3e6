#!/usr/bin/env bash
# Compares every result of the embedded engine with real OPA: the same policies, the same graphs, the same results.
# Settings: PROOFMARK_CORPUS (a folder with plans/, states/ and cfn/; graphs of the fixtures alone when it is absent).
set -euo pipefail
cd "$(dirname "$0")/.."

if ! opa=$(scripts/opa.sh); then
	echo "cross-check: skipped, real OPA cannot be installed here" >&2
	exit 0
fi
cargo build --quiet --release --locked --bin proofmark
target=$(cargo metadata --format-version 1 --no-deps --locked | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
PYTHONPATH="$opa" python3 scripts/cross-check.py "$target/release/proofmark"
