"""How close an answer must be to NumPy's: a check a kind of statement, for fuzz_programs.py.

A check is a function of (env, want, got): the operands' values by name, NumPy's answer, Sinter's answer.  It
returns None, or what is wrong.  Statements are judged one at a time with NumPy's own values as operands, so that no
error is carried from one to the next and each bound is that of one operation:

    exact       the same bits; NaN equals NaN
    element     a row of ops.def: its bound in ULP against the value computed in a wider type
    summed      sums and means: n times the rounding unit of the sum of magnitudes, whatever the order
    product, spread   the same for products, and for variances
"""
import numpy as np

import generate

# Of two zeros of different sign these may give either (docs/numpy-differences.md).
EITHER_ZERO = {"maximum", "minimum", "fmax", "fmin", "max", "min", "clip", "ptp", "sum", "mean", "average", "trace", "nanmax", "nanmin"}
# Near 0 the bound is that of a result of 1 (ops.def).
ABSOLUTE = {"logaddexp", "logaddexp2", "gammaln"}
# Of complex numbers these round more than once, and all that has a bound is held to this one, of the larger part.
ROUNDED = {"multiply", "divide", "square", "reciprocal", "sqrt", "sign", "absolute"}
COMPLEX_UNITS = 16


def where_not(good, want, got):
    """Names the first element that is not good."""
    at = np.unravel_index(int(np.argmin(np.ravel(good))), want.shape) if want.ndim else ()
    return f"element {tuple(int(i) for i in at)} is {got[at]!r}, not {want[at]!r}"


def alike(want, got):
    if got.dtype != want.dtype:
        return f"dtype {got.dtype}, not {want.dtype}"
    return None if got.shape == want.shape else f"shape {got.shape}, not {want.shape}"


def parts(x):
    """A complex array as its real and imaginary parts."""
    return (x.real, x.imag) if x.dtype.kind == "c" else (x,)


def same(want, got, either_zero=False):
    """The same dtype, shape and bits, where NaN is NaN."""
    wrong = alike(want, got)
    if wrong or want.tobytes() == got.tobytes():
        return wrong
    good = np.ones(want.shape, bool)
    for w, g in zip(parts(want), parts(got)):
        good &= w == g
        if w.dtype.kind == "f":
            good &= (np.signbit(w) == np.signbit(g)) | (w != 0) | either_zero
            good |= np.isnan(w) & np.isnan(g)
    return None if good.all() else where_not(good, want, got)


def near(want, got, reference, tolerance, free=False):
    """NumPy's answer, or within `tolerance` of the wide `reference`; where `free` holds, anything."""
    wrong = alike(want, got)
    if wrong:
        return wrong
    if want.dtype.kind == "c":  # the tolerance is of both parts
        free = free | ~np.isfinite(want)
        sides = zip(parts(want), parts(got), parts(reference))
        return next(filter(None, (near(w, g, r, tolerance, free) for w, g, r in sides)), None)
    info = np.finfo(want.dtype)
    value = got.astype(reference.dtype)
    good = np.abs(value - reference) <= tolerance
    good |= np.isnan(reference) & np.isnan(value)
    good |= np.isinf(reference) & (reference == value)
    # An overflow, or what rounds to one.
    good |= np.isinf(value) & (np.sign(value) == np.sign(reference)) & (np.abs(reference) + tolerance >= info.max)
    good |= want == got
    good |= np.isnan(want) & np.isnan(got)
    good = np.asarray(good | free)
    return None if good.all() else where_not(good, want, got)


def zeros(want, got):
    """Zeros have the sign of NumPy's."""
    good = (want != 0) | (got != 0) | (np.signbit(want) == np.signbit(got))
    return None if good.all() else where_not(good, want, got)


def exact(env, want, got):
    return same(want, got)


def exact_but_zero(env, want, got):
    return same(want, got, either_zero=True)


def widened(x, dtype):
    """The operand as the operation computes with it, in a type with bits to spare."""
    x = np.asarray(x).astype(dtype)
    return x.astype({"float32": np.float64, "complex64": np.complex128}.get(x.dtype.name, np.clongdouble if x.dtype.kind == "c" else np.longdouble))


def unit(reference, dtype):
    """A unit in the last place of the reference in `dtype`; of the larger part."""
    if reference.dtype.kind == "c":
        return unit(np.maximum(np.abs(reference.real), np.abs(reference.imag)), dtype.type(0).real.dtype)
    small = np.minimum(np.abs(reference), 2.0 ** (np.finfo(dtype).maxexp - 1)).astype(dtype)  # of the largest it is inf
    return np.spacing(small).astype(reference.dtype)


def element(op, operands):
    """A row of ops.def (generate.rows) over names and numbers."""
    plain = exact_but_zero if op["name"] in EITHER_ZERO else exact

    def check(env, want, got):
        whole = want.dtype.kind == "c" or any(isinstance(x, str) and np.asarray(env[x]).dtype.kind == "c" for x in operands)
        if want.dtype.kind not in "fc" or (op["ulp"] == 0 and not (whole and op["name"] in ROUNDED)):
            return plain(env, want, got)
        name, dtype = op["name"], want.dtype
        wide = [widened(env[x] if isinstance(x, str) else x, dtype) for x in operands]
        reference = np.asarray(generate.SCOPE[name](*wide)).astype(wide[0].dtype)
        if whole:
            return near(want, got, reference, COMPLEX_UNITS * unit(reference, dtype))
        units = op["ulp"] + (0.51 if name in generate.LIBM else 0.01)
        size = np.maximum(np.abs(reference), 1) if name in ABSOLUTE else reference
        return near(want, got, reference, units * unit(size, dtype)) or zeros(want, got)

    return check


def same_kind(name, operands):
    return exact_but_zero if name in EITHER_ZERO else exact


def summed(x, function, mean=False, initial=0):
    """A sum of elements of x and `initial`: function(array, env) is the sum in that array's type."""

    def check(env, want, got):
        if want.dtype.kind not in "fc":
            return same(want, got)
        wide = widened(env[x], want.dtype)
        reference, size = np.asarray(function(wide, env)), np.asarray(function(np.where(np.isfinite(wide), np.abs(wide), 0), env))
        each, size = max(1, wide.size // max(1, want.size)), size + 2 * abs(initial)
        whole = size * each if mean else size
        tolerance = np.finfo(want.dtype).eps * (each + 1) * size + unit(reference, want.dtype)
        # Whether a partial sum overflows depends on the order.
        return near(want, got, reference, tolerance, whole >= np.finfo(want.dtype).max)

    return check


def product(x, function, bare, initial=1):
    """A product of elements of x and `initial`; bare(array, env): without it."""

    def check(env, want, got):
        if want.dtype.kind not in "fc":
            return same(want, got)
        info, wide = np.finfo(want.dtype), widened(env[x], want.dtype)
        reference, size = np.asarray(function(wide, env)), np.abs(wide)
        each = max(1, wide.size // max(1, want.size))
        tolerance = info.eps * (2 * each + 1) * np.abs(reference) + unit(reference, want.dtype)
        # Whether a partial product overflows or loses bits below the least number depends on the order.
        most = np.asarray(bare(np.maximum(size, 1), env)) * max(abs(initial), 1)
        least = np.asarray(bare(np.where(size > 1, 1, size), env)) * min(abs(initial), 1)
        nan = np.isnan(np.asarray(bare(np.where(np.isnan(wide), np.nan, 1), env)))
        return near(want, got, reference, tolerance, ((most >= info.max) | (least <= info.tiny)) & ~nan)

    return check


def spread(x, function, root):
    """A variance, function(array, env); `root`: a standard deviation."""

    def check(env, want, got):
        wide = widened(env[x], np.result_type(want.dtype, np.complex64) if env[x].dtype.kind == "c" else want.dtype)
        reference = np.asarray(function(wide, env)).real
        each = wide.size // max(1, want.size) + 4
        largest = np.max(np.abs(wide), where=np.isfinite(wide), initial=0)
        eps = np.finfo(want.dtype).eps
        variance = reference * reference if root else reference
        tolerance = 4 * each * eps * np.abs(variance) + 4 * (each * eps * largest) ** 2 + unit(variance, want.dtype)
        if root:
            tolerance = np.minimum(np.sqrt(tolerance), tolerance / np.where(reference > 0, reference, 1e-300)) + unit(reference, want.dtype)
        free = largest * largest * each >= np.finfo(want.dtype).max
        return near(want, got, reference, tolerance, free)

    return check


def units(count):
    """Within a few units in the last place of NumPy's own answer."""

    def check(env, want, got):
        if want.dtype.kind not in "fc":
            return same(want, got)
        wide = widened(want, want.dtype)
        return near(want, got, wide, count * unit(wide, want.dtype))

    return check


def exact_integers(env, want, got):
    """Integers are; of floats dtype and shape alone."""
    return same(want, got) if want.dtype.kind in "iu" else alike(want, got)


def absolute(count):
    """Within a few rounding units of 1; of complex numbers, of the larger part where that is more."""

    def check(env, want, got):
        if want.dtype.kind not in "fc":
            return same(want, got)
        wide = widened(want, want.dtype)
        size = 1 if want.dtype.kind == "f" else np.maximum(np.maximum(np.abs(wide.real), np.abs(wide.imag)), 1)
        return near(want, got, wide, count * np.finfo(want.dtype).eps * size)

    return check


def products(env, want, got):
    """Products, of which those of complex numbers round more than once."""
    return units(COMPLEX_UNITS)(env, want, got) if want.dtype.kind == "c" else same(want, got)
