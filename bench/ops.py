#!/usr/bin/env python3
"""Measures every operation, reduction and function of several operations beside NumPy, in one run.

usage: ops.py BUILD_DIR [NAME...] [--seconds S] [--json FILE] [--table FILE]

The names, arities, dtypes and domains come from src/graph/ops.def and src/expr/functions.def, so that a
new row is measured without an edit here.  Each case is 10^6 elements of float32, float64 or int32 (where
the operation has a loop for it), contiguous and strided (every second of 2*10^6).  Its kernel is compiled
and its result compared with NumPy's before anything is timed; then the two take turns, a few runs each,
and the figures are medians, with minima and the spread (the middle half of the runs, over the median).

A ratio below 1.0, or below 2.0 for an operation with an error bound (a transcendental one), needs a line
in bench/ops_bounds.tsv that says what bounds it.  Without one, or where a result is not NumPy's, the exit
status is 1.
Without names the table goes to docs/measurements/ops.md.
"""
import argparse
import fnmatch
import json
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

import numpy as np

sys.dont_write_bytecode = True  # the tests are read, the tree stays clean

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / "tests" / "numpy"))
import generate  # the reader of ops.def, and how a dtype draws its inputs
import workload
from machine import machine
from server import Server
from workload import Wrong

try:
    import scipy
    from scipy import special
except ImportError:
    special = None

N = 10**6
DTYPES = ["float32", "float64", "int32"]
LAYOUTS = {"contiguous": f"[:{N}]", "strided": "[::2]"}
BATCH, MOST = 3, 20  # runs in a turn, turns of a case
WHOLE_RANGE = (-100, 100)
PRODUCT, PRODUCT_UNITS = (0.999, 1.001), N / 20  # finite; NumPy multiplies a million in succession
# Functions of several operations: those whose handlers are here.
COMPOSED = [ROOT / "src/expr/compose.c", ROOT / "src/expr/reductions.c"]
# Arguments and domains where the required parameters and the whole range do not do.
CALLS = {"clip": "clip({x}, -50, 50)", "round": "round({x}, 2)", "divmod": "divmod({x}, {y})[0]", "modf": "modf({x})[0]",
         "frexp": "frexp({x})[0]", "outer": "outer({x}[:1000], {y}[:1000])"}
DOMAINS = {"float_power": (0, 20), "nanprod": PRODUCT}
TRANSCENDENTAL = {"float_power"}


def timed(run):
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def compare(got, want, name, units):
    want = np.asarray(want)
    eps = np.finfo(want.dtype).eps if want.dtype.kind in "fc" else 0
    workload.compare(got, want, name, units * eps * max(1.0, np.log2(max(2, want.size))))


class Case:
    """One call on one dtype; `domains` holds dtype, low and high of each operand."""

    def __init__(self, kind, name, dtype, call, domains, exact, least, units=64):
        self.kind, self.name, self.dtype, self.call = kind, name, dtype, call
        self.domains, self.exact, self.least, self.units = domains, exact, least, units

    def text(self, layout):
        return self.call.format(**{n: n + LAYOUTS[layout] for n in "xyz"})


def elementwise(ops):
    for op in generate.rows(ops):
        for dtype in DTYPES:
            if np.dtype(dtype).kind not in op["kinds"] and op["rule"] != "LOGICAL":
                continue
            domains = [(dtype, op["lo"], op["hi"])] * op["arity"]
            if op["rule"] == "WHERE":
                domains[0] = ("bool", 0, 1)
            if op["rule"] == "LDEXP":
                domains[1] = ("int32", op["lo"], op["hi"])
            call = f"{op['name']}({', '.join('{%s}' % n for n in 'xyz'[:op['arity']])})"
            inexact = op["ulp"] > 0 and dtype != "int32"
            yield Case("operation", op["name"], dtype, call, domains, not inexact, 2.0 if inexact else 1.0)


def reductions(ops):
    for name, combine in re.findall(r"^SN_REDUCTION\(\w+, +(\w+), +(\w+),", ops.read_text(), re.M):
        for dtype in DTYPES:
            low, high, units = *WHOLE_RANGE, 64
            if combine == "MULTIPLY" and dtype != "int32":
                low, high, units = *PRODUCT, PRODUCT_UNITS
            if combine == "LOGICAL_OR":
                low, high = 0, 0  # nothing is true: the answer is known at the end
            if combine == "LOGICAL_AND":
                low, high = 1, 100
            yield Case("reduction", name, dtype, f"{name}({{x}})", [(dtype, low, high)], dtype == "int32", 1.0, units)


def composed(functions):
    handlers = {h for path in COMPOSED for h in re.findall(r"^int sni_run_(\w+)\(", path.read_text(), re.M)}
    rows = re.findall(r'^SN_FUNCTION\((\w+), +(\w+), +\w+, +"([^"]*)"\)', functions.read_text(), re.M)
    for name, handler, signature in rows:
        if handler not in handlers:
            continue
        needed = [p for p in signature.replace("/", "").split(",") if re.fullmatch(r" *\w+ *", p)]
        call = CALLS.get(name) or f"{name}({', '.join('{%s}' % n for n in 'xyz'[:len(needed)])})"
        for dtype in DTYPES:
            domain = DOMAINS.get(name, WHOLE_RANGE)
            least, units = 2.0 if name in TRANSCENDENTAL else 1.0, PRODUCT_UNITS if domain == PRODUCT else 64
            yield Case("function", name, dtype, call, [(dtype, *domain)] * len(needed), False, least, units)


def all_cases():
    ops = ROOT / "src/graph/ops.def"
    return [*elementwise(str(ops)), *reductions(ops), *composed(ROOT / "src/expr/functions.def")]


def scope():
    """NumPy's names; what NumPy lacks is SciPy's, or missing."""
    names = {k: getattr(np, k) for k in dir(np) if not k.startswith("_")}
    for lacking in ("erf", "erfc", "gamma", "gammaln", "expit", "logit", "xlogy"):
        names[lacking] = getattr(special, lacking, None)
    return names


class Inputs:
    """The operands x, y, z here and in the harness, made anew when dtype or domain change."""

    def __init__(self, harness, folder):
        self.harness, self.folder = harness, folder
        self.drawn, self.arrays = {}, {}

    def draw(self, domains):
        for k, (name, domain) in enumerate(zip("xyz", domains)):
            if self.drawn.get(name) == domain:
                continue
            dtype, low, high = domain
            self.arrays[name] = generate.draw(np.random.default_rng(k), dtype, 2 * N, low, high)
            path = os.path.join(self.folder, f"{name}.npy")
            np.save(path, self.arrays[name])
            self.harness.ask(f"load {name} {path}")
            self.drawn[name] = domain


def check(case, got, want):
    want = np.asarray(want)
    if want.dtype.kind == "f" and not case.exact:
        nan = np.isnan(want)
        if nan.any() and got.shape == want.shape and (np.isnan(got) == nan).all():
            got, want = np.where(nan, 0, got), np.where(nan, 0, want)
        return compare(got, want, f"{case.name} of {case.dtype}", case.units)
    if got.dtype != want.dtype or not np.array_equal(got, want, equal_nan=want.dtype.kind == "f"):
        raise Wrong(f"{case.name} of {case.dtype}: differs from NumPy")


def figures(samples):
    middle = statistics.median(samples)
    low, _, high = statistics.quantiles(samples, n=4)
    return {"median": middle, "minimum": min(samples), "spread": (high - low) / middle}


def measure(case, layout, harness, inputs, names, seconds, folder):
    inputs.draw(case.domains)
    text = case.text(layout)
    run = eval(f"lambda: {text}", {**names, **inputs.arrays})
    out = os.path.join(folder, "out.npy")
    harness.ask(f"expr {text}")
    harness.ask(f"save {out}")
    check(case, np.load(out), run())
    ours, theirs = [], []
    stop = time.perf_counter() + seconds
    while len(ours) < 2 * BATCH or (time.perf_counter() < stop and len(ours) < MOST * BATCH):
        ours += harness.ask(f"run {BATCH}")["seconds"]
        theirs += [timed(run)[0] for _ in range(BATCH)]
    row = {"name": case.name, "kind": case.kind, "dtype": case.dtype, "layout": layout, "least": case.least}
    row.update(numpy=figures(theirs), sinter=figures(ours))
    row["ratio"] = row["numpy"]["median"] / row["sinter"]["median"]
    row["ratio_of_minima"] = row["numpy"]["minimum"] / row["sinter"]["minimum"]
    return row


class Bounds:
    """bench/ops_bounds.tsv: name, dtype and layout as patterns, and what bounds such a case."""

    def __init__(self, path):
        lines = [l.rstrip("\n").split("\t") for l in path.open() if l.strip() and not l.startswith("#")]
        self.lines = [(l[:3], l[3]) for l in lines]

    def of(self, row):
        case = (row["name"], row["dtype"], row["layout"])
        for patterns, why in self.lines:
            if all(fnmatch.fnmatchcase(c, p) for c, p in zip(case, patterns)):
                return why
        return None


def show(row):
    print(
        f"{row['name']:<16}{row['dtype']:<9}{row['layout']:<11}NumPy {row['numpy']['median'] * 1e3:8.3f} ms  "
        f"Sinter {row['sinter']['median'] * 1e3:8.3f} ms  ratio {row['ratio']:6.2f} (minima {row['ratio_of_minima']:6.2f})"
        f"{'' if row['ratio'] >= row['least'] else '  <'}",
        flush=True,
    )


TITLES = {"operation": "Operations", "reduction": "Reductions", "function": "Functions of several operations"}


def table(report):
    rows = report["rows"]
    slow = [r for r in rows if r["ratio"] < r["least"]]
    yield "# Speed of every operation against NumPy\n"
    yield "Made by `./dev bench ops`, which measures both in turns in one run; not edited by hand.\n"
    yield f"- {report['processor']}, {report['cores']} cores; NumPy {report['numpy']}, SciPy {report['scipy']}; {report['date']}"
    yield "- 10^6 elements; strided: every second element of 2*10^6; reductions over all of them"
    yield "- times in ms, medians (least); spread: the middle half of the runs over the median, NumPy / Sinter"
    yield "- ratio: NumPy's time over Sinter's, of the medians (of the least); Sinter uses every core, NumPy one"
    yield "- `any` and `all` look at arrays whose answer is known at the end; where it is known at the start NumPy"
    yield "  stops there and Sinter does not"
    yield f"- {len(rows)} cases, median ratio {statistics.median(r['ratio'] for r in rows):.1f}; {len(slow)} below 1.0, or below 2.0 where"
    yield "  the operation has an error bound: their last column says what bounds them"
    for kind, title in TITLES.items():
        part = [r for r in rows if r["kind"] == kind]
        if not part:
            continue
        yield f"\n## {title}\n"
        yield "| name | dtype | layout | NumPy | Sinter | ratio | spread | bound by |"
        yield "|---|---|---|---|---|---|---|---|"
        for r in part:
            times = [f"{r[e]['median'] * 1e3:.3f} ({r[e]['minimum'] * 1e3:.3f})" for e in ("numpy", "sinter")]
            spread = f"{r['numpy']['spread']:.0%} / {r['sinter']['spread']:.0%}"
            why = "" if r["ratio"] >= r["least"] else r["bound"] or "not known"
            yield (
                f"| {r['name']} | {r['dtype']} | {r['layout']} | {times[0]} | {times[1]} | "
                f"{r['ratio']:.2f} ({r['ratio_of_minima']:.2f}) | {spread} | {why} |"
            )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=0.2, help="time for the runs of a case")
    parser.add_argument("--json")
    parser.add_argument("--table")
    args = parser.parse_intermixed_args()
    cases = all_cases()
    known = {c.name for c in cases}
    unknown = [n for n in args.names if n not in known]
    if unknown:
        parser.error(f"unknown operation {unknown[0]}; known: {', '.join(sorted(known))}")
    if args.names:
        cases = [c for c in cases if c.name in args.names]
    names, bounds = scope(), Bounds(HERE / "ops_bounds.tsv")
    report = {**machine(), "scipy": scipy.__version__ if special else None, "rows": []}
    print(f"{report['processor']}, {report['cores']} cores, NumPy {report['numpy']}, SciPy {report['scipy']}")
    np.seterr(all="ignore")
    start, wrong = time.perf_counter(), []
    with tempfile.TemporaryDirectory() as folder:
        harness = Server([os.path.join(args.build, "sinter-bench"), "session"])
        inputs = Inputs(harness, folder)
        for case in cases:
            if names.get(case.name) is None:
                print(f"{case.name:<16}{case.dtype:<9}not measured: SciPy is not there")
                continue
            for layout in LAYOUTS:
                try:
                    row = measure(case, layout, harness, inputs, names, args.seconds, folder)
                except Wrong as why:
                    wrong.append(str(why))
                    continue
                row["bound"] = bounds.of(row)
                report["rows"].append(row)
                show(row)
        harness.close()
    unexplained = [r for r in report["rows"] if r["ratio"] < r["least"] and not r["bound"]]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(report['rows'])} cases in {time.perf_counter() - start:.0f} s, {len(unexplained)} slow without a reason")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(report, indent=1) + "\n")
    path = args.table or (None if args.names else ROOT / "docs/measurements/ops.md")
    if path:
        pathlib.Path(path).parent.mkdir(exist_ok=True)
        pathlib.Path(path).write_text("\n".join(table(report)) + "\n")
    sys.exit(1 if unexplained or wrong else 0)


if __name__ == "__main__":
    main()
