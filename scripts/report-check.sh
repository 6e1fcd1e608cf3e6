#!/usr/bin/env bash
# Opens pages of proofs in a headless browser, at two widths and in two colour schemes, and holds them to what a page must do.
#
#   scripts/report-check.sh PAGE...
#
# Needs Chromium (setting: CHROMIUM, default the one on the path) and Node 20 or newer; where one is missing nothing is
# checked, and it says so. The first run needs npm's registry: it installs the package pinned in
# scripts/report/package-lock.json into .tools/report. Setting: SHOTS, a folder for pictures of the pages.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pins=$root/scripts/report
tools=$root/.tools/report
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}

if [[ -z $chromium ]]; then
  echo "report-check: skipped, because there is no Chromium here" >&2
  exit 0
fi
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "report-check: skipped, because node and npm are not both here" >&2
  exit 0
fi

# The stamp is the lock that was installed, so a changed pin reinstalls and an interrupted install repeats.
if ! cmp -s "$pins/package-lock.json" "$tools/installed.lock"; then
  mkdir -p "$tools"
  rm -f "$tools/installed.lock"
  cp "$pins/package.json" "$pins/package-lock.json" "$tools/"
  npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel=error
  cp "$pins/package-lock.json" "$tools/installed.lock"
fi

exec node "$pins/check.mjs" "$tools" "$chromium" "$@"
