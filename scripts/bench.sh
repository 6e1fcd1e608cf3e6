#!/usr/bin/env bash
# Measures speed: grades in process next to serde_json, graded variants a second, the whole proof, then the command line
# next to real OPA (installed into .tools/).
# Figures vary with what else runs; the ratios are between interleaved measurements and vary less.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
cargo=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-$root/target}

"$cargo" bench --quiet --locked --bench speed
"$cargo" bench --quiet --locked --bench mutants
"$cargo" build --quiet --release --locked --bin proofmark
begin=$(date +%s.%N)
"$target/release/proofmark" prove --check --quiet >/dev/null
awk -v begin="$begin" -v end="$(date +%s.%N)" -v cores="$(nproc)" 'BEGIN {
  seconds = end - begin
  printf "\nProof of the shipped set: %.0f s on %d cores (target: 60 s on 2: %s)\n\n", seconds, cores, seconds <= 60 ? "met" : "NOT"
}'
PYTHONPATH=$(scripts/opa.sh) "${PYTHON:-python3}" scripts/bench.py "$target/release/proofmark"
