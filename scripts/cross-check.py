"""Compares the results of the embedded engine with those of real OPA, over fixtures and, where present, a corpus.

Usage: cross-check.py PROOFMARK. The graph of each artifact is printed by `proofmark graph --completed` and handed to both
engines with every policy of `policies/` and the census of all facts. Each (package, rule, resource, path, message) must be
said by both. At the end one disagreement is seeded on purpose, and must be found.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from opa_bindings import OpaEngine

PROOFMARK = sys.argv[1]
NON_EMPTY = 1000


def artifacts():
    """(name, arguments of `graph`) of everything there is to compare on."""
    for folder in sorted(Path(".").glob("grading-proof/*/references/*/*")) + sorted(
        Path(".").glob("negative-fixtures/*/*/*")
    ) + sorted(Path(".").glob("grading-proof/*/do-nothing/*")) + sorted(
        Path(".").glob("grading-proof/*/tries/*/*")
    ) + sorted(Path(".").glob("tests/data/*/*/*")):
        for name in ("plan.json", "template.json", "cdk.out"):
            if (folder / name).exists():
                sources = ["--source", str(folder / "src")] if name == "plan.json" else []
                yield str(folder), [str(folder / name), *sources]
    corpus = Path(os.environ.get("PROOFMARK_CORPUS", "../shared/corpus"))
    for kind in ("plans", "states", "cfn"):
        for file in sorted((corpus / kind).glob("*")):
            yield f"{kind}/{file.name}", [str(file)]


def graph(arguments, target):
    done = subprocess.run(
        [PROOFMARK, "graph", "--completed", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        target.write_text(done.stdout)
    return done.returncode


def policies():
    files = [file for file in sorted(Path("policies").rglob("*.rego")) if not file.name.endswith("_test.rego")]
    return files + [Path("tests/cross-check/census.rego")]


def packages(files):
    names = set()
    for file in files:
        for line in file.read_text().splitlines():
            if line.startswith("package scenarios.") or line == "package census":
                names.add(line.split()[1])
    return sorted(names)


def key(namespace, result):
    path = result.get("path") or ""
    message = result.get("message", result.get("msg")) or ""
    rule = result.get("id", result.get("rule")) or ""
    return (namespace, rule, result.get("resource") or "", path, canonical(message))


def canonical(message):
    """Messages that are JSON are compared as values: engines may order and escape differently."""
    try:
        return json.dumps(json.loads(message), sort_keys=True)
    except ValueError:
        return message


def ours(files, names, graphs):
    """Results by graph file; the whole call must succeed: an error of a rule is a disagreement as well."""
    command = [PROOFMARK, "eval", "--format", "json", "--quiet", "--time-limit", "60"]
    for file in files:
        command += ["--policy", str(file)]
    for name in names:
        command += ["--namespace", name]
    found, errors = {}, []
    size = 200
    for start in range(0, len(graphs), size):
        batch = [str(graph) for graph in graphs[start : start + size]]
        done = subprocess.run(command + batch, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            errors.append(done.stderr)
        for document in json.loads(done.stdout)["documents"]:
            found[document["file"]] = {key(result["namespace"], result) for result in document["results"]}
    return found, errors


def theirs(files, names, graphs):
    engine = OpaEngine()
    for file in files:
        engine.add_policy(str(file), file.read_text())
    found = {}
    for graph_file in graphs:
        document = json.loads(graph_file.read_text())
        results = set()
        for name in names:
            value = engine.eval_document(name, document)
            value = getattr(value, "result", value)
            if isinstance(value, str):
                value = json.loads(value)
            for result in denied(value):
                results.add(key(name, result))
        found[str(graph_file)] = results
    return found


def denied(value):
    """The members of `deny` in whatever the bindings wrap a package's document into."""
    while isinstance(value, list):
        value = value[0] if value else {}
    if isinstance(value, dict) and "deny" not in value:
        for wrapper in ("result", "expressions", "value"):
            if wrapper in value:
                return denied(value[wrapper])
    return value.get("deny", [])


def compare(one, other, names_of):
    differing = []
    for graph_file in sorted(set(one) | set(other)):
        left, right = one.get(graph_file), other.get(graph_file)
        if left != right:
            differing.append((names_of[graph_file], sorted((left or set()) ^ (right or set()))[:5]))
    return differing


def main():
    files = policies()
    names = packages(files)
    with tempfile.TemporaryDirectory() as folder:
        targets = {}
        wanted = list(artifacts())
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [
                (name, Path(folder) / f"{index:05}.json", pool.submit(graph, arguments, Path(folder) / f"{index:05}.json"))
                for index, (name, arguments) in enumerate(wanted)
            ]
            for name, target, job in jobs:
                if job.result() == 0:
                    targets[str(target)] = name
        graphs = [Path(target) for target in targets]
        mine, errors = ours(files, names, graphs)
        real = theirs(files, names, graphs)
        differing = compare(mine, real, targets)
        results = sum(len(found) for found in mine.values())
        placed = sum(1 for found in mine.values() for result in found if result[2])
        print(f"{len(graphs)} graphs of {len(wanted)} artifacts, {len(names)} packages, {results} results,"
              f" {placed} of them about a resource, {len(differing)} graphs that differ")
        for name, examples in differing[:20]:
            print(f"  {name}")
            for example in examples:
                print(f"    {example}")
        for error in errors:
            print(error, file=sys.stderr)
        failed = bool(differing or errors)
        if placed < NON_EMPTY and any(name.startswith("cfn/") for name in targets.values()):
            print(f"fewer than {NON_EMPTY} results about a resource")
            failed = True
        seeded = seed(files, names, graphs[:40], mine)
        print(f"seeded disagreement: {'found' if seeded else 'NOT FOUND'}")
        print(f"{len(graphs) - len(differing)} passed, {len(differing)} failed")
        sys.exit(1 if failed or not seeded else 0)


def seed(files, names, graphs, mine):
    """Changes one constant of one rule for OPA alone; the comparison must notice."""
    engine_files = []
    changed = False
    for file in files:
        text = file.read_text()
        if file.parent.name == "queue-dead-letter" and "_receives := 5" in text:
            text, changed = text.replace("_receives := 5", "_receives := 6"), True
        engine_files.append((file, text))
    if not changed:
        return False
    with tempfile.TemporaryDirectory() as folder:
        copies = []
        for index, (_, text) in enumerate(engine_files):
            copy = Path(folder) / f"{index}.rego"
            copy.write_text(text)
            copies.append(copy)
        real = theirs(copies, names, graphs)
    return any(mine[str(graph_file)] != real[str(graph_file)] for graph_file in graphs)


if __name__ == "__main__":
    main()
