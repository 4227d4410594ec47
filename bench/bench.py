#!/usr/bin/env python3
"""Measures Sinter beside NumPy and the machine's own copy bandwidth, in one run.

usage: bench.py BUILD_DIR [NAME...] [--rounds N] [--scale F] [--json FILE]

A workload is a file in bench/workloads: its inputs, then one expression that NumPy and Sinter both
evaluate.  The two take turns within a round, so that a slow moment of the machine meets both; the
figures are medians over the rounds with the spread (max - min) / median.  Each result is compared
with NumPy's before anything is timed.  Besides these, `small`, `record`, `first_call`, `second_process`
and `copy` come from the C harness alone (bench/sinter_bench.c says what each measures).
"""
import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import workload
from workload import Workload, Wrong

try:
    from scipy.special import erf
except ImportError:
    erf = None

HERE = pathlib.Path(__file__).resolve().parent
MICRO = ["small", "record", "first_call", "second_process"]


class Harness:
    """A sinter-bench process: one request a line, one JSON answer a line."""

    def __init__(self, program, args, env=None):
        self.process = subprocess.Popen(
            [program, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"sinter-bench ended at '{line}'")
        answer = json.loads(answer)
        if "error" in answer:
            raise SystemExit(answer["error"])
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def middle(samples):
    m = statistics.median(samples)
    return m, (max(samples) - min(samples)) / m


def timed(run):
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def compare(got, want, name, units=64):
    want = np.asarray(want)
    eps = np.finfo(want.dtype).eps if want.dtype.kind in "fc" else 0
    workload.compare(got, want, name, units * eps * max(1.0, np.log2(max(2, want.size))))


def numpy_names():
    return {**{k: getattr(np, k) for k in dir(np) if not k.startswith("_")}, "erf": erf}


def machine():
    """What the figures were measured on."""
    lines = open("/proc/cpuinfo") if os.path.exists("/proc/cpuinfo") else []
    return {
        "date": time.strftime("%Y-%m-%d"),
        "processor": next((l.split(":")[1].strip() for l in lines if l.startswith("model name")), platform.machine()),
        "cores": os.cpu_count(),
        "numpy": np.__version__,
    }


def copy_bandwidth(samples):
    """Bytes read and written a second: the better kind of store, by the same statistic as the workloads."""
    return max(statistics.median(s[kind] for s in samples) for kind in ("plain", "streaming"))


def bench_workload(program, work, scale, rounds, copy, folder):
    files = []
    inputs = work.inputs(int(work.size * scale), seed=7)
    for name, array in inputs.items():
        path = os.path.join(folder, f"{name}.npy")
        np.save(path, array)
        files.append(f"{name}={path}")
    text = os.path.join(folder, "text")
    pathlib.Path(text).write_text(work.text)
    harness = Harness(program, ["text", text, *files])
    evaluate = work.program("numpy", numpy_names())
    run = None if "erf" in work.text and erf is None else lambda: evaluate(**inputs)
    out = os.path.join(folder, "out.npy")
    stats = harness.ask(f"save {out}")
    result = np.load(out)
    if run:
        compare(result, run(), work.name)
    ours, theirs, copies = [], [], []
    for _ in range(rounds):
        copies.append(copy.ask("run"))
        ours.append(harness.ask("run")["seconds"])
        if run:
            theirs.append(timed(run)[0])
    harness.close()
    seconds, spread = middle(ours)
    bandwidth = copy_bandwidth(copies)
    moved = sum(a.nbytes for a in inputs.values()) + result.nbytes
    row = {
        "name": work.name,
        "title": work.title,
        "seconds": seconds,
        "spread": spread,
        "kernels": stats["kernels"],
        "bytes": moved,
        "copy_bandwidth": bandwidth,
        "of_copy": moved / seconds / bandwidth,
        "peak_over_arrays": stats["peak_bytes"] / moved,
        "numpy_seconds": statistics.median(theirs) if theirs else None,
    }
    row["numpy_ratio"] = row["numpy_seconds"] / seconds if theirs else None
    for f in files:
        os.remove(f.split("=", 1)[1])
    return row


def show(row):
    ratio = f"{row['numpy_ratio']:7.2f}x" if row["numpy_ratio"] else "   (no SciPy)"
    print(
        f"{row['name']:<16}{row['seconds'] * 1e3:9.3f} ms  spread {row['spread'] * 100:4.0f}%  "
        f"kernels {row['kernels']}  {row['of_copy']:5.2f} of copy  NumPy {ratio}  "
        f"peak {row['peak_over_arrays']:.3f} of arrays"
    )


def small_numpy():
    """The small workload in NumPy: three operations on 16 elements, seconds an iteration."""
    x, n = np.linspace(0, 1, 16), 20000
    start = time.perf_counter()
    for _ in range(n):
        x * 2 + x * x
    return (time.perf_counter() - start) / n


def bench_micro(program, name, rounds, cache):
    samples = []
    for k in range(rounds):
        env = dict(os.environ)
        if name == "first_call":
            env["SINTER_CACHE_DIR"] = os.path.join(cache, f"cold{k}")
        elif name == "second_process":
            env["SINTER_CACHE_DIR"] = os.path.join(cache, "warm")
        start = time.perf_counter()
        answer = json.loads(subprocess.run([program, name], capture_output=True, text=True, check=True, env=env).stdout)
        answer["process_seconds"] = time.perf_counter() - start
        samples.append(answer)
    if name == "second_process":
        samples = samples[1:]  # the first one filled the cache
    row = {"name": name, **{k: statistics.median(s[k] for s in samples) for k in samples[0]}}
    if name == "small":
        row["numpy_seconds"] = statistics.median(small_numpy() for _ in range(rounds))
    return row


def show_micro(row):
    if row["name"] == "small":
        print(f"small           {row['seconds'] * 1e6:9.3f} us an iteration (3 operations, 16 elements, recorded and evaluated); "
              f"NumPy {row['numpy_seconds'] * 1e6:.3f} us")
    elif row["name"] == "record":
        print(f"record          {row['seconds_per_node'] * 1e9:9.1f} ns a node")
    elif row["name"] == "first_call":
        print(f"first_call      {row['seconds'] * 1e3:9.3f} ms to the first result of a new 10-operation expression, 10,000 elements, cold cache")
    else:
        print(f"second_process  {row['process_seconds'] * 1e3:9.3f} ms from exec to exit, result after {row['seconds'] * 1e3:.3f} ms; "
              f"compiled {row['compiled']:.0f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--json")
    args = parser.parse_intermixed_args()
    program = os.path.join(args.build, "sinter-bench")
    known = {p.stem: p for p in sorted((HERE / "workloads").glob("*.txt"))}
    names = args.names or [*known, *MICRO]
    for name in names:
        if name not in known and name not in MICRO:
            parser.error(f"unknown workload {name}; known: {', '.join([*known, *MICRO])}")
    report = {**machine(), "rows": []}
    print(f"{report['processor']}, {report['cores']} cores, NumPy {np.__version__}")
    copy = Harness(program, ["copy"])
    best = copy_bandwidth([copy.ask("run") for _ in range(args.rounds)])
    print(f"{'copy':<16}{best / 1e9:9.1f} GB/s read + written (the better of plain and non-temporal)")
    report["copy_bytes_per_second"] = best
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            if name in known:
                row = bench_workload(program, Workload(known[name]), args.scale, args.rounds, copy, folder)
                show(row)
            else:
                row = bench_micro(program, name, args.rounds, folder)
                show_micro(row)
            sys.stdout.flush()
            report["rows"].append(row)
    copy.close()
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
