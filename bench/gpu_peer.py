#!/usr/bin/env python3
"""Another package's side of tools/gpu-report: its programs for the workloads, timed by its own events.

usage: gpu_peer.py cupy|torch|jax|numpy

Answers requests, a line of JSON each, as gpu-bench does; MODE is one of those that `modes` names:

    modes                   what the package offers here, and its version; or why it is left out
    work FILE ELEMENTS      chooses a workload, its largest input of about so many random elements
    load FILE FOLDER        the same with the inputs in FOLDER/NAME.npy
    save MODE PATH          writes the result, which also compiles
    time MODE COUNT         seconds of an evaluation, over COUNT of them
    small MODE COUNT        host seconds to issue 3 operations on 16 elements, and seconds until all are done

NumPy, on the processor, is there to try the rest of the report with.
"""
import json
import math
import os
import pathlib
import sys
import time

import numpy as np

from workload import Workload


class Missing(Exception):
    """The package is not there, or sees no GPU."""


def public(module):
    return {k: getattr(module, k) for k in dir(module) if not k.startswith("_")}


def numpy_names():
    try:
        from scipy.special import erf
    except ImportError:
        each = np.vectorize(math.erf, otypes=[np.float64])

        def erf(x):
            return each(x).astype(x.dtype)

    return {**public(np), "erf": erf}


class NumPy:
    name, modes = "numpy", {"numpy": lambda f: f}

    def __init__(self):
        self.version, self.names = np.__version__, numpy_names()

    def put(self, x):
        return x

    def get(self, x):
        return np.asarray(x)

    def finish(self):
        pass

    def trim(self):
        """Gives memory that is kept for later back, for others to have."""

    def clock(self, run):
        """Seconds of `run`, by the package's own clock."""
        self.finish()
        start = time.perf_counter()
        run()
        self.finish()
        return time.perf_counter() - start


class CuPy(NumPy):
    name = "cupy"

    def __init__(self):
        import cupy
        from cupyx.scipy.special import erf

        if cupy.cuda.runtime.getDeviceCount() == 0:
            raise Missing("it sees no GPU")
        self.cupy, self.version = cupy, cupy.__version__
        self.names = {**public(cupy), "erf": erf}
        self.modes = {"CuPy": lambda f: f, "cp.fuse": cupy.fuse}

    def put(self, x):
        return self.cupy.asarray(x)

    def get(self, x):
        return self.cupy.asnumpy(x)

    def finish(self):
        self.cupy.cuda.get_current_stream().synchronize()

    def trim(self):
        self.cupy.get_default_memory_pool().free_all_blocks()

    def clock(self, run):
        begin, end = self.cupy.cuda.Event(), self.cupy.cuda.Event()
        begin.record()
        run()
        end.record()
        end.synchronize()
        return self.cupy.cuda.get_elapsed_time(begin, end) * 1e-3


class PyTorch(NumPy):
    name = "torch"

    def __init__(self):
        import torch

        if not torch.cuda.is_available():
            raise Missing("it sees no GPU")
        self.torch, self.version, self.device = torch, torch.__version__, "cuda"
        self.names = {**public(torch), "copy": torch.clone}
        self.modes = {"PyTorch": lambda f: f, "Inductor": torch.compile}

    def put(self, x):
        return self.torch.from_numpy(x).to(self.device)

    def get(self, x):
        return x.cpu().numpy()

    def finish(self):
        self.torch.cuda.synchronize()

    def trim(self):
        self.torch.cuda.empty_cache()

    def clock(self, run):
        begin, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        run()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) * 1e-3


class Jax(NumPy):
    """It has no events: time is the host's, until the last result is there."""

    name = "jax"

    def __init__(self):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax

        if jax.default_backend() != "gpu":
            raise Missing("it sees no GPU")
        self.start(jax)

    def start(self, jax):
        jax.config.update("jax_enable_x64", True)
        self.jax, self.version, self.last = jax, jax.__version__, None
        self.names = {**public(jax.numpy), "erf": jax.scipy.special.erf}
        self.modes = {"JAX jit": self.jit}

    def jit(self, f):
        compiled = self.jax.jit(f)

        def run(*inputs):
            self.last = compiled(*inputs)
            return self.last

        return run

    def put(self, x):
        return self.jax.numpy.asarray(x)

    def finish(self):
        self.jax.block_until_ready(self.last)

    def trim(self):
        self.last = None


PACKAGES = {c.name: c for c in (CuPy, PyTorch, Jax, NumPy)}


class Answers:
    """Answers a line; a subclass adds verbs."""

    def __init__(self, peer):
        self.peer, self.work, self.inputs, self.functions = peer, None, [], {}

    def modes(self):
        return {"modes": list(self.peer.modes), "version": self.peer.version}

    def choose(self, file, inputs):
        work = Workload(pathlib.Path(file))
        self.inputs = []  # the old ones go first
        self.peer.trim()
        self.inputs = [self.peer.put(x) for x in inputs(work).values()]
        self.functions = {} if self.work is None or work.name != self.work.name else self.functions
        self.work = work
        return {}

    def function(self, mode):
        if mode not in self.functions:
            program = self.work.program(self.peer.name, self.peer.names)
            self.functions[mode] = self.peer.modes[mode](program)
        return self.functions[mode]

    def load(self, file, folder):
        return self.choose(
            file, lambda w: {s[0]: np.load(os.path.join(folder, f"{s[0]}.npy")) for s in w.specs}
        )

    def make(self, file, elements):
        return self.choose(file, lambda w: w.inputs(w.n_for(float(elements)), time.time_ns()))

    def save(self, mode, path):
        np.save(path, self.peer.get(self.function(mode)(*self.inputs)))
        return {}

    def repeated(self, f, inputs, count):
        for _ in range(count):
            f(*inputs)

    def time(self, mode, count):
        f, count = self.function(mode), int(count)
        return {"seconds": self.peer.clock(lambda: self.repeated(f, self.inputs, count)) / count}

    def small(self, mode, count):
        f = self.peer.modes[mode](lambda x: x * 2 + x * x)
        x, count = self.peer.put(np.linspace(0, 1, 16)), int(count)
        self.repeated(f, [x], 10)
        self.peer.finish()
        start = time.perf_counter()
        self.repeated(f, [x], count)
        issued = time.perf_counter()
        self.peer.finish()
        return {"host": (issued - start) / count, "seconds": (time.perf_counter() - start) / count}

    def verbs(self):
        return {"modes": self.modes, "work": self.make, "load": self.load, "save": self.save, "time": self.time, "small": self.small}

    def answer(self, line):
        verb, _, rest = line.strip().partition(" ")
        # a mode's name may hold a space, what follows it does not
        arguments = rest.rsplit(" ", 1) if rest else []
        try:
            return self.verbs()[verb](*arguments)
        except Exception as why:  # whatever a package raises is an answer
            return {"error": f"{type(why).__name__}: {why}".splitlines()[0][:300]}


def main(packages=PACKAGES, answering=Answers):
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a package prints is no answer
    try:
        server, missing = answering(packages[sys.argv[1]]()), None
    except Exception as why:
        missing = f"{type(why).__name__}: {why}".splitlines()[0][:300]
    for line in sys.stdin:
        answer = {"error": missing} if missing else server.answer(line)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
