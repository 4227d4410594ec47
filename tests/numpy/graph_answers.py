"""Writes tests/unit/graph_answers.h: what NumPy answers about dtypes and memory order.

    python3 tests/numpy/graph_answers.py

The header is committed, so that the tests need no NumPy; made again with a newer NumPy, it should
not change.
"""
import os
import warnings

import numpy as np
from numpy.lib.stride_tricks import as_strided

warnings.simplefilter("ignore")
RNG = np.random.default_rng(20240607)
DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 "
          "complex64 complex128").split()
LETTER = {name: chr(ord("a") + k) for k, name in enumerate(DTYPES)}
OPERANDS = [d for d in DTYPES if d not in ("float16", "bfloat16", "complex64", "complex128")] + [3, 3.0, True]
UNARY = ("negative positive absolute sign square reciprocal sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin "
         "cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh floor ceil trunc rint isnan isinf "
         "isfinite logical_not invert fabs conjugate signbit spacing degrees radians "
         "bitwise_count").split()
BINARY = ("add subtract multiply divide floor_divide remainder power arctan2 hypot minimum maximum equal not_equal "
          "less less_equal greater greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or "
          "bitwise_xor left_shift right_shift fmod gcd lcm fmin fmax copysign nextafter heaviside logaddexp "
          "logaddexp2").split()
RANK = 5
SIZE = 4096  # elements of the memory that all strided cases look at


# Python integers on both sides of every limit.
LITERALS = sorted({v for b in (7, 8, 15, 16, 31, 32, 63, 64) for v in (2**b - 1, 2**b, -2**(b - 1), -2**(b - 1) - 1)
                   if -2**63 <= v < 2**64} | {-1, 0})


def operand(d):
    return d if isinstance(d, (int, float)) else np.ones(1, d)


def letter(call, *args):
    try:
        return LETTER[str(call(*args).dtype)]
    except TypeError:
        return "-"
    except (OverflowError, ValueError):  # too large for the dtype; an integer to a negative power
        return "!"


def promotion():
    known = [d for d in DTYPES if d != "bfloat16"]
    yield "static const char *const numpy_promotion[] = { /* one letter a dtype, 'a' + sni_dtype; . where NumPy has none */"
    for a in DTYPES:
        row = "".join(LETTER[str(np.promote_types(a, b))] if a in known and b in known else "." for b in DTYPES)
        yield f'    "{row}", /* {a} */'
    yield "};"


def typing():
    yield "/* Result dtypes over bool int8..int64 uint8..uint64 float32 float64, weak int, float, bool; - refused. */"
    yield "static const struct { const char *op, *results; } numpy_typing[] = {"
    for name in UNARY:
        yield f'    {{"{name}", "{"".join(letter(getattr(np, name), operand(a)) for a in OPERANDS)}"}},'
    for name in BINARY:
        rows = ("".join(letter(getattr(np, name), operand(a), operand(b)) for b in OPERANDS) for a in OPERANDS)
        yield f'    {{"{name}",'
        yield "\n".join(f'     "{row}"' for row in rows) + "},"
    yield '    {"where",'
    true = np.ones(1, bool)
    rows = ("".join(letter(np.where, true, operand(a), operand(b)) for b in OPERANDS) for a in OPERANDS)
    yield "\n".join(f'     "{row}"' for row in rows) + "},"
    yield "};"


def literals():
    strong = [d for d in OPERANDS if isinstance(d, str)]
    yield "/* Result dtypes of each of those dtypes beside a Python integer, first on the right, then on the left;"
    yield "   ! too large for the dtype, or an integer to a negative power. */"
    yield f"#define NUMPY_LITERALS {len(LITERALS)}"
    yield "static const struct { bool negative; uint64_t magnitude; } numpy_literals[NUMPY_LITERALS] = {"
    yield "\n".join(f"    {{{'true' if v < 0 else 'false'}, {abs(v)}u}}," for v in LITERALS) + "};"
    yield "static const struct { const char *op, *results; } numpy_literal_typing[] = {"
    for name in BINARY:
        op = getattr(np, name)
        rows = ("".join(letter(op, operand(d), v) for v in LITERALS) + "".join(letter(op, v, operand(d)) for v in LITERALS) for d in strong)
        yield f'    {{"{name}",'
        yield "\n".join(f'     "{row}"' for row in rows) + "},"
    yield "};"


def strided(rank):
    """A random view of SIZE elements: permuted axes, steps of either sign, broadcast axes."""
    shape = [int(RNG.choice([1, 2, 3, 4])) for _ in range(rank)]
    steps = [int(RNG.choice([1, 1, 1, 2, -1])) for _ in range(rank)]
    strides, stride = [0] * rank, 1
    for axis in RNG.permutation(rank):
        strides[axis] = stride * steps[axis]
        stride *= shape[axis] * abs(steps[axis])
    for axis in range(rank):
        if RNG.random() < 0.12:
            strides[axis] = 0
    offset = sum(-s * (n - 1) for s, n in zip(strides, shape) if s < 0)
    return shape, strides, offset


def narrowed(shape, strides):
    """Some axes of a second operand broadcast, by extent 1 or by leaving leading ones out."""
    shape, strides = list(shape), list(strides)
    for axis in range(len(shape)):
        if RNG.random() < 0.2:
            shape[axis] = 1
    lead = int(RNG.integers(0, len(shape) + 1)) if RNG.random() < 0.2 else 0
    return shape[lead:], strides[lead:]


def memory(view):
    shape, strides, offset = view
    base = np.zeros(SIZE, np.int64)
    return as_strided(base[offset:], shape, [8 * s for s in strides])


def row(values, fill=0):
    values = list(values) + [fill] * (RANK - len(values))
    return "{" + ", ".join(map(str, values)) + "}"


def view_text(view):
    shape, strides, offset = view
    return f"{{{len(shape)}, {row(shape)}, {row(strides)}, {offset}}}"


def strides_of(a):
    return [s // a.itemsize for s in a.strides]


def operands(count):
    rank = int(RNG.integers(1, RANK))
    first = strided(rank)
    out = [first]
    while len(out) < count:
        shape, strides, _ = strided(rank)
        strides = [s // 2 if abs(s) > 1 else s for s in strides]
        shape, strides = narrowed(first[0], strides)
        out.append((shape, strides, sum(-s * (n - 1) for s, n in zip(strides, shape) if s < 0)))
    order = list(RNG.permutation(count))
    return [out[k] for k in order]


def order_case(op, views, result, axes=0):
    views = [view_text(v) for v in views] + ["{0}"] * (3 - len(views))
    return (f'    {{"{op}", {axes}u, {{{", ".join(views)}}},\n     {result.ndim}, {row(result.shape)}, '
            f'{row(strides_of(result))}}},')


def orders():
    yield "typedef struct numpy_view { int rank; int64_t dims[5], strides[5], offset; } numpy_view;"
    yield "/* The strides of what NumPy allocates; axes: bits of those a sum reduces. */"
    yield "static const struct { const char *op; unsigned axes; numpy_view in[3]; int rank; int64_t dims[5], strides[5]; }"
    yield "numpy_orders[] = {"
    for op, count in (("negative", 1), ("astype", 1), ("add", 2), ("where", 3)):
        for _ in range(60):
            views = operands(count)
            arrays = [memory(v) for v in views]
            if op == "astype":
                result = arrays[0].astype(np.float64)
            elif op == "where":
                result = np.where(*arrays)
            else:
                result = getattr(np, op)(*arrays)
            yield order_case(op, views, result)
    for _ in range(60):
        view = strided(int(RNG.integers(1, RANK)))
        rank = len(view[0])
        axes = [k for k in range(rank) if RNG.random() < 0.4] or [int(RNG.integers(0, rank))]
        result = np.asarray(memory(view).sum(axis=tuple(axes)))
        yield order_case("sum", [view], result, sum(1 << k for k in axes))
    yield "};"


def other_shape(size, rank):
    shape = []
    for _ in range(rank - 1):
        divisors = [d for d in range(1, size + 1) if size % d == 0]
        shape.append(int(RNG.choice(divisors)))
        size //= shape[-1]
    return shape + [size]


def reshapes():
    yield "/* Whether reshape is a view, and its strides where it is. */"
    yield "static const struct { numpy_view in; int rank; int64_t dims[5]; bool view; int64_t strides[5]; } numpy_reshapes[] = {"
    for _ in range(160):
        view = strided(int(RNG.integers(1, RANK)))
        array = memory(view)
        shape = other_shape(array.size, int(RNG.integers(1, RANK)))
        result = array.reshape(shape)
        is_view = np.shares_memory(array, result)
        yield (f"    {{{view_text(view)}, {len(shape)}, {row(shape)}, {'true' if is_view else 'false'}, "
               f"{row(strides_of(result))}}},")
    yield "};"


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(here, "..", "unit", "graph_answers.h")
    with open(path, "w") as f:
        print("/* Made by tests/numpy/graph_answers.py: NumPy's answers.  Do not edit. */", file=f)
        print("#include <stdbool.h>\n#include <stdint.h>\n", file=f)
        for part in (promotion, typing, literals, orders, reshapes):
            print("\n".join(part()), end="\n\n", file=f)


if __name__ == "__main__":
    main()
