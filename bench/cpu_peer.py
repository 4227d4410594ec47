#!/usr/bin/env python3
"""Another package's side of bench.py, on the processor.

usage: cpu_peer.py numpy|numexpr|jax|numba|drjit|torch|inductor

Answers requests, a line of JSON each; MODE is one of those that `modes` names:

    modes                          what the package offers here, and its version; or why it is left out
    begin FILE FOLDER EXTENTS      chooses a workload, its inputs in FOLDER/NAME.npy
    save MODE PREFIX               writes the results, PREFIX-0.npy ...; this also compiles
    time MODE COUNT                seconds of an evaluation, over COUNT of them
    kernels MODE                   how many kernels it compiled the workload to, where the package tells
    end                            gives all arrays back

A result is dropped before it is computed again.  A loop over steps is the package's own: compiled where it can be.
"""
import os
import pathlib
import re
import shutil
import sys
import time

import numpy as np

import gpu_peer
from gpu_peer import Missing, NumPy, public
from workload import Workload

# Sinter takes every core, so do packages.
THREADS = os.cpu_count()
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")  # this is about the processor
# What Inductor compiles is kept beside the packages.
os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", os.path.join(sys.prefix, "inductor"))


class Package(NumPy):
    """`compile` makes of a function of arrays a function of arrays whose result is there when it returns."""

    modes = {}

    def compile(self, mode, work, extents):
        make = work.loop if work.steps else work.program
        return self.modes[mode](make(self.name, self.names, extents))

    def copy(self, x):
        return x.copy()

    # Nothing where the package does not tell.
    def kernels(self, f, inputs):
        return None


class PlainNumPy(Package):
    modes = {"NumPy": lambda f: f}


class NumExpr(Package):
    name = "numexpr"

    def __init__(self):
        import numexpr

        numexpr.set_num_threads(THREADS)
        self.version = numexpr.__version__
        self.names = {"evaluate": numexpr.evaluate, "float32": np.float32}
        self.modes = {"numexpr": lambda f: f}

    def compile(self, mode, work, extents):
        if self.name not in work.texts:
            raise Missing("it has no such expression")
        return super().compile(mode, work, extents)


class Jax(Package):
    name = "jax"

    def __init__(self):
        os.environ["JAX_PLATFORMS"] = "cpu"
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax, self.version = jax, jax.__version__
        self.names = {**public(jax.numpy), "erf": jax.scipy.special.erf}
        self.modes = {"JAX": None}

    def compile(self, mode, work, extents):
        step = work.program(self.name, self.names, extents)
        if not work.steps:
            return self.finished(self.jax.jit(step), step)
        places = [next(k for k, spec in enumerate(work.specs) if spec[0] == name) for name in work.state]

        def whole(*inputs):
            def once(_, state):
                now = list(inputs)
                for place, x in zip(places, state):
                    now[place] = x
                return step(*now)

            return self.jax.lax.fori_loop(0, extents["steps"], once, tuple(inputs[p] for p in places))

        return self.finished(self.jax.jit(whole), step)

    def finished(self, compiled, step):
        def run(*inputs):
            return self.jax.block_until_ready(compiled(*inputs))

        run.step = step
        return run

    def put(self, x):
        return self.jax.numpy.asarray(x)

    def copy(self, x):
        return x

    def kernels(self, f, inputs):
        """Instructions of the compiled entry that compute: fusions, and what is alone.  Of a loop, of a step."""
        text = self.jax.jit(f.step).lower(*inputs).compile().as_text()
        entry = text[text.index("\nENTRY"):].splitlines()[2:]
        free = ("parameter(", "constant(", "tuple(", "bitcast(", "get-tuple-element(", "copy(", "}")
        return sum(1 for line in entry if "=" in line and not any(f" {word}" in line for word in free))


class Numba(Package):
    name = "numba"
    SERIAL = 1 << 15  # elements that are not worth its threads

    def __init__(self):
        import math

        import numba

        numba.set_num_threads(min(THREADS, numba.config.NUMBA_NUM_THREADS))
        erf = numba.vectorize(["float32(float32)", "float64(float64)"])(lambda x: math.erf(x))
        self.numba, self.version = numba, numba.__version__
        self.names = {**public(np), "erf": erf, "copy": numba.njit(lambda x: x.copy()), "prange": numba.prange}
        self.modes = {"Numba": None}

    def compile(self, mode, work, extents):
        program = (work.loop if work.steps else work.program)(self.name, self.names, extents)
        if work.elements(extents) <= self.SERIAL:
            return self.numba.njit(error_model="numpy")(program)
        return self.first_that_runs(
            [self.numba.njit(parallel=parallel, error_model="numpy")(program) for parallel in (True, False)]
        )

    def first_that_runs(self, functions):
        """Some broadcasts are refused when run by several threads alone."""

        def run(*inputs):
            try:
                return functions[0](*inputs)
            except Exception:
                if len(functions) == 1:
                    raise
                functions.pop(0)
                return run(*inputs)

        return run

    def put(self, x):
        return np.ascontiguousarray(x)

    def get(self, x):
        """Numba gives a float32 back as a Python float."""
        return np.float32(x) if type(x) is float and np.float32(x) == x else np.asarray(x)


class DrJit(Package):
    name = "drjit"

    def __init__(self):
        import drjit
        from drjit import llvm

        self.drjit, self.version = drjit, drjit.__version__
        self.types = {"float32": llvm.TensorXf, "float64": llvm.TensorXf64, "int64": llvm.TensorXi64}
        drjit.eval(llvm.Float([1, 2]) + 1)  # fails where there is no LLVM
        self.names = {**public(drjit), "where": drjit.select, "arctan2": drjit.atan2}
        self.modes = {"Dr.Jit": None}

    def compile(self, mode, work, extents):
        if work.steps:
            raise Missing("it has no slices to write to")
        f = work.program(self.name, self.names, extents)

        def run(*inputs):
            result = f(*inputs)
            self.drjit.eval(result)
            self.drjit.sync_thread()
            return result

        return run

    def put(self, x):
        return self.types[x.dtype.name](x)

    def get(self, x):
        return np.asarray(x.numpy())


class PyTorch(Package):
    name = "torch"

    def __init__(self):
        import torch

        torch.set_num_threads(THREADS)
        self.torch, self.version = torch, torch.__version__
        self.names = {**public(torch), "copy": torch.clone}
        self.modes = {"PyTorch": lambda f: f}

    def put(self, x):
        return self.torch.from_numpy(x)

    def get(self, x):
        return x.numpy()

    def copy(self, x):
        return x.clone()


class Inductor(PyTorch):
    """PyTorch's compiler, which wants one of C++; a process of its own, since it may take long."""

    def __init__(self):
        super().__init__()
        if not shutil.which(os.environ.get("CXX", "g++")):
            raise Missing("there is no C++ compiler")
        self.modes = {"Inductor": None}

    def compile(self, mode, work, extents):
        self.torch._dynamo.reset()  # of the workload before
        step = self.torch.compile(work.program(self.name, self.names, extents), dynamic=False)

        def run(*inputs):
            for _ in range(extents.get("steps", 1)):
                result = step(*inputs)  # a loop's writes to the inputs
            return result

        run.step = step
        return run

    def kernels(self, f, inputs):
        """Loops over memory in the C++ that Inductor writes, one within another counted once.  Of a loop, of a step."""
        from torch._inductor.utils import run_and_get_code

        self.torch._dynamo.reset()
        _, codes = run_and_get_code(f.step, *inputs)
        return max(1, sum(len(re.findall(r"^ {12}for\(", code, re.M)) for code in codes))


class CpuAnswers(gpu_peer.Answers):
    def begin(self, file, folder, extents):
        self.end()
        self.work = Workload(pathlib.Path(file))
        self.extents = {name: int(n) for name, n in (pair.split("=") for pair in extents.split(","))}
        self.inputs = [self.peer.put(np.load(os.path.join(folder, f"{s[0]}.npy"))) for s in self.work.specs]
        return {}

    def end(self):
        self.inputs, self.functions = [], {}
        return {}

    def function(self, mode):
        if mode not in self.functions:
            self.functions[mode] = self.peer.compile(mode, self.work, self.extents)
        return self.functions[mode]

    def fresh(self):
        """Inputs that a loop may write to."""
        return [self.peer.copy(x) for x in self.inputs] if self.work.steps else self.inputs

    def save(self, mode, prefix):
        results = self.function(mode)(*self.fresh())
        for k, x in enumerate(results if self.work.steps else [results]):
            np.save(f"{prefix}-{k}.npy", self.peer.get(x))
        return {"results": len(results) if self.work.steps else 1}

    def time(self, mode, count):
        f, count, seconds = self.function(mode), int(count), 0.0
        batch = 1 if self.work.steps else count
        for _ in range(count // batch):
            inputs = self.fresh()
            start = time.perf_counter()
            for _ in range(batch):
                f(*inputs)
            seconds += time.perf_counter() - start
        return {"seconds": seconds / count}

    def kernels(self, mode):
        return {"kernels": self.peer.kernels(self.function(mode), self.fresh())}

    def verbs(self):
        return {"modes": self.modes, "begin": self.begin, "end": self.end, "save": self.save, "time": self.time, "kernels": self.kernels}

    def answer(self, line):
        verb, *arguments = line.split()
        try:
            return self.verbs()[verb](*arguments)
        except Exception as why:  # whatever a package raises is an answer
            return {"error": f"{type(why).__name__}: {' '.join(str(why).split())}"[:200]}


PACKAGES = {**{c.name: c for c in (PlainNumPy, NumExpr, Jax, Numba, DrJit, PyTorch)}, "inductor": Inductor}

if __name__ == "__main__":
    gpu_peer.main(PACKAGES, CpuAnswers)
