#!/usr/bin/env bash
# Installs real OPA (as a Python binding) into .tools/opa, unless it is there, and prints the folder for PYTHONPATH.
#
# The wheel declares Python 3.14 but runs on older ones, so it is downloaded for 3.14 and unpacked, not installed.
# Setting: PYTHON, the interpreter whose pip downloads; default `python3`.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=${PYTHON:-python3}
package=opa-golib-python-bindings
version=0.4.4
folder=$root/.tools/opa

if [[ ! -f $folder/$version ]]; then
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  "$python" -m pip download --quiet --disable-pip-version-check --python-version 3.14 --only-binary=:all: --no-deps \
    --dest "$scratch" "$package==$version" >&2
  "$python" -m zipfile -e "$scratch"/*.whl "$scratch/opa"
  touch "$scratch/opa/$version"
  mkdir -p "$root/.tools"
  rm -rf "$folder"
  mv "$scratch/opa" "$folder"
fi
echo "$folder"
