#!/usr/bin/env bash
# Fuzzes the readers and evaluators, one target after the other: `scripts/fuzz.sh [target…]`, all of them when none is named.
#
# Settings: SECONDS_EACH (60), CORPUS (a folder of artifacts that serve as seeds too), CARGO, TARGET (folder of the build).
# Needs cargo-fuzz (`cargo install cargo-fuzz`) and a C++ compiler; no nightly toolchain, since no sanitizer is used.
#
# An input that crashes, takes more than five seconds or more than a gigabyte ends the run and is kept in `fuzz/artifacts/<target>`;
# inputs that reach new code are kept in `fuzz/corpus/<target>` for the next run. Neither folder is committed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
seconds=${SECONDS_EACH:-60}
target=${TARGET:-$root/fuzz/target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch

targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  targets=(configuration configuration_json expression plan template_json template_yaml)
fi

# Fixtures, and artifacts of the corpus where one is given: files of the kind that the target reads, none of them large.
seeds() {
  local folders=(negative-fixtures grading-proof) names=()
  [[ -n ${CORPUS:-} ]] && folders+=("$CORPUS")
  case $1 in
    configuration) names=(-name '*.tf' -o -name '*.tofu') ;;
    configuration_json) names=(-name '*.tf.json') ;;
    expression)
      find "${folders[@]}" -name '*.tf' -exec grep -hoE ' = .+' {} + | cut -c 4- | sort -u | split -a 4 -l 1 - "$scratch/$1/line-"
      return
      ;;
    plan) names=(-name 'plan*.json' -o -path '*/plans/*.json' -o -path '*/states/*.json') ;;
    template_json) names=(-name '*template.json' -o -path '*/cfn/*.json') ;;
    template_yaml) names=(-path '*/cfn/*.yaml' -o -path '*/cfn/*.yml' -o -name '*template.json') ;;
  esac
  find "${folders[@]}" -type f -size -64k \( "${names[@]}" \) -print0
}

status=0
for name in "${targets[@]}"; do
  mkdir -p "$scratch/$name" "fuzz/corpus/$name"
  number=0
  while IFS= read -r -d '' file; do
    number=$((number + 1))
    cp "$file" "$scratch/$name/$number"
  done < <(seeds "$name")
  cp -r "fuzz/seeds/$name/." "$scratch/$name/" 2>/dev/null || true
  echo "== $name: $(find "$scratch/$name" -type f | wc -l) seeds, $seconds s"
  "${CARGO:-cargo}" fuzz run --sanitizer none --target-dir "$target" "$name" "fuzz/corpus/$name" "$scratch/$name" -- \
    -dict="fuzz/dictionaries/$name.dict" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=16384 \
    -print_final_stats=1 || status=1
done
exit "$status"
