#!/usr/bin/env bash
# Re-records the artifact of `hcl` fixtures (plan.json, or toolchain.json) from their src/ folders, and of the witnesses of
# operators (grading-proof/witnesses/OPERATOR/terraform/base and .../changed).
#
#   scripts/record-hcl.sh               every fixture of the arm
#   scripts/record-hcl.sh FOLDER...     only these (a folder above several fixtures takes them all)
#
# Settings, all by environment:
#   TERRAFORM        the command to record with; default `terraform`
#   PROVIDER_MIRROR  root of an unpacked filesystem mirror of providers; unset: providers come from their registry
#   JOBS             fixtures recorded at once; default 1 (and always 1 without a mirror)
#
# A fixture whose src/ the toolchain must reject holds a toolchain.json; for a new one, start with an empty file.
# A recording that differs from the old file only by its timestamp (and by the order of `relevant_attributes`, which
# Terraform prints at random) is reported and thrown away. Needs jq.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
terraform=${TERRAFORM:-terraform}
mirror=${PROVIDER_MIRROR:-}
jobs=${JOBS:-1}

fail() {
  echo "record-hcl: $*" >&2
  exit 1
}

command -v "$terraform" >/dev/null || fail "\`$terraform\` not found; set TERRAFORM"
command -v jq >/dev/null || fail "\`jq\` not found"
[[ -z $mirror || -d $mirror ]] || fail "PROVIDER_MIRROR is no folder: \`$mirror\`"
[[ $jobs =~ ^[1-9][0-9]*$ ]] || fail "JOBS must be a positive number: \`$jobs\`"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# The caller's own Terraform and AWS settings must not leak into an artifact.
while read -r name; do
  unset "$name"
done < <(compgen -e | grep -E '^(AWS|TF)_' || true)
export AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null AWS_EC2_METADATA_DISABLED=true
export CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1 TF_CLI_ARGS=-no-color TF_CLI_CONFIG_FILE=$scratch/cli.tfrc

if [[ -n $mirror ]]; then
  cat >"$TF_CLI_CONFIG_FILE" <<CONFIG
provider_installation {
  filesystem_mirror {
    path = "$mirror"
  }
}
CONFIG
else
  mkdir "$scratch/plugins"
  : >"$TF_CLI_CONFIG_FILE"
  export TF_PLUGIN_CACHE_DIR=$scratch/plugins TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE=1
  # The plugin cache is not safe for concurrent use.
  jobs=1
fi

version=$("$terraform" version | sed -nE '1s/^[A-Za-z]+ v//p')

# An error of the author is recorded; a machine that broke is not.
refuse_broken_machine() {
  local status=$1 diagnostics=$2
  ((status == 1)) || fail "$fixture: the toolchain ended with status $status"$'\n'"$diagnostics"
  if grep -qiE 'plugin did not respond|plugin (process )?exited|no such host|connection refused|timed? ?out|no space left|out of memory' \
    <<<"$diagnostics"; then
    fail "$fixture: the machine failed, not the sources"$'\n'"$diagnostics"
  fi
}

# write_record NEW OLD: keeps OLD where NEW tells nothing new.
write_record() {
  local new=$1 old=$2 path
  local stable='del(.timestamp) | if .relevant_attributes then .relevant_attributes |= sort else . end'
  for path in "$scratch" "$root" ${mirror:+"$mirror"}; do
    if grep -qF -- "$path" "$new"; then
      fail "$fixture: the recording holds the machine path \`$path\`"
    fi
  done
  if [[ ! -s $old ]]; then
    echo "new             $fixture/${old##*/}"
  elif cmp -s "$new" "$old"; then
    echo "unchanged       $fixture/${old##*/}"
    return
  elif cmp -s <(jq -S "$stable" "$new") <(jq -S "$stable" "$old"); then
    echo "only timestamp  $fixture/${old##*/}"
    return
  else
    echo "changed         $fixture/${old##*/}"
  fi
  # A rename is atomic only inside one file system.
  cp "$new" "$old.partial"
  mv -f "$old.partial" "$old"
}

# rejected STATUS DIAGNOSTICS COMMAND...: the toolchain refused the sources.
rejected() {
  local status=$1 diagnostics=$2
  shift 2
  refuse_broken_machine "$status" "$diagnostics"
  [[ -e $root/$fixture/toolchain.json ]] || fail "$fixture: \`terraform $1\` rejects the sources"$'\n'"$diagnostics"
  jq -nc --argjson status "$status" --arg diagnostics "$diagnostics" --arg version "$version" '{
    schema: "proofmark.toolchain/1",
    command: $ARGS.positional,
    exit_status: $status,
    diagnostics: $diagnostics,
    versions: {terraform: $version}
  }' --args -- terraform "$@" >"$work/toolchain.json"
  write_record "$work/toolchain.json" "$root/$fixture/toolchain.json"
}

# record FIXTURE runs in a subshell of its own.
record() {
  fixture=$1
  work=$(mktemp -d "$scratch/record.XXXXXX")
  cp -R "$root/$fixture/src" "$work/workspace"
  cd "$work/workspace"
  rm -rf .terraform .terraform.lock.hcl

  local output status plan=(plan -input=false -lock=false -out=plan.bin)
  # What a state holds exists already; nobody is asked whether it still does.
  [[ ! -e terraform.tfstate ]] || plan+=(-refresh=false)
  output=$("$terraform" init -input=false -backend=false 2>&1) || fail "$fixture: init failed"$'\n'"$output"

  status=0
  output=$("$terraform" validate 2>&1) || status=$?
  if ((status)); then
    rejected "$status" "$output" validate
    return
  fi
  output=$("$terraform" "${plan[@]}" 2>&1) || status=$?
  if ((status)); then
    rejected "$status" "$output" "${plan[@]}"
    return
  fi
  [[ ! -e $root/$fixture/toolchain.json ]] || fail "$fixture: holds a toolchain.json, but the toolchain accepts the sources"

  "$terraform" show -json plan.bin >"$work/plan.json"
  grep -q '"complete":true' "$work/plan.json" && grep -q '"errored":false' "$work/plan.json" ||
    fail "$fixture: the plan is not complete"
  write_record "$work/plan.json" "$root/$fixture/plan.json"
  cd "$root"
  rm -rf "$work"
}

if (($#)); then
  folders=()
  for folder in "$@"; do
    folder=$(cd "$folder" && pwd)
    [[ $folder == "$root"/* ]] || fail "not in this repository: \`$folder\`"
    folders+=("${folder#"$root"/}")
  done
else
  folders=(grading-proof negative-fixtures tests/data)
fi
cd "$root"
mapfile -t fixtures < <(
  {
    find "${folders[@]}" \( -name fixture.yaml -o -name try.yaml \) | sed -E 's#/(fixture|try)\.yaml$##' | grep -E '/hcl(/|$)' || true
    # Witnesses of operators: sources before and after a change.
    find "${folders[@]}" -type d -path '*witnesses/*/terraform/*/src' | sed 's|/src$||' | grep -E '/(base|changed)$' || true
  } | sort -u
)
((${#fixtures[@]})) || fail "no \`hcl\` fixture in \`${folders[*]}\`"

failures=0
running=0
for fixture in "${fixtures[@]}"; do
  if ((running == jobs)); then
    wait -n || failures=$((failures + 1))
    running=$((running - 1))
  fi
  (record "$fixture") &
  running=$((running + 1))
done
while ((running)); do
  wait -n || failures=$((failures + 1))
  running=$((running - 1))
done
((failures == 0)) || fail "$failures of ${#fixtures[@]} fixtures not recorded"
