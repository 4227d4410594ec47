#!/usr/bin/env python3
"""Every operation of the tables over special values and over layouts, with NumPy's answers.

usage: grid.py > grid.tsv            the committed answers, which check_grid.c reads
       grid.py --live SERVER         compares with NumPy here, element by element, and names what differs

Two grids, for each text below (one or more a row of ops.def; a new row is there by itself):
  - all special values of a dtype, all pairs of them for every pair of dtypes;
  - arrays of one dtype in every layout of LAYOUTS: 0 to 5 axes, empty, strides of either sign, Fortran order, gaps,
    broadcast; and every reduction of them.
Answers take little room because most are a CRC-32 of NumPy's bytes (check_grid.c says of what exactly).  What is not
exact by ops.def is listed in full for float32 and float64 and held to the bound of the row; for other pairs
it must be the same bits as for operands cast first, and in other layouts as for operands copied first.

Lines of the file, tab-separated; a dtype's place in a list is that of the values lines:
    values DTYPE HEX            special values
    data DTYPE HEX              elements that layouts look at, first operand then second
    layout DIMS OFFSET STRIDES OFFSET STRIDES    first and second operand, in elements of the data
    each FLAGS TEXT FIELD...    over special values of a; a field for each dtype
    pair FLAGS TEXT FIELD...    over pairs of a and b; a field for each pair of dtypes, that of b running faster
    near TEXT DTYPE UNITS ABSOLUTE HEX     values for fields without a CRC, the bound in ULP, the size below which it is absolute
    laid FLAGS TEXT FIELD...    over layouts of a (and b, of the same dtype); a field for each dtype
FLAGS: z: the sign of zeros is free; - none.  A field: result dtype "/" CRC; the dtype alone; "!": refused;
"?": not defined.  In `laid` the dtype is left out: "=": as when copied first.  There are
ten CRCs, each of every tenth layout, which go on from one to the next with "!" for a refusal; scalars have no axis.
"""
import sys
import zlib

from oracle import np

import fuzz_compare as judge
import generate
from fuzz_programs import COMPLEX, OPS, REDUCTIONS, ROW, SCOPE
from fuzz_programs import DTYPES as ALL

import fuzz_reductions  # after fuzz_programs, which imports it

LIMITS = [127, -128, 255, 32767, -32768, 65535, 2**31 - 1, -(2**31), 2**32 - 1, 2.0**63, -(2.0**63), 2.0**64]
DTYPES = [d for d in ALL if d not in COMPLEX]  # complex numbers have tests of their own
GROUPS = 10  # of layouts: every tenth
LAYOUTS = [  # an array of 240 elements -> a view
    lambda a: a[7:8].reshape(()),
    lambda a: a[:0],
    lambda a: a[:0].reshape(3, 0, 2),
    lambda a: a[:1],
    lambda a: a[:77],
    lambda a: a[5:200:7],
    lambda a: a[100::-1],
    lambda a: a[::-3],
    lambda a: a.reshape(12, 20),
    lambda a: a.reshape(20, 12).T,
    lambda a: a.reshape(12, 20)[::-2, 3::2],
    lambda a: a.reshape(20, 12)[:, ::-1].T,
    lambda a: np.broadcast_to(a[:35], (6, 35)),
    lambda a: np.broadcast_to(a[:9].reshape(9, 1), (9, 20)),
    lambda a: a.reshape(6, 8, 5).transpose(2, 0, 1),
    lambda a: np.broadcast_to(a[:12].reshape(4, 1, 3), (4, 5, 3))[:, ::-1],
    lambda a: a.reshape(4, 5, 3, 4)[:, 1:4, ::-1],
    lambda a: a.reshape(4, 5, 3, 4).T,
    lambda a: a.reshape(2, 3, 2, 4, 5).transpose(4, 0, 2, 1, 3),
    lambda a: a.reshape(2, 3, 2, 4, 5)[..., ::2, ::-1],
]


def values(dtype):
    dtype = np.dtype(dtype)
    special = generate.special(dtype, True)
    if dtype.kind != "f":
        return special
    more = [-7.0, *LIMITS]
    return np.concatenate([special, np.array(more, dtype)])


def data(dtype, seed):
    rng = np.random.default_rng(seed)
    x = generate.draw(rng, dtype, (240,), 0 if np.dtype(dtype).kind == "u" else -4, 5)
    return np.round(x * 4) / 4 if x.dtype.kind == "f" and seed == 1 else x


def second(view, b):
    """The other operand of a layout: another order of axes, or a row for all rows."""
    if view.ndim >= 2 and view.shape[0] % 2 == 0:
        return np.broadcast_to(b[: view.shape[-1]], view.shape)
    start = min(3, b.size - view.size)
    return b[start : start + view.size].reshape(view.shape[::-1]).T


# ---- texts -----------------------------------------------------------------------------------------------------------


def rows(arity):
    for op in OPS:
        if op["arity"] == arity:
            names = ["a", "b"][:arity]
            yield f"{op['name']}({', '.join(names)})", judge.element(op, names)


def texts(arity):
    """(text, check)"""
    if arity == 1:
        more = [f"a.astype({d})" for d in DTYPES] + ["nan_to_num(a)", "a * 2.5", "3 - a", "a ** 2", "a == 1"]
        return [*rows(1), *[(t, judge.exact) for t in more], ("clip(a, 1, 2)", judge.exact_but_zero)]
    more = ["where(a, a, b)", "isclose(a, b)", "isclose(a, b, equal_nan=True)", "power(a, where(b < 0, 5, b))"]
    checks = [judge.exact] * 3 + [judge.exact_integers]
    return [*rows(2), *zip(more, checks), ("clip(a, b, 2)", judge.exact_but_zero)]


def reductions():
    for name in [*REDUCTIONS, "ptp", "count_nonzero", "var", "std"]:
        for where in ("", ", axis=0, keepdims=True", ", axis=-1", ", axis=(0, -1)"):
            arguments = eval(f"dict({where.lstrip(', ')})")
            if name in ("var", "std"):
                check = judge.spread("a", lambda v, env, f=getattr(np, name), w=arguments: f(v, **w), name == "std")
            else:
                check = fuzz_reductions.reduction_check(name, "a", lambda env, w=arguments: w)
            yield f"{name}(a{where})", check


def row_of(text):
    return ROW.get(text.split("(")[0])


def inexact(text, result):
    """Whether the value is held to a bound."""
    name, row = text.split("(")[0], row_of(text)
    if result.dtype.kind != "f":
        return False
    return name in ("sum", "prod", "mean", "var", "std") or (row is not None and row["ulp"] > 0)


def undefined(text, operands):
    """What NumPy leaves to the processor."""
    return ".astype(" in text and operands[0].dtype.kind == "f" and np.dtype(text[9:-1]).kind in "iu"


def scalar_axis(text, view):
    """An axis of a scalar, which NumPy takes in some reductions and refuses in others."""
    return view.ndim == 0 and "axis=" in text


def evaluated(text, operands):
    """NumPy's answer; None when it refuses, or gives a dtype that is not supported yet."""
    try:
        result = np.asarray(eval(text, SCOPE, dict(zip("ab", operands))))
    except (TypeError, ValueError, OverflowError, IndexError, ZeroDivisionError) as error:
        return "?" if "negative integer powers" in str(error) else None
    if not isinstance(result, np.ndarray) or result.dtype.name not in DTYPES:
        return None
    return result


def code(dtype):
    return dtype.str[1:].replace("b1", "?")


# ---- the file ----------------------------------------------------------------------------------------------------------


def plain(array, zeros):
    """Bytes of an answer, where every NaN is the same and, if `zeros`, every zero."""
    array = np.array(array, order="C")
    if array.dtype.kind == "f":
        array[np.isnan(array)] = np.nan
        if zeros:
            array[array == 0] = 0
    return array.tobytes()


def free_zeros(text):
    return text.split("(")[0] in judge.EITHER_ZERO


def field(text, operands):
    result = evaluated(text, operands)
    if result is None:
        return "!"
    if isinstance(result, str) or undefined(text, operands):
        return "?"
    crc = "" if inexact(text, result) else f"/{zlib.crc32(plain(result, free_zeros(text))):x}"
    return result.dtype.name + crc


def laid(text, dtype):
    crc, arrays = [0] * GROUPS, [data(dtype, 1), data(dtype, 2)]
    for k, layout in enumerate(LAYOUTS):
        view = layout(arrays[0])
        operands = [view, second(view, arrays[1])]
        if scalar_axis(text, view):
            continue
        result = evaluated(text, operands)
        if isinstance(result, str) or undefined(text, operands):
            return "?"
        if result is not None and inexact(text, result):
            return "="
        crc[k % GROUPS] = zlib.crc32(b"!" if result is None else plain(result, free_zeros(text)), crc[k % GROUPS])
    return ",".join(f"{c:x}" for c in crc)


def put(*fields):
    sys.stdout.write("\t".join(map(str, fields)) + "\n")


def put_near(arity):
    """References rounded once, for what is not exact."""
    for op in OPS:
        if op["arity"] != arity or op["ulp"] == 0:
            continue
        for dtype in (np.dtype("float32"), np.dtype("float64")):
            operands = generate.grid([values(dtype)] * arity)
            text = f"{op['name']}({', '.join('ab'[:arity])})"
            answer = evaluated(text, operands)
            reference = generate.exact(op["name"], operands, answer)
            # The C library's long double functions are wrong here and there: powl(-inf, -2.0**63) is inf.
            wide = reference.astype(np.longdouble)
            good = np.abs(wide - answer) <= 8 * judge.unit(np.maximum(np.abs(wide), op["name"] in judge.ABSOLUTE), dtype)
            reference = np.where(good, reference, answer)
            put("near", text, dtype.name, op["ulp"], int(op["name"] in judge.ABSOLUTE), plain(reference, False).hex())


def strides(view, base):
    item = base.itemsize
    offset = (view.__array_interface__["data"][0] - base.__array_interface__["data"][0]) // item if view.size else 0
    return offset, ",".join(str(s // item) for s in view.strides)


def write():
    print("# Answers of NumPy.  Made by grid.py, which says what they are.")
    for dtype in DTYPES:
        put("values", dtype, values(dtype).tobytes().hex())
        put("data", dtype, data(dtype, 1).tobytes().hex() + data(dtype, 2).tobytes().hex())
    a, b = np.zeros(240), np.zeros(240)
    for layout in LAYOUTS:
        view = layout(a)
        put("layout", ",".join(map(str, view.shape)), *strides(view, a), *strides(second(view, b), b))
    for text, _ in texts(1):
        put("each", "z" if free_zeros(text) else "-", text, *[field(text, [values(d)]) for d in DTYPES])
    put_near(1)
    for text, _ in texts(2):
        fields = [field(text, generate.grid([values(d), values(e)])) for d in DTYPES for e in DTYPES]
        put("pair", "z" if free_zeros(text) else "-", text, *fields)
    put_near(2)
    for text, _ in [*texts(1), *texts(2), *reductions()]:
        put("laid", "z" if free_zeros(text) else "-", text, *[laid(text, d) for d in DTYPES])


# ---- live ------------------------------------------------------------------------------------------------------------------


def questions():
    """(text, check, name of the operands, operands, what they are views of)"""
    for text, check in texts(1):
        for d in DTYPES:
            yield text, check, d, [values(d)], [None]
    for text, check in texts(2):
        for d in DTYPES:
            for e in DTYPES:
                yield text, check, f"{d}, {e}", generate.grid([values(d), values(e)]), [None, None]
    for text, check in [*texts(1), *texts(2), *reductions()]:
        for d in DTYPES:
            for k, layout in enumerate(LAYOUTS):
                bases = [data(d, 1), data(d, 2)]
                view = layout(bases[0])
                if scalar_axis(text, view):
                    continue
                yield text, check, f"{d} in layout {k}", [view, second(view, bases[1])], bases


def live(server):
    import fuzz

    fuzz.server = server
    wrong = total = 0
    asked, lines = [], []

    def flush():
        nonlocal wrong
        for (text, check, name, operands), answer in zip(asked, fuzz.ask(lines)):
            want, answer = evaluated(text, operands), answer[0]
            if isinstance(want, str) or undefined(text, operands):
                continue
            if want is None or answer[0] in "!?":
                bad = None if want is None and answer[0] == "!" else f"{answer[:100]}, not {want if want is None else want.dtype}"
            else:
                bad = check(dict(zip("ab", operands)), want, fuzz.unpacked(answer))
            if bad:
                wrong += 1
                print(f"{text} of {name}: {bad}")
        asked.clear(), lines.clear()

    for question in questions():
        inputs = {n: fuzz.packed(x, base) for n, x, base in zip("ab", *question[3:])}
        asked.append(question[:4])
        lines.append(fuzz.line("i", question[0], inputs))
        total += 1
        if len(lines) == 1000:
            flush()
    flush()
    print(f"passed {total - wrong} of {total}")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--live":
        sys.exit(live(sys.argv[2]))
    write()
