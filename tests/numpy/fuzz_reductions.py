"""Reductions in random programs."""
import inspect

import numpy as np

import fuzz_compare as judge
from fuzz_constructs import fits
from fuzz_programs import DTYPES, FUNCTIONS, REDUCTIONS, construct

MASKS = "argmax" in FUNCTIONS  # where= and initial= came with it


def over(m, x, name):
    """axis=, keepdims= and, where the function has them, where= and initial=: text, names used, and a function that
    gives them as NumPy takes them."""
    axis, keep = m.axes(m.value(x).ndim), m.chance(0.3)
    text = [] if axis == "None" and m.chance(0.6) else [f"axis={axis}"]
    text += ["keepdims=True"] * keep
    plain, names, has = {"axis": eval(axis), "keepdims": keep}, [], inspect.signature(getattr(np, name)).parameters
    mask = m.some(lambda v: v.dtype == bool and broadcasts(v, m.value(x))) if MASKS and "where" in has and m.chance(0.25) else None
    if mask:
        text.append(f"where={mask}")
        names.append(mask)
    if MASKS and "initial" in has and (m.chance(0.15) or (mask and name in ("max", "min", "nanmax", "nanmin") and m.chance(0.9))):
        plain["initial"] = m.one([0, 1, 2, -3] if m.value(x).dtype.kind != "u" else [0, 1, 2])
        text.append(f"initial={plain['initial']}")
    return text, [x, *names], lambda env: {**plain, **({"where": env[mask]} if mask in env else {})}


def broadcasts(mask, x):
    try:
        return np.broadcast_shapes(mask.shape, x.shape) == x.shape
    except ValueError:
        return False


def reduction_check(name, x, where):
    """where(env): the arguments beside the array."""
    function = getattr(np, name)

    def reduced(v, env):
        return function(v, **where(env))

    def bare(v, env):
        return function(v, **{k: a for k, a in where(env).items() if k != "initial"})

    if name in ("sum", "mean", "average", "nansum", "nanmean"):
        return judge.summed(x, reduced, "sum" not in name, where({}).get("initial", 0))
    if name in ("prod", "nanprod"):
        return judge.product(x, reduced, bare, where({}).get("initial", 1))
    return judge.same_kind(name, [x])


@construct(12)
def reduction(m):
    name, x = m.one([r for r in REDUCTIONS if hasattr(np, r)]), m.some()
    text, uses, where = over(m, x, name)
    if name in ("sum", "prod", "mean") and m.chance(0.15):
        dtype = np.dtype(m.one(DTYPES))
        odd = dtype.kind == "b" or not m.value(x).size or (m.value(x).dtype.kind == "f" and dtype.kind != "f")
        if odd or not fits(m.value(x), dtype):
            return None
        text.append(f"dtype={dtype.name}")
    if len(text) and text[0].startswith("axis=") and m.chance(0.2):
        text[0] = text[0][5:]
    return m.called(name, x, text), uses, reduction_check(name, x, where)


@construct(2, "ptp", "count_nonzero", "average")
def other_reduction(m):
    name, x = m.one(["ptp", "count_nonzero", "average"]), m.some()
    text, uses, where = over(m, x, name)
    return f"{name}({', '.join([x, *text])})", uses, reduction_check(name, x, where)


@construct(2, "argmax", "argmin")
def place(m):
    name, x = m.one(["argmax", "argmin"]), m.some()
    n = m.value(x).ndim
    text = [m.one(["", f"axis={m.axis(n)}", str(m.axis(n))]), m.one(["", "keepdims=True"])]
    return m.called(name, x, text), [x], judge.exact


@construct(4, "nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanargmax", "nanargmin")
def without_nan(m):
    name = m.one(["nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanargmax", "nanargmin"])
    x = m.some(lambda v: v.dtype.kind == "f") if m.chance(0.8) else m.some()
    if x is None:
        return None
    if "arg" in name:
        n = m.value(x).ndim
        return f"{name}({x}{m.one(['', f', axis={m.axis(n)}'])})", [x], judge.exact
    text, uses, where = over(m, x, name)
    return f"{name}({', '.join([x, *text])})", uses, reduction_check(name, x, where)


@construct(2, "var", "std", "nanvar", "nanstd")
def variance(m):
    name = m.one([n for n in ("var", "std", "nanvar", "nanstd") if n in FUNCTIONS])
    x = m.some(lambda v: v.dtype.kind != "c")
    if x is None:
        return None
    text, uses, where = over(m, x, name)
    ddof = m.one([0, 0, 1, 2])
    text += [f"ddof={ddof}"] if ddof else []
    function = getattr(np, name)
    check = judge.spread(x, lambda v, env: function(v, ddof=ddof, **where(env)), "std" in name)
    return m.called(name, x, text) if not name.startswith("nan") else f"{name}({', '.join([x, *text])})", uses, check


@construct(1, "trace")
def trace(m):
    x = m.some(lambda v: v.ndim >= 2)
    if x is None:
        return None
    n, offset = m.value(x).ndim, m.below(5) - 2
    a, b = m.axis(n), m.axis(n)
    return m.called("trace", x, [str(offset), str(a), str(b)]), [x], judge.summed(x, lambda v, env: np.trace(v, offset, a, b))
