#!/usr/bin/env python3
"""Measures Sinter beside NumPy, hand-written C, the machine's bandwidth and other packages, in one run.

usage: bench.py BUILD_DIR [NAME...] [--peers] [--size S|M|L] [--rounds N] [--json FILE] [--plot FILE.svg] [--write]

A workload is a file of bench/workloads (workload.py tells their form).  Everybody computes it first, which compiles, and
is compared with NumPy: whose result differs is told and not timed, and where it is Sinter's or the hand-written loop's
the exit status is 1.  Then all take turns within a round, a process each, so that a slow moment of the machine meets
all; the figures are medians with the spread (largest - least) / median.  first_call, second_process, new_shape and
record_only are programs of their own (sinter_bench.c).  At the end comes what falls short of the aims.

--write makes docs/measurements/cpu.md, .json and .svg.
"""
import argparse
import json
import pathlib
import sys
import tempfile
import time

import measure
import micro
import report as reports
from machine import compiler, machine
from server import Peers, Refused, Server
from workload import SIZES, Wrong, all_workloads

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
MEASUREMENTS = HERE.parent / "docs" / "measurements"
PACKAGES = "numexpr,jax,numba,drjit,torch,inductor"


def asked_for(args):
    names = args.packages if args.packages is not None else PACKAGES if args.peers else ""
    return [name for name in names.split(",") if name]


class Context:
    """What all measurements share."""

    def __init__(self, args):
        self.program = str((args.build / "sinter-bench").resolve())
        self.rounds, self.budget, self.patience = args.rounds, args.seconds, args.patience
        self.limit, self.started = args.limit, time.monotonic()
        self.copy = Server([self.program, "copy"])
        script = str(HERE / "cpu_peer.py")
        self.peers = Peers([args.python, script], asked_for(args))
        numpy = Peers([sys.executable, script], ["numpy"])
        if numpy.left_out:
            raise SystemExit(f"bench: NumPy: {numpy.left_out['numpy']}")
        self.peers.servers.update(numpy.servers)
        self.peers.versions.update(numpy.versions)
        self.peers.modes = numpy.modes + self.peers.modes

    def late(self):
        return time.monotonic() - self.started > self.limit

    def modes(self):
        """Those that take part; NumPy alone once the time is up."""
        return [(name, mode) for name, mode in self.peers.modes if name == "numpy" or not self.late()]

    def close(self):
        self.copy.close()
        self.peers.close()


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="workloads; `chain10` means all of its sizes")
    parser.add_argument("--peers", action="store_true", help=f"measures other packages too: {PACKAGES}")
    parser.add_argument("--packages", help="which of them, separated by commas")
    parser.add_argument("--python", default=sys.executable, help="the Python that has them")
    parser.add_argument("--size", choices=list(SIZES), default="M")
    parser.add_argument("--elements", type=float, help="instead of --size: so many in the largest input")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=6, help="for the rounds of a workload, of which there are 3 at least")
    parser.add_argument("--patience", type=float, default=40, help="seconds for a package's first result of a workload")
    parser.add_argument("--limit", type=float, default=600, help="seconds after which workloads are measured without packages but NumPy")
    parser.add_argument("--workloads", type=pathlib.Path, default=HERE / "workloads")
    parser.add_argument("--kernels", action="store_true", help="only count kernels, also of packages that tell")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--markdown", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    return parser, parser.parse_intermixed_args()


def chosen(parser, args):
    """(workload, row's name, extents), and the names of micro.py."""
    works = all_workloads(args.workloads)
    rows = []
    for work in works:
        for name, extents in [(work.name, work.n_for(args.elements))] if args.elements else work.at(args.size):
            rows.append((work, name, extents))
    known = [*(w.name for w in works), *(name for _, name, _ in rows), *micro.NAMES]
    if unknown := [n for n in args.names if n not in known]:
        parser.error(f"unknown: {', '.join(unknown)}; known: {', '.join(dict.fromkeys(known))}")
    if not args.names:
        return rows, list(micro.NAMES)
    return [r for r in rows if r[0].name in args.names or r[1] in args.names], [n for n in micro.NAMES if n in args.names]


def shown(row):
    if "wrong" in row or "left_out" in row:
        return row.get("wrong") or f"left out: {row['left_out']}"
    text = f"{reports.seconds_text(row['seconds']):>9}  spread {row['spread']:4.0%}"
    if "peers" not in row:
        return f"{text}  {row['title']}"
    if "of_bandwidth" in row:
        text += f"  {row['of_bandwidth']:.2f} of {row['against']}"
    others = [f"{m} {r:.2f}x" for m in row["peers"] if (r := reports.ratio(row, m))]
    return "  ".join([text, f"kernels {row['kernels']}", *others])


def workload_row(context, work, name, extents):
    row = {"name": name, "title": work.title, "extents": extents}
    if context.late() and not context.peers.left_out.get("the rest"):
        context.peers.left_out["the rest"] = f"packages other than NumPy from {name} on: {context.limit:g} seconds were over"
    try:
        return measure.Measurement(context, work, name, extents).run()
    except Wrong as why:
        return {**row, "wrong": str(why)}
    except Refused as why:
        return {**row, "left_out": str(why)}


def run(context, rows, small):
    done = []
    for k, (work, name, extents) in enumerate(rows):
        measure.progress(f"[{k + 1}/{len(rows) + len(small)}] {name}")
        done.append(workload_row(context, work, name, extents))
        print(f"{name:<20}{shown(done[-1])}", flush=True)
    for name in small:
        with tempfile.TemporaryDirectory(prefix="sinter-bench-") as folder:
            done.append(micro.measure(context.program, name, context.rounds, folder))
        print(f"{name:<20}{shown(done[-1])}", flush=True)
    return done


def count_kernels(context, rows):
    """A line each: Sinter's kernels, and the packages' that tell (loops: of a step)."""
    modes = [(name, mode) for name, mode in context.peers.modes if mode in ("Inductor", "JAX")]
    print("\t".join(["#", "Sinter", *(mode for _, mode in modes)]))
    for work, name, extents in rows:
        measurement = measure.Measurement(context, work, name, extents)
        measurement.begin()
        counts = [measurement.sinter.ask(f"save {measurement.path('sinter')}")["kernels"]]
        for server, mode in modes:
            try:
                counts.append(context.peers.ask(server, f"kernels {mode}")["kernels"])
            except Refused as why:
                counts.append("")
                measure.progress(f"{name}, {mode}: {why}")
        measurement.end()
        print("\t".join(map(str, [name, *counts])), flush=True)


def command(args):
    words = ["./dev bench", *args.names]
    words += ["--peers"] if asked_for(args) else []
    words += [f"--size {args.size}"] if not args.elements else [f"--elements {args.elements:g}"]
    return " ".join([*words, *(["--write"] if args.write else [])])


def write(args, report):
    targets = {"json": args.json, "svg": args.plot, "md": args.markdown}
    if args.write:
        MEASUREMENTS.mkdir(exist_ok=True)
        targets = {kind: path or MEASUREMENTS / f"cpu.{kind}" for kind, path in targets.items()}
    if targets["json"]:
        targets["json"].write_text(json.dumps(report, indent=1) + "\n")
    if targets["svg"]:
        targets["svg"].write_text("\n".join(reports.plot(report)) + "\n")
    if targets["md"]:
        picture = targets["svg"].name if targets["svg"] else None
        targets["md"].write_text("\n".join(reports.markdown(report, command(args), picture)))


def main():
    parser, args = arguments()
    rows, small = chosen(parser, args)
    context = Context(args)
    if args.kernels:
        count_kernels(context, rows)
        context.close()
        return 0
    report = {**machine(), "compiler": compiler(), "size": args.size if not args.elements else f"{args.elements:g} elements",
              "rounds": args.rounds, "versions": context.peers.versions, "packages_left_out": context.peers.left_out}
    print(f"{report['processor']}, {report['cores']} cores; {report['versions']}")
    for name, why in context.peers.left_out.items():
        print(f"left out: {name}: {why}")
    report["rows"] = run(context, rows, small)
    context.close()
    write(args, report)
    print(reports.means(report), *(f"falls short: {s}" for s in reports.shortfalls(report)), sep="\n")
    return 1 if not report["rows"] or any("wrong" in r or "left_out" in r for r in report["rows"]) else 0


if __name__ == "__main__":
    sys.exit(main())
