"""Random programs that write to arrays and through views: `x[1:, ::2] = e`, `x += e`.

What a statement does depends on what shares memory with what, so these are not judged one by one: NumPy runs all of
them on live arrays, and what a name holds in the end must be the same bits.  Only what is exact is drawn.
"""
import numpy as np

import fuzz_compare as judge
from fuzz_constructs import fits, item
from fuzz_programs import AXES, DTYPES, ERRORS, MOST, SCOPE, Maker, Program, Statement, table

AUGMENTED = table("src/expr/operators.def", r'^SN_AUGMENTED\(\w+, +"(.+)"\)')
INTEGER = [s for s in AUGMENTED if s not in ("/=", "**=")]
FLOAT = [s for s in ("+=", "-=", "*=", "/=", "//=", "%=") if s in AUGMENTED]
TIMES = {"i": INTEGER, "u": INTEGER, "b": ["&=", "|=", "^=", "+="], "f": FLOAT, "c": ["+=", "-=", "*=", "/="]}


def live(array, base):
    """A copy that lies in memory as the array does."""
    memory = base.copy()
    if array is base:
        return memory
    offset = array.__array_interface__["data"][0] - base.__array_interface__["data"][0] if array.size else 0
    return np.ndarray(array.shape, array.dtype, memory, offset, array.strides)


class Writes(Program):
    """`values` are live arrays, and scalars where NumPy has scalars.  `results`: the names to compare in the end."""

    def __init__(self, leaves=None, statements=None, results=None):
        super().__init__(leaves, [])
        self.values = {name: live(*leaf) for name, leaf in self.leaves.items()}
        self.results = results or []
        for s in statements or []:
            if self.refused or not self.add(s):
                self.results = []

    def add(self, statement):
        try:
            exec(statement.text, dict(SCOPE), self.values)
        except ERRORS as error:
            self.refused = f"{type(error).__name__}: {error}"
        except NameError:
            return False
        self.statements.append(statement)
        return True

    def text(self, result=None):
        return "; ".join([s.text for s in self.statements] + [result or self.results[0]])


class Writer(Maker):
    """Draws statements that write, and names for views and copies."""

    def __init__(self, seed):
        super().__init__(seed)
        self.program = Writes()

    def leaf(self):
        while True:
            array, base = super().leaf()
            plain = array.dtype.kind != "f" or bool(np.isfinite(array).all() and (np.abs(array) < 1e6).all())
            if plain and 0 not in array.strides:
                return array, base

    def array(self, test=None):
        return self.some(lambda v: isinstance(v, np.ndarray) and (test is None or test(v)))

    def part(self, name):
        """The array or a part of it."""
        x = self.value(name)
        items = [item(self, n) for n in x.shape[: self.below(x.ndim + 1)]]
        if self.chance(0.1):
            items.insert(self.below(len(items) + 1), "None")
        return f"{name}[{', '.join(items) or '...'}]"

    def evaluated(self, text):
        try:
            return eval(text, dict(SCOPE), self.program.values)
        except ERRORS:
            return None

    def viewed(self):
        x = self.some()
        n = np.ndim(self.value(x))
        a, b = self.axis(n), self.axis(n)
        return f"v{len(self.program.statements)} = " + self.one([
            x, self.part(x) if n else x, self.part(x) if n else x, f"{x}.T", f"{x}.copy()", f"{x} * 1",
            f"{x} + {x}", f"swapaxes({x}, {a}, {b})", f"expand_dims({x}, {self.axis(n, 1)})", f"{x}.reshape(-1)", f"{x}.flatten()",
            f"squeeze({x})", f"moveaxis({x}, {a}, {b})", f"{x}[None]" if n else x, f"{x}.reshape{tuple(np.shape(self.value(x))[::-1]) or (1,)}",
            f"asarray({x})", f"{x} > 1", f"count_nonzero({x})", f"broadcast_to({x}, {np.shape(self.value(x))})"])

    def whole(self):
        """What KNOWN_CASES keeps from some arrays."""
        x = self.array()
        if x is None:
            return None
        together = self.value(x).flags.c_contiguous
        return f"v{len(self.program.statements)} = " + (f"{x}.ravel()" if together and self.chance(0.5) else f"flip({x})" if self.value(x).ndim else x)

    def source(self, shape):
        """Something that broadcasts to the shape."""

        def fitting(v):
            try:
                return np.broadcast_shapes(np.shape(v), shape) == shape
            except ValueError:
                return False

        names = [n for n in self.names() if fitting(self.value(n))]
        if not names or self.chance(0.2):
            return self.one(["1", "2", "3", "0.5", "True", "7"])
        y = self.one(names)
        ndim = np.ndim(self.value(y))
        turned = f"{y}[{', '.join(['::-1'] * (self.below(ndim) + 1))}]" if ndim else y
        square = f"{y}.T" if fitting(np.transpose(self.value(y))) else y
        parts = [p for p in (self.part(n) for n in self.names() if np.ndim(self.value(n))) if fitting(self.evaluated(p)) and self.evaluated(p) is not None]
        return self.one([y, turned, square, f"{y} + {self.one(names)}", f"{turned} * 2", f"({y} - {square})", *parts[:3], *parts[:3]])

    def written(self):
        x = self.array()
        if x is None:
            return None
        target = self.part(x) if self.chance(0.7) and self.value(x).ndim else x
        if self.chance(0.1):
            target = f"{x}[{x} > {self.below(3)}]"
        there = self.evaluated(target)
        if there is None:
            return None
        masked = ">" in target
        source = self.one(["0", "1", "2"]) if masked else self.source(np.shape(there))
        value, kind = self.evaluated(source), np.asarray(there).dtype.kind
        if value is None:
            return None
        assigned = (target != x or masked) and self.chance(0.5)
        if kind in "iub" and not fits(np.asarray(value), np.asarray(there).dtype):
            return None
        if kind in "iu" and np.ndim(value) == 0 and not fits(np.float64(value), np.asarray(there).dtype):
            return None  # NumPy refuses a scalar by its value
        return f"{target} {'=' if assigned else self.one(TIMES[kind])} {source}"

    def statement(self):
        for _ in range(20):
            text = self.one([self.viewed, self.viewed, self.viewed, self.whole, self.written, self.written, self.written, self.written])()
            if text and ("[" in text or "=" in text):
                trial = dict(self.program.values)
                self.program.add(Statement(text.split(" ")[0].split("[")[0], text, [], judge.exact))
                for n, v in self.program.values.items():
                    if np.size(v) > MOST or np.ndim(v) > AXES or np.asarray(v).dtype.name not in DTYPES:
                        self.program.values = trial
                        self.program.statements.pop()
                        self.program.refused = None
                        break
                else:
                    return


def program(seed):
    m = Writer(seed)
    p = m.program
    m.wild = False
    for k in range(m.one([1, 1, 2, 3])):
        p.leaves[f"x{k}"] = m.leaf()
        p.values[f"x{k}"] = live(*p.leaves[f"x{k}"])
    for _ in range(m.one([1, 2, 3, 4, 6, 8])):
        if not p.refused:
            m.statement()
    p.results = m.random.sample(m.names(), min(2, len(m.names())))
    return p


def judged(p, answers):
    """What is wrong with the answers to each result, or None."""
    for name, answer in zip(p.results, answers):
        answer = answer[0]
        if answer[0] == "?" or (answer[0] == "!") != bool(p.refused):
            return f"{name}: {answer[:200]}; NumPy: {p.refused}"
        if answer[0] != "!":
            dtype, shape, data = answer.split(":")
            got = np.frombuffer(bytes.fromhex(data), dtype).reshape([int(n) for n in shape.split(",") if n])
            wrong = judge.same(np.asarray(p.values[name]), got)
            if wrong:
                return f"{name} {wrong}"
    return None
