"""The workloads: one table from which Sinter's programs and everybody else's come.

A file of bench/workloads:

    # title
    x = uniform(LOW, HIGH, SHAPE) DTYPE     an input: uniform random numbers; SHAPE of N and numbers
    size = N                                the N of the CPU's bench
    ---
    statements, then one expression         NumPy's, which Sinter evaluates as text
    --- torch                               the same for a package whose interface has no such text

gpu_bench.c reads the same files.
"""
import re

# Largest difference from NumPy's result, over its largest element.  Sums of a million float32 in another order
# differ by 1e-6 of them, functions by a few units in the last place.
TOLERANCE = {"float32": 2e-5, "float64": 1e-12}


class Wrong(SystemExit):
    """A result that is not NumPy's: ends the run unless it is caught."""


class Workload:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        head, *rest = re.split(r"^---(?: (\w+))?\n", path.read_text(), flags=re.M)
        self.texts = dict(zip(rest[::2], rest[1::2]))
        self.text = self.texts.pop(None)
        self.title = re.search(r"^# (.*)$", head, re.M).group(1)
        self.size = int(re.search(r"^size = (\d+)$", head, re.M).group(1))
        self.specs = [
            (name, float(low), float(high), re.findall(r"\w+", shape), dtype)
            for name, low, high, shape, dtype in re.findall(
                r"^(\w+) = uniform\(([^,]+), ([^,]+), (.+)\) (\w+)$", head, re.M
            )
        ]

    def n_for(self, elements):
        """The N with which the largest input has about as many elements."""

        def n(dims):
            constant, power = 1, dims.count("N")
            for d in dims:
                constant *= 1 if d == "N" else int(d)
            return (elements / constant) ** (1 / power) if power else float("inf")

        return max(4, int(min(n(dims) for _, _, _, dims, _ in self.specs)))

    def inputs(self, n, seed):
        import numpy as np

        rng = np.random.default_rng(seed)
        return {
            name: rng.uniform(low, high, [n if d == "N" else int(d) for d in dims]).astype(dtype)
            for name, low, high, dims, dtype in self.specs
        }

    def program(self, package, names):
        """A function of the inputs, by `names`, which the text of `package` finds its functions in."""
        *body, last = self.texts.get(package, self.text).strip().splitlines()
        arguments = ", ".join(spec[0] for spec in self.specs)
        lines = [f"def {self.name}({arguments}):", *(f"    {line}" for line in body), f"    return {last}", ""]
        scope = dict(names)
        exec(compile("\n".join(lines), str(self.path), "exec"), scope)
        return scope[self.name]


def compare(got, want, name, tolerance=None):
    """Raises Wrong unless dtype, shape and every element are `want`'s."""
    import numpy as np

    want = np.asarray(want)
    if got.shape != want.shape or got.dtype != want.dtype:
        raise Wrong(f"{name}: {got.dtype}{got.shape} where NumPy has {want.dtype}{want.shape}")
    if tolerance is None:
        tolerance = TOLERANCE.get(want.dtype.name, 0)
    if not np.array_equal(np.isfinite(got), np.isfinite(want)):
        raise Wrong(f"{name}: infinities or NaNs where NumPy has none, or the other way round")
    wide = np.result_type(want.dtype, np.float64)
    a, b = (np.where(np.isfinite(x), x, 0).astype(wide) for x in (got, want))
    worst = float(np.abs(a - b).max(initial=0)) / max(float(np.abs(b).max(initial=0)), 1e-300)
    if not worst <= tolerance:
        raise Wrong(f"{name}: differs from NumPy by {worst:.3g} of the largest value (limit {tolerance:.3g})")
    return worst
