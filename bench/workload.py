"""The workloads: one table from which Sinter's programs and everybody else's come.

A file of bench/workloads:

    # title
    N = S M L                               an extent, before the inputs, at the three sizes (NPBench's for its programs)
    each N = FIRST SECOND ...               instead: the workload is measured at each of these, whatever the size
    x = uniform(LOW, HIGH, SHAPE) DTYPE     an input: uniform random numbers; SHAPE of extents, numbers and sums of both
    ---
    statements, then one expression         NumPy's, which Sinter evaluates as text
    --- torch                               the same for a package whose interface has no such text

A file of bench/workloads/loops has a line more, `steps = S M L`: so many times the statements, which write to the first
inputs, are run, and the last line names those.  They may hold `for _ in range(EXTENT):` with lines indented by four.

workload.c reads the same files.
"""
import re

# Largest difference from NumPy's result, over its largest element.  Sums of a million float32 in another order
# differ by 1e-6 of them, functions by a few units in the last place.
TOLERANCE = {"float32": 2e-5, "float64": 1e-12}
SIZES = "SML"


class Wrong(SystemExit):
    """A result that is not NumPy's: ends the run unless it is caught."""


class Workload:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        head, *rest = re.split(r"^---(?: (\w+))?\n", path.read_text(), flags=re.M)
        self.texts = dict(zip(rest[::2], rest[1::2]))
        self.text = self.texts.pop(None)
        self.title = re.search(r"^# (.*)$", head, re.M).group(1)
        lines = re.findall(r"^(each )?(\w+) = (\d[\d ]*)$", head, re.M)
        numbers = {name: [int(n) for n in values.split()] for _, name, values in lines}
        self.steps = numbers.pop("steps", None)  # of a loop
        self.extents = numbers
        self.each = next((name for each, name, _ in lines if each), None)
        self.specs = [
            (name, float(low), float(high), re.findall(r"[\w+]+", shape), dtype)
            for name, low, high, shape, dtype in re.findall(
                r"^(\w+) = uniform\(([^,]+), ([^,]+), (.+)\) (\w+)$", head, re.M
            )
        ]
        last = self.text.strip().splitlines()[-1]
        self.state = [n.strip() for n in last.split(",")] if self.steps else []

    # ---- extents: a dict by name, with "steps" among them -----------------------------------------------------
    def at(self, size):
        """(row's name, extents) of all that is measured at size S, M or L."""
        k = SIZES.index(size)
        if self.each:
            return [(f"{self.name}_{brief(n)}", {self.each: n}) for n in self.extents[self.each]]
        extents = {name: values[min(k, len(values) - 1)] for name, values in self.extents.items()}
        if self.steps:
            extents["steps"] = self.steps[k]
        return [(self.name, extents)]

    def n_for(self, elements):
        """Extents with which the largest input has about as many elements, in proportion to those of size L."""
        largest = {name: values[-1] for name, values in self.extents.items()}
        shapes = {part for _, _, _, dims, _ in self.specs for d in dims for part in d.split("+")}

        def shrunk(t):  # what only counts an inner loop's turns is 4
            return {name: max(4, int(n * t)) if name in shapes else 4 for name, n in largest.items()}

        low, high = 0.0, 1e4
        for _ in range(60):
            t = (low + high) / 2
            low, high = (t, high) if self.elements(shrunk(t)) <= elements else (low, t)
        return {**shrunk(low), **({"steps": 2} if self.steps else {})}

    def shape(self, dims, extents):
        return [sum(extents[d] if d in extents else int(d) for d in dim.split("+")) for dim in dims]

    def elements(self, extents):
        def product(shape):
            return shape[0] * product(shape[1:]) if shape else 1

        return max(product(self.shape(dims, extents)) for _, _, _, dims, _ in self.specs)

    def inputs(self, extents, seed):
        import numpy as np

        rng = np.random.default_rng(seed)
        return {
            name: rng.uniform(low, high, self.shape(dims, extents)).astype(dtype)
            for name, low, high, dims, dtype in self.specs
        }

    # ---- programs -----------------------------------------------------------------------------------------------
    def compiled(self, lines, package, names, extents):
        scope = {**names, **extents, "range": range}
        exec(compile("\n".join([*lines, ""]), f"<{self.name} for {package}>", "exec"), scope)
        return scope[self.name]

    def arguments(self):
        return ", ".join(spec[0] for spec in self.specs)

    def program(self, package, names, extents=None):
        """A function of the inputs, by `names`, which the text of `package` finds its functions in: one step of a loop."""
        *body, last = self.texts.get(package, self.text).strip().splitlines()
        lines = [f"def {self.name}({self.arguments()}):", *(f"    {line}" for line in body), f"    return {last}"]
        return self.compiled(lines, package, names, extents or {})

    def loop(self, package, names, extents):
        """The same with the loop over steps inside."""
        *body, last = self.texts.get(package, self.text).strip().splitlines()
        lines = [f"def {self.name}({self.arguments()}):", f"    for _ in range({extents['steps']}):",
                 *(f"        {line}" for line in body), f"    return {last}"]
        return self.compiled(lines, package, names, extents)


def brief(n):
    """16, 1e3, 1e5"""
    zeros = len(str(n)) - 1
    return f"1e{zeros}" if n == 10**zeros and zeros > 2 else str(n)


def all_workloads(folder):
    return [Workload(path) for path in sorted([*folder.glob("*.txt"), *folder.glob("loops/*.txt")], key=lambda p: p.stem)]


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
