"""Random programs of expression text, each statement evaluated by NumPy as it is drawn.

A program is a set of input arrays and a list of statements "v3 = add(v1, x0[::-1])", as one would write them in
Python and in Sinter.  What may be drawn is in tables: rows of ops.def, rows of functions.def, and the constructs
below, each a function under @construct(weight).  It returns the text, the names it uses and the check of
fuzz_compare.py by which its value is judged, or None where nothing fits.  A new construct is one function; a row of
functions.def that no construct calls is an error (unfuzzed()).
"""
import os
import random
import re
from pathlib import Path

import numpy as np

import fuzz_compare as judge
import generate

ROOT = Path(os.environ.get("SINTER_SOURCE") or Path(__file__).resolve().parents[2])
MOST = 3000  # elements of an array
AXES = 5  # of an array
ERRORS = (TypeError, ValueError, IndexError, OverflowError, ZeroDivisionError, AttributeError)  # that NumPy raises


def table(path, row):
    return re.findall(row, (ROOT / path).read_text(), re.M)


OPS = generate.rows(ROOT / "src/graph/ops.def")
ROW = {op["name"]: op for op in OPS}
DTYPES = table("src/graph/dtypes.def", r"^SN_DTYPE\(\w+, +(\w+),.*(?:BOOL|INT|FLOAT|COMPLEX), +1\)")
COMPLEX = [d for d in DTYPES if d.startswith("complex")]
if not os.environ.get("FUZZ_COMPLEX"):  # until all functions take complex numbers
    DTYPES = [d for d in DTYPES if d not in COMPLEX]
REDUCTIONS = table("src/graph/ops.def", r"^SN_REDUCTION\(\w+, +(\w+),")
FUNCTIONS = table("src/expr/functions.def", r"^SN_FUNCTION\((\w+),")
METHODS = set(table("src/expr/functions.def", r"^SN_METHOD\((\w+),")) | set(REDUCTIONS)
ALIASES = {}
for alias, name in table("src/expr/functions.def", r"^SN_ALIAS\((\w+), (\w+)\)"):
    ALIASES.setdefault(name, []).append(alias)
OPERATORS = {name.lower(): sign for sign, name in table("src/expr/operators.def", r'^SN_BINARY\(\w+, +"(.+)", +\d+, +(\w+)\)')}

SCOPE = {**generate.SCOPE}


def ufunc(name):
    """SciPy's function where NumPy has none: operands and result in the float that NumPy chooses for sin."""

    def call(*operands):
        like = np.arctan2 if len(operands) == 2 else np.sin
        dtype = like(*[np.ravel(x)[:0] if isinstance(x, np.ndarray) else x for x in operands]).dtype
        operands = [np.asarray(x).astype(dtype if name not in generate.LIBM else np.float64) for x in operands]
        return np.asarray(generate.SCOPE[name](*operands)).astype(dtype)

    return call


for name in [*generate.LIBM, "expit", "logit", "xlogy"]:
    SCOPE[name] = ufunc(name)

NOT_FUZZED = {
    "empty": "NumPy's is not initialised", "empty_like": "NumPy's is not initialised",
    "dtype": "gives no array", "broadcast_shapes": "gives no array",
    "isrealobj": "looks at the dtype alone", "iscomplexobj": "looks at the dtype alone",
}
# What Sinter refuses and NumPy does not, and no row of this file avoids: message, reason (docs/numpy-differences.md).
REFUSED = [
    (r"float16 is not supported yet", "16-bit floats come later"),
    (r"where: .* out of bounds", "a number that does not fit"),
    (r"full: a complex number is no", "a complex number in a real array"),
]
# The reverse: statement and what NumPy says.
ACCEPTED = [
    (r"(logical_|equal|less|greater|[=!<>]=?).*: .*Python int too large to convert to C long", "a number beyond int64 as a truth or beside a bool"),
    (r"ZeroDivisionError", "the average of an empty array, whose size NumPy divides by"),
    (r"nanarg(max|min).*All-NaN slice", "the place of the largest of nothing but NaN"),
    (r"average.*ZeroDivisionError: Weights sum to zero", "weights whose sum is 0"),
    (r"(pad|insert|append)\(.*(ValueError: cannot convert float NaN|OverflowError)", "a number that does not fit, in pad, insert and append"),
    (r"AxisError: .*axis (0|-1) is out of bounds for array of dimension 0", "an axis of a scalar, as sum and max have it in NumPy"),
]
# Faults that are not mended yet: what is said of a failing statement, what is wrong.  Counted and printed.
KNOWN = [
    (r"refused: \w+: not supported for complex", "functions of complex numbers that are to come"),
]
# The same where a program would not tell what is wrong, so that none draws it.  Tried in every run; one that is
# mended must leave this list.
KNOWN_CASES = []


class Statement:
    def __init__(self, name, text, uses, check):
        self.name, self.text, self.uses, self.check = name, text, uses, check


class Program:
    """leaves: name -> (array, base): the array is a view of the base, which is contiguous.
    refused: NumPy refuses the last statement, and says so."""

    def __init__(self, leaves=None, statements=None):
        self.leaves, self.statements, self.refused = leaves or {}, statements or [], None
        self.values = {name: leaf[0] for name, leaf in self.leaves.items()}

    def run(self, statement):
        """NumPy's value of a statement; what it raises is kept in `refused`."""
        try:
            value = eval(statement.text, SCOPE, self.values)
        except ERRORS as error:
            self.refused = f"{type(error).__name__}: {error}"
            return None
        if isinstance(value, (tuple, list)) or not isinstance(value, (np.ndarray, np.generic, bool)):
            return None
        return np.asarray(value)

    def add(self, statement):
        value = self.run(statement)
        if value is None and not self.refused:
            return False
        if value is not None and (value.size > MOST or value.ndim > AXES or value.dtype.name not in DTYPES):
            return False
        self.values[statement.name] = value
        self.statements.append(statement)
        return True

    def text(self, inline=None):
        """The whole; `inline` (a random.Random) puts some statements where their only use is."""
        statements = [(s.name, s.text) for s in self.statements]
        if inline:
            uses = [name for s in self.statements for name in s.uses]
            for s in self.statements[:-1]:
                if uses.count(s.name) != 1 or inline.random() < 0.3:
                    continue
                text = dict(statements)[s.name]
                statements = [(n, re.sub(rf"\b{s.name}\b", lambda m: f"({text})", t)) for n, t in statements if n != s.name]
        lines = [f"{name} = {text}" for name, text in statements[:-1]]
        return "; ".join([*lines, statements[-1][1]])


# ---- drawing ------------------------------------------------------------------------------------------------

CONSTRUCTS, WEIGHTS = [], []


def construct(weight, *functions):
    """Rows of functions.def that it calls; where the first is not there yet nothing is drawn."""

    def add(f):
        f.functions = functions
        if functions and functions[0] not in FUNCTIONS:
            return f
        CONSTRUCTS.append(f)
        WEIGHTS.append(weight)
        return f

    return add


class Maker:
    def __init__(self, seed):
        self.random = random.Random(str(seed))
        self.numbers = np.random.default_rng(self.random.getrandbits(63))
        self.wild = self.random.random() < 0.15  # parameters may be wrong
        self.base = self.some_shape()
        self.program = Program()

    def chance(self, p):
        return self.random.random() < p

    def one(self, items):
        return self.random.choice(items)

    def below(self, n):
        return self.random.randrange(n)

    def out(self, p=0.05):
        return self.wild and self.random.random() < p

    # -- input arrays

    def some_shape(self):
        if self.chance(0.08):
            return (self.one([33, 64, 257, 1000, 1025, 2100]),)
        while True:
            shape = tuple(self.one([1, 2, 3, 3, 4, 5, 7, 9, 17] + [0] * self.chance(0.06)) for _ in range(self.one([0, 1, 1, 2, 2, 2, 3, 3, 4, 5])))
            if np.prod(shape, dtype=int) <= 600:
                return shape

    def leaf_shape(self):
        if self.chance(0.15):
            return self.some_shape()
        shape = tuple(1 if self.chance(0.15) else n for n in self.base)
        return shape[self.below(len(shape) + 1):] if self.chance(0.25) else shape

    def some_dtype(self):
        return self.one(["float32", "float64", "float32", "float64", "int32", "int64", "bool", *DTYPES])

    def elements(self, dtype, count):
        """Small numbers, numbers of a wide range, or special ones among them."""
        dtype, flavour = np.dtype(dtype), self.below(4)
        low, high = [(-9, 9), (0, 4), (-100, 100), (-1, 1)][flavour]
        if dtype.kind == "c":
            real = dtype.type(0).real.dtype
            x = np.empty(count, dtype)
            x.real, x.imag = (np.nan_to_num(self.elements(real, count), nan=0, posinf=1, neginf=-1) for _ in range(2))
            x[np.abs(x) > 1e9] = 1  # what overflows and what is not finite is tested by itself
            return x
        data = generate.draw(self.numbers, dtype, (count,), low, high)
        if dtype.kind == "f" and self.chance(0.3):
            data = np.round(data)
        if count and self.chance(0.25):
            special = generate.special(dtype, True)
            at = self.numbers.integers(0, count, max(1, count // 6))
            data[at] = special[self.numbers.integers(0, len(special), len(at))]
        return data

    def leaf(self):
        """An array and the contiguous memory that it is a view of: axes in any order, gaps, both directions."""
        shape, dtype = self.leaf_shape(), self.some_dtype()
        if self.chance(0.5):
            base = self.elements(dtype, int(np.prod(shape, dtype=int))).reshape(shape)
            return base, base
        order = self.random.sample(range(len(shape)), len(shape))
        steps = [self.one([1, 1, 2, -1, -2]) for _ in shape]
        room = [shape[k] * abs(steps[k]) for k in order]
        base = self.elements(dtype, int(np.prod(room, dtype=int))).reshape(room)
        view = base.transpose(np.argsort(order)) if order else base
        view = view[(*(slice(None, None, s) for s in steps), ...)]
        if shape and self.chance(0.15):
            k = self.below(len(shape))
            view = np.broadcast_to(view[(slice(None),) * k + (slice(0, 1),)], shape) if shape[k] else view
        return view, base

    # -- parts of statements

    def names(self):
        return list(self.program.values)

    def some(self, test=None):
        """A name, of the last ones more often; None where none passes."""
        names = [n for n in self.names() if test is None or test(self.program.values[n])]
        if not names:
            return None
        return self.one(names[-4:]) if self.chance(0.7) else self.one(names)

    def value(self, name):
        return self.program.values[name]

    def partner(self, name):
        """A name whose shape broadcasts with that of `name`."""

        def fits(y):
            try:
                return np.prod(np.broadcast_shapes(self.value(name).shape, y.shape), dtype=int) <= MOST
            except ValueError:
                return False

        return self.some() if self.out() else self.some(fits)

    def number(self, dtype):
        """A Python number: its text and its value."""
        kind = np.dtype(dtype).kind
        if kind in "iub" and self.chance(0.8):
            v = self.one([0, 1, 2, 3, 5, 7] + [-1, -2, -7] * (kind != "u") + [100, 255, -129, 2**31, 2**63] * self.out(0.3))
        elif self.chance(0.1):
            v = self.chance(0.5)
        else:
            v = self.one([0.5, 2.0, -1.5, 0.1, 3.0, 1e-3, 2, -3, 1, 0, 0.0, 1e30, float("inf"), float("nan")])
        if kind == "c" and self.chance(0.4):
            v = self.one([2j, -0.5j, 1 + 2j, 0j])
        text = repr(v)
        return (f"({text})" if text.startswith("-") else text), v

    def axis(self, n, extra=0):
        """An axis of n, of either sign."""
        if self.out():
            return self.one([n + extra, -n - extra - 1, 7])
        n += extra
        return self.below(2 * n) - n if n else 0

    def axes(self, n):
        """An axis, several or all: text."""
        if n == 0 or self.chance(0.3):
            return self.one(["None", "()", "0", "-1"] if n == 0 else ["None"] * 9 + ["()"])
        if self.chance(0.55):
            return str(self.axis(n))
        some = self.random.sample(range(n), self.below(n) + 1)
        return str(tuple(k - n * self.chance(0.3) for k in some))

    def called(self, name, first, rest):
        """name(first, rest...) or first.name(rest...)"""
        function = self.one(ALIASES[name]) if name in ALIASES and self.chance(0.2) else name
        rest = [r for r in rest if r]
        if name in METHODS and re.fullmatch(r"\w+", first) and self.chance(0.5):
            return f"{first}.{name}({', '.join(rest)})"
        return f"{'np.' if self.chance(0.05) and hasattr(np, function) else ''}{function}({', '.join([first, *rest])})"

    # -- a program

    def statement(self):
        """One more statement, if something fits within a few attempts."""
        for _ in range(20):
            drawn = self.random.choices(CONSTRUCTS, WEIGHTS)[0](self)
            if drawn and self.program.add(Statement(f"v{len(self.program.statements)}", *drawn)):
                return

    def make(self):
        p = self.program
        for k in range(self.one([1, 1, 2, 2, 3, 4])):
            p.leaves[f"x{k}"] = self.leaf()
            p.values[f"x{k}"] = p.leaves[f"x{k}"][0]
        for _ in range(self.one([1, 2, 3, 4, 6, 8, 12])):
            if not p.refused:
                self.statement()
        return p


def program(seed):
    if fuzz_writes.AUGMENTED and random.Random(f"writes {seed}").random() < 0.15:
        p = fuzz_writes.program(seed)
        if p.statements:
            return p
    while True:
        p = Maker(seed).make()
        if p.statements:
            return p
        seed = f"{seed}'"


def unfuzzed():
    """Functions of functions.def that nothing draws."""
    drawn = {name for c in CONSTRUCTS for name in c.functions}
    return sorted(set(FUNCTIONS) - drawn - set(NOT_FUZZED))


import fuzz_constructs  # noqa: E402,F401  these fill the table
import fuzz_joins  # noqa: E402,F401
import fuzz_reductions  # noqa: E402,F401
import fuzz_writes  # noqa: E402
