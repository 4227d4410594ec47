"""What a random program may contain: one function a construct (fuzz_programs.py says what it returns)."""
import numpy as np

import fuzz_compare as judge
import generate
from fuzz_programs import DTYPES, MOST, OPERATORS, OPS, ROW, construct

UNARY = [op for op in OPS if op["arity"] == 1]
BINARY = [op for op in OPS if op["arity"] == 2]
SIGNS = {"negative": "-", "positive": "+", "invert": "~", "absolute": "abs"}
# NaN has a sign that nobody should depend on.
SIGN_OF_NAN = {"signbit", "copysign"}
# Whether these are exact depends on the C library of the other side.
SLOW = {"erf", "erfc", "gamma", "gammaln"}


def has_nan(x):
    return x.dtype.kind == "f" and bool(np.isnan(x).any())


def fitting(m, op, x):
    """Operations are drawn for every dtype; now and then for one that they refuse."""
    if op["name"] in SIGN_OF_NAN and any(has_nan(m.value(n)) for n in m.names()):
        return False
    if op["name"] in SLOW and x.size > 200:
        return False
    numbers = x.dtype.kind in op["kinds"] or op["rule"] not in ("SAME",)
    return numbers or m.wild or m.chance(0.1)


# ---- elementwise --------------------------------------------------------------------------------------------


@construct(12)
def unary(m):
    op, x = m.one(UNARY), m.some()
    if not fitting(m, op, m.value(x)):
        return None
    if op["name"] in SIGNS and m.chance(0.5):
        return f"{SIGNS[op['name']]}({x})", [x], judge.element(op, [x])
    return m.called(op["name"], x, []), [x], judge.element(op, [x])


def operation(m, op, a, b, operands, uses):
    """op(a, b), by name or by sign."""
    if op["name"] in OPERATORS and m.chance(0.6):
        return f"{a} {OPERATORS[op['name']]} {b}", uses, judge.element(op, operands)
    return m.called(op["name"], a, [b]), uses, judge.element(op, operands)


def integer_power(op, base, exponent):
    """Refused by NumPy where an exponent is negative, which here shows as the values are computed."""
    return op["name"] == "power" and base.dtype.kind in "iub" and exponent.dtype.kind == "i" and bool((exponent < 0).any())


@construct(16)
def binary(m):
    op, a = m.one(BINARY), m.some()
    b = m.partner(a)
    if b is None or not fitting(m, op, m.value(a)) or integer_power(op, m.value(a), m.value(b)):
        return None
    return operation(m, op, a, b, [a, b], [a, b])


@construct(10)
def with_number(m):
    op, a = m.one(BINARY), m.some()
    if not fitting(m, op, m.value(a)):
        return None
    text, value = m.number(m.value(a).dtype)
    if op["name"] in SIGN_OF_NAN and value != value:
        return None
    if m.chance(0.6):
        return operation(m, op, a, text, [a, value], [a])
    if integer_power(op, np.asarray(value), m.value(a)):
        return None
    return operation(m, op, text, a, [value, a], [a])


@construct(5, "where")
def where(m):
    a = m.some()
    b, c = m.partner(a), m.partner(a)
    if b is None or c is None:
        return None
    uses = [a, b, c]
    if m.chance(0.3):
        text, _ = m.number(m.value(b).dtype)
        c, uses = text, [a, b]
    return f"where({a}, {b}, {c})", uses, judge.exact


def fits(x, dtype):
    """Whether a cast is defined: no NaN, nothing out of range."""
    if x.dtype.kind != "f" or dtype.kind not in "iu":
        return True
    if not np.isfinite(x).all():
        return False
    info, x = np.iinfo(dtype), np.trunc(x.astype(np.longdouble))  # holds 64 bits
    return bool(((x >= info.min) & (x <= info.max)).all())


@construct(5, "astype", "asarray")
def cast(m):
    x, dtype = m.some(), m.one(DTYPES)
    if m.value(x).dtype.kind == "c" or not fits(m.value(x), np.dtype(dtype)):
        return None
    form = m.below(4)
    if form == 0 and dtype != "bool":
        return f"{dtype}({x})", [x], judge.exact
    if form == 1:
        return f"asarray({x}, dtype={dtype})", [x], judge.exact
    return m.called("astype", x, [m.one([dtype, f"'{dtype}'", f"np.{dtype}"])]), [x], judge.exact


# ---- made of several ----------------------------------------------------------------------------------------


@construct(1, "float_power")
def float_power(m):
    a = m.some(lambda x: x.dtype.kind != "c")
    b = m.partner(a) if a else None
    if b is None:
        return None

    def check(env, want, got):
        wide = {a: env[a].astype(np.float64), b: env[b].astype(np.float64)}
        return judge.element(ROW["power"], [a, b])(wide, want, got)

    return f"float_power({a}, {b})", [a, b], check


@construct(2, "clip")
def clip(m):
    x = m.some()
    low, high = m.number(m.value(x).dtype)[0], m.number(m.value(x).dtype)[0]
    uses = [x]
    if m.chance(0.3):
        low = m.partner(x)
        if low is None:
            return None
        uses.append(low)
    form = m.below(4)
    rest = [[low, high], [low, "None"], [f"max={high}"], [f"min={low}", f"max={high}"]][form]
    return m.called("clip", x, rest), uses if form != 2 else [x], judge.exact_but_zero


@construct(2, "round")
def rounded(m):
    x = m.some()
    decimals = m.one([0, 1, 2, 3, 4, -1, -2])
    if decimals < 0 and m.value(x).dtype.kind in "iu" and not fits(np.add.outer(m.value(x) * 1.0, [-100, 100]), m.value(x).dtype):
        return None
    return m.called("round", x, [m.one([str(decimals), f"decimals={decimals}"] + [""] * (decimals == 0))]), [x], judge.exact


@construct(1, "isclose")
def isclose(m):
    a = m.some()
    b = m.partner(a)
    if b is None:
        return None
    rest = m.one(["", "rtol=0.1", "atol=0.5", "equal_nan=True", "rtol=0, atol=1"])
    return f"isclose({a}, {b}{', ' if rest else ''}{rest})", [a, b], judge.exact


@construct(1, "nan_to_num")
def nan_to_num(m):
    x = m.some()
    rest = m.one(["", "nan=7.5", "posinf=1, neginf=-1", "nan=-1.0, posinf=2.5"])
    return f"nan_to_num({x}{', ' if rest else ''}{rest})", [x], judge.exact


# ---- views --------------------------------------------------------------------------------------------------


def item(m, n):
    """A subscript of an axis of n elements."""
    kind = m.below(6)
    if kind == 0 and (n or m.wild):
        return str(m.axis(n)) if n else "0"
    if kind == 1:
        return ":"
    bound = lambda: m.one(["", str(m.below(2 * n + 3) - n - 1)])  # noqa: E731
    step = m.one(["", "", "1", "2", "-1", "-1", "-2", "3"] + ["0"] * m.out())
    return f"{bound()}:{bound()}" + (f":{step}" if step else "")


@construct(10)
def subscript(m):
    x = m.some()
    shape = m.value(x).shape
    items = [item(m, n) for n in shape[: m.below(len(shape) + 1)]]
    if m.chance(0.2):
        items.insert(m.below(len(items) + 1), m.one(["None", "newaxis"]))
    if m.chance(0.2):
        items = [*items, "..."] if m.chance(0.5) else ["..."] + [item(m, n) for n in shape[len(shape) - m.below(len(shape) + 1):]]
    if m.out():
        items.append("0")
    return (f"{x}[{', '.join(items)}]" if items else f"{x}[...]"), [x], judge.exact


@construct(5, "transpose", "matrix_transpose")
def transposed(m):
    x = m.some()
    n = m.value(x).ndim
    order = m.random.sample(range(n), n)
    if m.out(0.2) and n:
        order[0] = m.below(n + 1)
    order = tuple(k - n * m.chance(0.2) for k in order)
    return m.one([f"{x}.T", f"{x}.mT", f"{x}.transpose()", f"matrix_transpose({x})", f"transpose({x}, {order})",
                  f"{x}.transpose({order})", f"permute_dims({x}, {order})", f"{x}.transpose{order}"]), [x], judge.exact


def factors(m, size):
    """A shape of that many elements."""
    shape, rest = [], size
    while rest > 1 and len(shape) < 4 and m.chance(0.8):
        divisors = [d for d in range(1, min(rest, 64) + 1) if rest % d == 0]
        shape.append(m.one(divisors))
        rest //= shape[-1]
    shape.append(rest)
    m.random.shuffle(shape)
    return shape


@construct(5, "reshape", "ravel")
def reshaped(m):
    x = m.some()
    shape = factors(m, m.value(x).size + m.out(0.2))
    if m.chance(0.3) and 0 not in shape:
        shape[m.below(len(shape))] = -1
    return m.one([f"{x}.reshape({', '.join(map(str, shape))})", f"{x}.reshape({tuple(shape)})", f"reshape({x}, {tuple(shape)})",
                  f"{x}.ravel()", f"ravel({x})", f"{x}.flatten()"]), [x], judge.exact


@construct(5, "flip", "flipud", "fliplr", "swapaxes", "moveaxis", "rollaxis", "squeeze", "expand_dims", "diagonal", "copy")
def moved(m):
    x = m.some()
    n = m.value(x).ndim
    a, b = m.axis(n), m.axis(n)
    ones = [k for k, d in enumerate(m.value(x).shape) if d == 1] or [a]
    text = m.one([
        f"flip({x})", f"flip({x}, {a})", f"flip({x}, axis=({a},))", f"flipud({x})", f"fliplr({x})",
        m.called("swapaxes", x, [str(a), str(b)]), f"moveaxis({x}, {a}, {b})", f"rollaxis({x}, {a}, {m.axis(n, 1)})",
        f"moveaxis({x}, ({a}, {b}), (0, -1))", f"rollaxis({x}, {a})",
        m.called("squeeze", x, [m.one(["", f"axis={m.one(ones)}", str(m.one(ones)), str(tuple(ones))])]),
        f"expand_dims({x}, {m.axis(n, 1)})", f"expand_dims({x}, axis=(0, -1))", m.called("copy", x, []),
        m.called("diagonal", x, [str(m.below(5) - 2), str(a), str(b)]), m.called("diagonal", x, []),
    ])
    return text, [x], judge.exact


@construct(3, "broadcast_to", "broadcast_arrays", "meshgrid", "atleast_1d", "atleast_2d", "atleast_3d")
def spread_out(m):
    x = m.some()
    shape = [m.one([2, 3, 5]) if d == 1 and m.chance(0.7) else d for d in m.value(x).shape]
    shape = [m.one([1, 2, 3, 0]) for _ in range(m.below(3))] + shape
    if m.out(0.2) and shape:
        shape[-1] += 1
    if np.prod(shape, dtype=int) > MOST:
        return None
    y = m.partner(x)
    form = m.below(6)
    if form == 0 and y:
        return f"broadcast_arrays({x}, {y})[{m.below(2)}]", [x, y], judge.exact
    if form == 1 and y and m.value(x).size * m.value(y).size <= MOST:
        rest = m.one(["", ", indexing='ij'", ", sparse=True", ", copy=False"])
        return f"meshgrid({x}, {y}{rest})[{m.below(2)}]", [x, y], judge.exact
    if form == 2:
        return f"atleast_{m.below(3) + 1}d({x})", [x], judge.exact
    return f"broadcast_to({x}, {tuple(shape)})", [x], judge.exact


@construct(2, "tile", "repeat")
def repeated(m):
    x = m.some(lambda v: v.size <= MOST // 9)
    if x is None:
        return None
    n, count = m.value(x).ndim, m.one([0, 1, 2, 3]) - 4 * (m.value(x).size > 0 and m.out())
    reps = tuple(m.below(3) for _ in range(m.below(3) + 1))
    return m.one([f"tile({x}, {count})", f"tile({x}, {reps})", m.called("repeat", x, [str(count)]),
                  m.called("repeat", x, [str(count), f"axis={m.axis(n)}"])]), [x], judge.exact


@construct(2, "tril", "triu", "diag")
def triangle(m):
    x, k = m.some(), m.below(5) - 2
    name = m.one(["tril", "triu", "diag"])
    if name == "diag" and m.value(x).ndim == 1:
        k = 0  # docs/numpy-differences.md
    return f"{name}({x}, {k})" if m.chance(0.7) else f"{name}({x})", [x], judge.exact


# ---- creation -----------------------------------------------------------------------------------------------


def some_dims(m):
    return tuple(m.one([1, 2, 3, 4]) for _ in range(m.below(3)))


@construct(2, "zeros", "ones", "full", "zeros_like", "ones_like", "full_like", "array")
def filled(m):
    x, shape, dtype = m.some(), some_dims(m), m.one(DTYPES)
    number = m.number(dtype)[0]
    text = m.one([f"zeros({shape}, dtype={dtype})", f"ones({shape})", f"ones({shape}, {dtype})", f"full({shape}, {number})",
                  f"zeros_like({x})", f"ones_like({x}, dtype={dtype})", f"full_like({x}, {number})",
                  f"full({shape}, 3, dtype={dtype})", f"array([[1, 2], [3, {m.below(9)}]], dtype={dtype})",
                  f"array([1.5, -0.0, {number}])"])
    return text, [x] if "like" in text else [], judge.exact


@construct(2, "arange", "linspace", "eye", "identity", "tri", "indices")
def counted(m):
    n, k, dtype = m.below(9), m.below(5) - 2, m.one(DTYPES)
    return m.one([f"arange({n})", f"arange({n}.0)", f"arange({k}, {n})", f"arange({n}, {k}, -1)", f"arange(0.5, {n}, 0.3)",
                  f"arange({n}, dtype={m.one(DTYPES[1:])})", f"linspace({k}, {n}, 7)", f"linspace(0, 1, {n}, endpoint=False)",
                  f"linspace({k}.5, {n}, 5, dtype={m.one(DTYPES[1:])})", f"eye({n}, {m.below(6)}, {k}, dtype={dtype})", f"identity({n})",
                  f"tri({n}, {m.below(6)}, {k})", f"tri({n}, dtype={dtype})", f"indices(({n}, 2))[{m.below(2)}]"]), [], judge.exact


@construct(1, "logspace", "geomspace")
def scaled(m):
    a, b, n = m.below(4) + 1, m.below(9) + 1, m.below(9)
    return m.one([f"logspace({a}, {b}, {n})", f"logspace(0, {b}, {n}, base=2.0)", f"geomspace({a}, {b * 100}, {n})",
                  f"geomspace({a}, {b}, {n}, endpoint=False)", f"geomspace(-{a}, -{b}, {n})"]), [], judge.units(16)


@construct(2, "real", "imag")
def part(m):
    x = m.some(lambda v: v.dtype.kind == "c") if m.chance(0.8) else m.some()
    if x is None:
        return None
    return m.one([f"real({x})", f"imag({x})", f"{x}.real", f"{x}.imag", f"conj({x})", f"{x}.conj()"]), [x], judge.exact


@construct(3, "divmod", "modf", "frexp")
def pair(m):
    x, k = m.some(), m.below(2)
    name = m.one(["divmod", "modf", "frexp"])
    if name != "divmod":
        return f"{name}({x})[{k}]", [x], judge.exact
    y = m.partner(x)
    return (f"divmod({x}, {y})[{k}]", [x, y], judge.exact) if y else None


@construct(2, "diff", "ediff1d", "isposinf", "isneginf")
def difference(m):
    x = m.some(lambda v: v.size <= 50)
    if x is None:
        return None
    n = m.value(x).ndim
    return m.one([
        (f"diff({x})", [x]), (f"diff({x}, {m.below(4)})", [x]), (f"diff({x}, axis={m.axis(n)})", [x]), (f"ediff1d({x})", [x]),
        (f"isposinf({x})", [x]), (f"isneginf({x})", [x])]) + (judge.exact,)


@construct(1, "outer")
def outer(m):
    x, y = m.some(lambda v: v.size <= 50), m.some(lambda v: v.size <= 50)
    return (f"outer({x}, {y})", [x, y], judge.products) if x else None


@construct(1, "allclose", "array_equal", "array_equiv")
def equal_arrays(m):
    x = m.some()
    y = m.one([x, m.partner(x), m.some()])
    if y is None:
        return None
    return m.one([f"allclose({x}, {y}, rtol=0.1)" if y == m.partner(x) else f"array_equal({x}, {y})", f"array_equal({x}, {y}, equal_nan=True)",
                  f"array_equiv({x}, {y})"]), [x, y], judge.exact


@construct(1, "sinc")
def sinc(m):
    x = m.some(lambda v: v.dtype.kind != "f" or bool((np.abs(v) < 1e6).all()))
    return (f"sinc({x})", [x], judge.absolute(16)) if x else None


@construct(1, "trapezoid")
def trapezoid(m):
    x = m.some(lambda v: v.ndim > 0 and (v.dtype.kind in "fc" or not v.size or int(np.max(v)) < 1 << 20 and int(np.min(v)) > -1 << 20))
    return (f"trapezoid({x})", [x], judge.summed(x, lambda v, env: np.trapezoid(v))) if x else None


@construct(1, "angle")
def angle(m):
    x = m.some(lambda v: v.dtype.kind != "b")
    return (m.one([f"angle({x})", f"angle({x}, deg=True)"]), [x], judge.units(4)) if x else None


@construct(1, "isreal", "iscomplex")
def real_or_not(m):
    x = m.some()
    return (m.one([f"isreal({x})", f"iscomplex({x})"]), [x], judge.exact) if x else None
