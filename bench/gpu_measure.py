#!/usr/bin/env python3
"""The measurements of tools/gpu-report: Sinter, the driver's own copy and, where they are, CuPy, PyTorch and JAX.

usage: gpu_measure.py GPU_BENCH OUT [--workloads FOLDER] [--elements N] [--rounds N] [--peers LIST]

Each workload is first evaluated by everybody on the same fresh random data and compared with NumPy; whose result
differs is told and not timed.  Sinter's result of the full size is compared with its own on the CPU.  Then everybody takes
turns, a sample each a round; figures are medians over the rounds, with the spread (max - min) / median.

Writes OUT/measurements.md, OUT/measurements.json, OUT/packages.tsv.  Exit 1 when a result of Sinter's is wrong.
SINTER_LIBRARY_PATH is put before the loader's path for GPU_BENCH alone.
"""
import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

import numpy as np

import gpu_peer
from server import Peers, Refused, Server
from workload import Workload, Wrong, compare

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = 0.02  # seconds that one sample lasts
CHECKED = 1_000_000  # elements at which results are compared with NumPy's


def environment(program):
    env = dict(os.environ)
    ours = env.get("SINTER_LIBRARY_PATH")
    if ours:
        env["LD_LIBRARY_PATH"] = ":".join(p for p in (env.get("LD_LIBRARY_PATH"), ours) if p)
    return env


def middle(samples):
    m = statistics.median(samples)
    return {"seconds": m, "spread": (max(samples) - min(samples)) / m if m else 0.0}


def first_word(why):
    return str(why).splitlines()[0][:160]


# ---- results -------------------------------------------------------------------------------------------------
def check(work, sinter, peers, elements, row):
    """Everybody's result beside NumPy's; the modes that may be timed."""
    right = []
    with tempfile.TemporaryDirectory() as folder:
        seed = time.time_ns()
        inputs = work.inputs(work.n_for(min(elements, CHECKED)), seed)
        row["seed"] = seed
        for name, array in inputs.items():
            np.save(os.path.join(folder, f"{name}.npy"), array)
        want = np.asarray(work.program("numpy", gpu_peer.numpy_names())(*(x.copy() for x in inputs.values())))
        out = os.path.join(folder, "out.npy")
        sinter.ask(f"load {work.path.name} {folder}")
        row["kernels"] = sinter.ask(f"save {out}")["kernels"]
        row["error"] = compare(np.load(out), want, work.name)
        for name, mode in peers.modes:
            entry = row["peers"].setdefault(mode, {})
            try:
                peers.ask(name, f"load {work.path.name} {folder}")
                peers.ask(name, f"save {mode} {out}")
                entry["error"] = compare(np.load(out), want, work.name)
                right.append((name, mode))
            except Refused as why:
                entry["why"] = f"not possible: {first_word(why)}"
            except Wrong as why:
                entry["why"] = first_word(why)
    return right


# ---- time ----------------------------------------------------------------------------------------------------------
def count_for(seconds):
    return int(min(1000, max(1, SAMPLE / max(seconds, 1e-9))))


def start(work, sinter, peers, right, elements, row):
    """Full-size inputs for everybody, warm; how often each evaluates in a sample."""
    made = sinter.ask(f"work {work.path.name} {elements:.0f}")
    row.update(elements=made["elements"], bytes=made["bytes"])
    sinter.ask("warm")
    counts = {"Sinter": count_for(sinter.ask("time 1")["seconds"])}
    verified = sinter.ask("verify")
    if not verified["same"]:
        raise Wrong(f"{work.name}: at full size not the CPU's result: {verified['why']}")
    for name, mode in list(right):
        try:
            if not any(m in counts for n, m in right if n == name):
                peers.ask(name, f"work {work.path.name} {elements:.0f}")
            peers.ask(name, f"time {mode} 1")
            counts[mode] = count_for(peers.ask(name, f"time {mode} 1")["seconds"])
        except Refused as why:
            row["peers"][mode]["why"] = first_word(why)
            right.remove((name, mode))
    return counts


def measure(work, sinter, peers, args):
    row = {"name": work.name, "title": work.title, "peers": {}}
    right = check(work, sinter, peers, args.elements, row)
    counts = start(work, sinter, peers, right, args.elements, row)
    ours, copies, theirs = [], [], {mode: [] for _, mode in right}
    for _ in range(args.rounds):
        copies.append(sinter.ask(f"copy {row['bytes'] / 2:.0f} {counts['Sinter']}")["bytes_per_second"])
        ours.append(sinter.ask(f"time {counts['Sinter']}")["seconds"])
        for name, mode in right:
            theirs[mode].append(peers.ask(name, f"time {mode} {counts[mode]}")["seconds"])
    row.update(middle(ours))
    row["copy_bytes_per_second"] = statistics.median(copies)
    row["bytes_per_second"] = row["bytes"] / row["seconds"]
    row["of_copy"] = row["bytes_per_second"] / row["copy_bytes_per_second"]
    for mode, samples in theirs.items():
        row["peers"][mode].update(middle(samples))
    return row


def small(peers, rounds):
    found = {}
    for name, mode in peers.modes:
        try:
            samples = [peers.ask(name, f"small {mode} 1000") for _ in range(rounds)]
            found[mode] = {k: statistics.median(s[k] for s in samples) for k in samples[0]}
        except Refused as why:
            found[mode] = {"why": first_word(why)}
    return found


# ---- the table ---------------------------------------------------------------------------------------------------------
def table(rows, modes):
    head = ["workload", "what", "Sinter, ms", "spread", "GB/s", "of copy", "kernels", "result", *(f"{m}, ms" for m in modes)]
    lines = ["| " + " | ".join(head) + " |", "|---|---|---:|---:|---:|---:|---:|---|" + "---:|" * len(modes)]
    notes = []
    for row in rows:
        cells = [row["name"], row["title"]]
        if "wrong" in row:
            cells += ["", "", "", "", "", row["wrong"]]
        else:
            cells += [f"{row['seconds'] * 1e3:.4g}", f"{row['spread'] * 100:.0f}%", f"{row['bytes_per_second'] / 1e9:.1f}",
                      f"{row['of_copy']:.2f}", f"{row['kernels']:.0f}", "NumPy's"]
        for mode in modes:
            peer = row["peers"].get(mode, {})
            if "seconds" in peer and "seconds" in row:
                cells.append(f"{peer['seconds'] * 1e3:.4g} ({peer['seconds'] / row['seconds']:.2f}x)")
            else:
                cells.append("-")
                if "why" in peer:
                    notes.append(f"- {mode}, {row['name']}: {peer['why']}")
        lines.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
    return lines, notes


def write(out, rows, peers, overhead, args):
    modes = [mode for _, mode in peers.modes]
    lines, notes = table(rows, modes)
    text = [f"Largest input about {args.elements:,.0f} elements, {args.rounds} rounds; medians. `of copy`: bytes of inputs and result,",
            "each once, a second, over what the driver's copy of as many bytes reads and writes a second, measured in turn with it. In",
            "brackets: time over Sinter's. JAX is timed by the host's clock, the others by events.", "", *lines, ""]
    if overhead:
        text += ["Three operations on 16 elements, microseconds each to issue, and until all are done:", "",
                 "| | issue | done |", "|---|---:|---:|"]
        text += [f"| {m} | {v['host'] * 1e6:.1f} | {v['seconds'] * 1e6:.1f} |" if "host" in v else f"| {m} | {v['why']} | |"
                 for m, v in overhead.items()] + [""]
    text += [*notes, *(f"- left out: {name}: {why}" for name, why in peers.left_out.items())]
    (out / "measurements.md").write_text("\n".join(text) + "\n")
    (out / "measurements.json").write_text(json.dumps(
        {"elements": args.elements, "rounds": args.rounds, "rows": rows, "small": overhead, "left_out": peers.left_out}, indent=1))
    versions = {"Python": sys.version.split()[0], "NumPy": np.__version__, **peers.versions}
    (out / "packages.tsv").write_text("".join(f"{k}\t{v}\n" for k, v in versions.items()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--workloads", type=pathlib.Path, default=HERE / "workloads")
    parser.add_argument("--elements", type=float, default=1e8)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--peers", default="cupy,torch,jax")
    args = parser.parse_args()
    sinter = Server([str(args.program.resolve()), "serve"], args.workloads, environment(args.program))
    peers = Peers([sys.executable, str(HERE / "gpu_peer.py")], [p for p in args.peers.split(",") if p], args.workloads)
    rows, wrong = [], False
    for path in sorted(args.workloads.glob("*.txt")):
        work = Workload(path)
        try:
            rows.append(measure(work, sinter, peers, args))
        except (Wrong, Refused) as why:
            wrong = True
            what = "WRONG" if isinstance(why, Wrong) else "failed"
            rows.append({"name": work.name, "title": work.title, "peers": {}, "wrong": f"{what}: {first_word(why)}"})
        print(f"{work.name}: {rows[-1].get('wrong') or '%.4g ms' % (rows[-1]['seconds'] * 1e3)}", file=sys.stderr, flush=True)
    write(args.out, rows, peers, small(peers, args.rounds), args)
    sinter.close()
    peers.close()
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
