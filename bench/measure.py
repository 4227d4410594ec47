"""Measures a workload: Sinter, the hand-written loop, the machine's bandwidth and the packages, in turns."""
import os
import statistics
import sys
import tempfile
import time

import numpy as np

from machine import available
from server import Refused, Server
from workload import Wrong, compare

SAMPLE = 0.02  # seconds that one sample lasts, where an evaluation is shorter
PAUSE = 0.003  # seconds between two samples: threads that still spin after theirs give up


def middle(samples):
    m = statistics.median(samples)
    return {"seconds": m, "spread": (max(samples) - min(samples)) / m if m else 0.0}


def count_for(seconds, most=100000):
    return int(min(most, max(1, SAMPLE / max(seconds, 1e-9))))


class Competitor:
    """Somebody who evaluates the workload: `prefix` begins the requests of a server."""

    def __init__(self, name, server, request, count=1):
        self.name, self.server, self.request, self.count, self.samples = name, server, request, count, []

    def sample(self):
        time.sleep(PAUSE)
        return self.server.ask(f"{self.request} {self.count}")["seconds"]

    def warm(self, loop):
        self.sample()
        first = self.sample()
        self.count = 1 if loop else count_for(first)
        return first * self.count


class Measurement:
    def __init__(self, context, work, name, extents):
        self.context, self.work, self.name, self.extents = context, work, name, extents
        self.row = {"name": name, "title": work.title, "extents": extents, "peers": {}}
        self.folder = tempfile.TemporaryDirectory(prefix="sinter-bench-")
        self.sinter, self.competitors = None, []

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run(self):
        try:
            self.begin()
            self.check()
            self.take_turns()
        finally:
            self.end()
        return self.row

    def end(self):
        for server in self.context.peers.servers.values():
            try:
                server.ask("end")
            except Refused:
                pass
        if self.sinter:
            self.sinter.close()
        self.folder.cleanup()

    # ---- everybody gets the inputs, computes, and is compared with NumPy -----------------------------------------
    def begin(self):
        inputs = self.work.inputs(self.extents, seed=7)
        size = sum(x.nbytes for x in inputs.values())
        users = len(self.context.peers.servers) + 1
        if (need := size * users * 2) > available():
            raise Refused(f"it needs about {need / 1e9:.0f} GB of memory")
        for name, x in inputs.items():
            np.save(self.path(f"{name}.npy"), x)
        list_of = ",".join(f"{k}={v}" for k, v in self.extents.items())
        self.sinter = Server([self.context.program, "workload", str(self.work.path), self.folder.name, list_of])
        for name, server in self.context.peers.servers.items():
            server.alive()
            server.send(f"begin {self.work.path} {self.folder.name} {list_of}")
        for name, server in self.context.peers.servers.items():
            server.receive()

    def results(self, prefix):
        count = len(self.work.state) or 1
        return [np.load(self.path(f"{prefix}-{k}.npy")) for k in range(count)]

    def differs(self, prefix):
        """The largest difference from NumPy's results; raises Wrong."""
        who = self.name if prefix == "sinter" else f"{self.name}, {prefix}"
        return max(compare(got, want, who) for got, want in zip(self.results(prefix), self.want))

    def check(self):
        saved = self.sinter.ask(f"save {self.path('sinter')}")
        modes = self.context.modes()
        by_server = {}
        for name, mode in modes:
            by_server.setdefault(name, []).append(mode)
        answers = {}
        for turn in range(max(len(m) for m in by_server.values())):  # packages compile at the same time
            asked = [(name, m[turn]) for name, m in by_server.items() if turn < len(m)]
            for name, mode in asked:
                self.context.peers.servers[name].send(f"save {mode} {self.path(mode)}")
            for name, mode in asked:
                try:
                    answers[mode] = self.context.peers.servers[name].receive(self.context.patience)
                except Refused as why:
                    answers[mode] = why
        if isinstance(answers["NumPy"], Refused):
            raise answers["NumPy"]
        self.want = self.results("NumPy")
        self.row.update(kernels=saved["kernels"], error=self.differs("sinter"))
        self.row.update(bytes=saved["bytes"], result_bytes=saved["result_bytes"], peak_bytes=saved["peak_bytes"])
        self.competitors = [Competitor("Sinter", self.sinter, "run")]
        self.check_replay_and_loop()
        for name, mode in modes:
            self.check_peer(name, mode, answers[mode])

    def check_replay_and_loop(self):
        if not self.work.steps:
            self.competitors.append(Competitor("replayed", self.sinter, "replay"))
        try:
            self.sinter.ask(f"loop-save {self.path('loop')}")
        except Refused as why:
            self.row["peers"]["C loop"] = {"why": str(why)}
            return
        self.differs("loop")
        self.competitors.append(Competitor("C loop", self.sinter, "loop"))

    def check_peer(self, name, mode, answer):
        entry = self.row["peers"].setdefault(mode, {})
        if isinstance(answer, Refused):
            entry["why"] = str(answer).splitlines()[0][:160]
            return
        try:
            entry["error"] = self.differs(mode) if mode != "NumPy" else 0.0
            self.competitors.append(Competitor(mode, self.context.peers.servers[name], f"time {mode}"))
        except (Wrong, OSError) as why:
            entry["why"] = str(why).splitlines()[0][:160]

    # ---- time ----------------------------------------------------------------------------------------------------
    def attempt(self, competitor, measured):
        """What it measured; a package that fails is left out, and 0."""
        try:
            return measured()
        except Refused as why:
            if competitor.name in ("Sinter", "replayed", "C loop"):
                raise
            self.row["peers"][competitor.name] = {"why": str(why)}
            self.competitors.remove(competitor)
            return 0.0

    def take_turns(self):
        loop = bool(self.work.steps)
        total = sum(self.attempt(c, lambda: c.warm(loop)) for c in list(self.competitors))
        rounds = self.context.rounds
        if total > 0:
            rounds = max(min(rounds, 3), min(rounds, int(self.context.budget / total)))
        bandwidth = []
        for _ in range(rounds):
            bandwidth.append(self.context.copy.ask(f"run {self.row['bytes']}"))
            for c in list(self.competitors):
                c.samples.append(self.attempt(c, c.sample))
        self.row["rounds"] = rounds
        self.fill(bandwidth)

    def fill(self, bandwidth):
        row = self.row
        for c in self.competitors:
            found = middle(c.samples)
            if c.name == "Sinter":
                row.update(found)
            elif c.name == "replayed":
                row["replayed"] = found
            else:
                row["peers"].setdefault(c.name, {}).update(found)
        copy = max(statistics.median(b[kind] for b in bandwidth) for kind in ("plain", "streaming"))
        row["copy_bytes_per_second"] = copy
        row["read_bytes_per_second"] = statistics.median(b["read"] for b in bandwidth)
        if not self.work.steps:
            row["against"] = "read" if row["result_bytes"] * 10 < row["bytes"] else "copy"
            row["of_bandwidth"] = row["bytes"] / row["seconds"] / row[f"{row['against']}_bytes_per_second"]


def progress(text):
    print(text, file=sys.stderr, flush=True)
