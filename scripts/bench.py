#!/usr/bin/env python3
"""Measures the command line next to real OPA in the same run: cold grades, and twenty rules over large raw plans.

    PYTHONPATH=$(scripts/opa.sh) scripts/bench.py PROOFMARK

Each OPA figure comes from a fresh interpreter that times itself: the start of Python and the loading of OPA's library are
not counted, OPA's reading of policies and input is. The input is handed to OPA as JSON text, so that Python's own
JSON costs neither time nor memory.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ["bucket-hardening", "parameter-reader", "queue-dead-letter", "upload-handler"]
ARTIFACTS = {"awscdk": "template.json", "hcl": "plan.json"}
DONOR = ROOT / "grading-proof/queue-dead-letter/references/hcl/flat-jsonencode/plan.json"
POLICIES = ROOT / "benches/policies"
SECTIONS = [
    ("planned_values", "root_module", "resources"),
    ("resource_changes",),
    ("configuration", "root_module", "resources"),
]
MEGABYTE = 1_000_000


def main() -> None:
    if sys.argv[1:2] == ["--opa"]:
        print(json.dumps(opa_here(*sys.argv[2:5], [Path(path) for path in sys.argv[5:]])))
        return
    program = str(Path(sys.argv[1]).resolve())
    cold_grades(program)
    with tempfile.TemporaryDirectory() as scratch:
        small, large = Path(scratch) / "1.json", Path(scratch) / "20.json"
        small.write_text(repeated_plan(MEGABYTE))
        large.write_text(repeated_plan(20 * MEGABYTE))
        twenty_rules(program, small, rounds=7, faster=(2.5, 5), memory=None)
        twenty_rules(program, large, rounds=3, faster=(12, 25), memory=(3, 4))


def cold_grades(program: str) -> None:
    print("\nCold `proofmark grade`, process start included, against a cold evaluation in real OPA; medians in milliseconds.")
    print("opa: policies read, compiled and evaluated on the graph, which it is given ready-made; again: evaluated once more.")
    print("ratio: by the clock. cpu: processor time of all threads, which other work on the machine disturbs less.")
    print(
        f"{'scenario':<18} {'arm':<8} | {'grade':>7} {'cpu':>5} | {'opa':>7} {'cpu':>5} {'again':>6} "
        f"| {'ratio':>6} {'by cpu':>6} {'floor 1/5, aim 1/20':>20}"
    )
    for scenario in SCENARIOS:
        for arm, name in ARTIFACTS.items():
            folder = reference(scenario, arm, name)
            artifact = [str(folder / name)]
            sources = ["--source", str(folder / "src")] if arm == "hcl" else []
            grade = [program, "grade", "--unproven", "--format", "json", "--scenario", scenario, "--arm", arm]
            graph = [program, "graph", "--json", "--completed", *sources, *artifact]
            document = subprocess.run(graph, cwd=ROOT, check=True, capture_output=True).stdout
            with tempfile.NamedTemporaryFile(suffix=".json") as file:
                file.write(document)
                file.flush()
                ours, theirs = [], []
                for _ in range(9):
                    ours += [timed([*grade, *sources, *artifact], passes=(0, 1, 3)) for _ in range(3)]
                    peer = opa(f"scenarios.{scenario.replace('-', '_')}", file.name, 5, shipped_policies(scenario))
                    theirs.append((peer["cold"], peer["cpu"], peer["again"]))
            mine, my_cpu = (statistics.median(values) * 1e3 for values in zip(*ours))
            cold, cpu, again = (statistics.median(values) * 1e3 for values in zip(*theirs))
            ratio = mine / cold
            limits = f"{met(ratio <= 1 / 5)}, {met(ratio <= 1 / 20)}"
            print(
                f"{scenario:<18} {arm:<8} | {mine:>7.1f} {my_cpu:>5.1f} | {cold:>7.1f} {cpu:>5.1f} {again:>6.1f} "
                f"| {f'1/{1 / ratio:.1f}':>6} {f'1/{cpu / my_cpu:.1f}':>6} {limits:>20}"
            )


def twenty_rules(program: str, plan: Path, rounds: int, faster: tuple, memory: tuple | None) -> None:
    size = plan.stat().st_size / MEGABYTE
    command = [program, "eval", "--format", "json", "--policy", str(POLICIES), str(plan)]
    ours, theirs, peaks, their_peaks = [], [], [], []
    for _ in range(rounds):
        before = children_cpu()
        took, peak, output = watched(command, passes=(0, 1))
        ours.append((took, children_cpu() - before))
        peaks.append(peak)
        _, their_peak, answer = watched(opa_command("main", str(plan), 0, policies(POLICIES)), passes=(0,))
        theirs.append((json.loads(answer)["cold"], json.loads(answer)["cpu"]))
        their_peaks.append(their_peak)
    found = sum(len(document["results"]) for document in json.loads(output)["documents"])
    opa_found = json.loads(answer)["found"]
    if found != opa_found:
        sys.exit(f"the engines disagree: {found} results here, {opa_found} in OPA")
    mine, my_cpu = (statistics.median(values) * 1e3 for values in zip(*ours))
    cold, cpu = (statistics.median(values) * 1e3 for values in zip(*theirs))
    floor, aim = faster
    ratio = cold / mine
    print(f"\n20 rules over a raw plan of {size:.1f} MB, reading included; {found} results in both; medians.")
    print(
        f"time:   proofmark eval {mine:.0f} ms (whole process), opa {cold:.0f} ms (without Python's start): {ratio:.1f}x faster; "
        f"floor {floor}x {met(ratio >= floor)}, aim {aim}x {met(ratio >= aim)}"
    )
    print(f"cpu:    proofmark eval {my_cpu:.0f} ms, opa {cpu:.0f} ms: {cpu / my_cpu:.1f}x less")
    mine, cold = statistics.median(peaks) / MEGABYTE, statistics.median(their_peaks) / MEGABYTE
    line = f"memory: proofmark eval {mine:.0f} MB (with its worker), opa {cold:.0f} MB: 1/{cold / mine:.1f}"
    if memory:
        floor, aim = memory
        line += f"; floor 1/{floor} {met(mine * floor <= cold)}, aim 1/{aim} {met(mine * aim <= cold)}"
    print(line)


def met(holds: bool) -> str:
    return "met" if holds else "NOT"


def reference(scenario: str, arm: str, name: str) -> Path:
    folder = ROOT / "grading-proof" / scenario / "references" / arm
    return next(path.parent for path in sorted(folder.glob(f"*/{name}")))


def policies(*folders: Path) -> list[str]:
    files = (path for folder in folders for path in sorted(folder.glob("**/*.rego")))
    return [str(path) for path in files if not path.stem.endswith("_test")]


def shipped_policies(scenario: str) -> list[str]:
    return policies(ROOT / "policies/lib", ROOT / "policies" / scenario)


def opa_command(package: str, document: str, again: int, files: list[str]) -> list[str]:
    return [sys.executable, __file__, "--opa", package, document, str(again), *files]


def opa(package: str, document: str, again: int, files: list[str]) -> dict:
    return json.loads(subprocess.run(opa_command(package, document, again, files), check=True, capture_output=True).stdout)


def opa_here(package: str, document: str, again: str, files: list[Path]) -> dict:
    """One cold evaluation, timed from the inside, then some more with the same engine."""
    from opa_bindings import engine

    # The binding would encode Python values; what it gets here is JSON text already.
    engine._encode_input = bytes
    engine._get_lib()
    text = Path(document).read_bytes()
    sources = [(str(path), path.read_text()) for path in files]
    started, used = time.perf_counter(), time.process_time()
    evaluator = engine.OpaEngine()
    for name, source in sources:
        evaluator.add_policy(name, source)
    found = evaluator.eval_document(f"{package}.deny", text)
    cold, cpu = time.perf_counter() - started, time.process_time() - used
    agains = []
    for _ in range(int(again)):
        started = time.perf_counter()
        evaluator.eval_document(f"{package}.deny", text)
        agains.append(time.perf_counter() - started)
    return {"cold": cold, "cpu": cpu, "again": statistics.median(agains) if agains else None, "found": len(found)}


def timed(command: list[str], passes: tuple) -> tuple[float, float]:
    """Time and processor time of a whole process."""
    before = children_cpu()
    started = time.perf_counter()
    result = subprocess.run(command, cwd=ROOT, capture_output=True)
    took = time.perf_counter() - started
    if result.returncode not in passes:
        sys.exit(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr.decode()}")
    return took, children_cpu() - before


def children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def watched(command: list[str], passes: tuple) -> tuple[float, float, bytes]:
    """Time, peak memory of the process and its children together, and output."""
    peak = 0
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    outputs = []
    reader = threading.Thread(target=lambda: outputs.append(process.communicate()))
    reader.start()
    while reader.is_alive():
        peak = max(peak, sum(map(resident, family(process.pid))))
        reader.join(0.004)
    took = time.perf_counter() - started
    output, errors = outputs[0]
    if process.returncode not in passes:
        sys.exit(f"{' '.join(command)}: exit {process.returncode}\n{errors.decode()}")
    return took, peak, output


def family(process: int) -> list[int]:
    members = [process]
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            members += [member for child in task.read_text().split() for member in family(int(child))]
        except OSError:
            pass
    return members


def resident(process: int) -> int:
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def repeated_plan(size: int) -> str:
    """A recorded plan with copies of its resources, renamed, until it is `size` bytes long."""
    plan = json.loads(DONOR.read_text())
    donor = json.loads(DONOR.read_text())
    names = {resource["name"] for resource in donor["resource_changes"]}
    copy_size = sum(len(compact(within(donor, section))) for section in SECTIONS)
    # The names in a copy make it a little longer, so this is enough.
    for number in range(1, size // copy_size + 1):
        for section in SECTIONS:
            within(plan, section).extend(renamed(within(donor, section), names, f"_{number}"))
    return compact(plan)


def within(document, keys: tuple):
    for key in keys:
        document = document[key]
    return document


def renamed(value, names: set, suffix: str):
    if isinstance(value, str):
        return ".".join(step + suffix if step in names else step for step in value.split("."))
    if isinstance(value, list):
        return [renamed(item, names, suffix) for item in value]
    if isinstance(value, dict):
        return {key: renamed(item, names, suffix) for key, item in value.items()}
    return value


def compact(value) -> str:
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    main()
