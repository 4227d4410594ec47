#!/usr/bin/env python3
"""Writes test lines whose answers NumPy gave: expression, tolerance, inputs and expected result.

usage: generate.py [--seed N] [--size small|full] OPS_DEF CASES_TSV > answers.tsv

One line a case, tab-separated:
    name  expression  tolerance  expected  [input=value ...]
A value is dtype:shape:hex, the bytes in C order, little-endian ("float32:2,3:0000803f..."; the shape
of a 0-d array is empty).  Tolerance is `exact`, or `ulp:N`: each element within N units in the last
place (of the expected value; each part of a complex number, of the larger of its parts), or `sum:N`: within N units in the last place of the largest partial
result.  NaN equals NaN; the sign of zero counts.

`small` is committed as answers.tsv, so that the tests have an oracle where NumPy cannot be had; `full`
is made anew on each run.  Rows of ops.def give operations, their dtypes, domain and error bound.
Transcendental functions are evaluated in a wider type and rounded once, so that the bound is against
the exact value and not against NumPy's own rounding.
"""
import argparse
import ast
import ctypes
import ctypes.util
import math
import re
import sys
import warnings

from oracle import np

warnings.simplefilter("ignore")
np.seterr(all="ignore")

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]
KIND = {"b": "b", "i": "i", "u": "u", "f": "f"}
SCOPE = {k: getattr(np, k) for k in dir(np) if not k.startswith("_")}
SCOPE.update(sum=np.sum, max=np.max, min=np.min, abs=np.abs, round=np.round, np=np)


def libm(name):
    """A function of C's long double, rounded once to float64."""
    function = getattr(ctypes.CDLL(ctypes.util.find_library("m")), name)
    function.restype, function.argtypes = ctypes.c_longdouble, [ctypes.c_longdouble]
    return np.vectorize(function, otypes=[np.float64])


# What NumPy lacks and SciPy has.
LIBM = {"erf": libm("erfl"), "erfc": libm("erfcl"), "gamma": libm("tgammal")}
LIBM["gammaln"] = lambda x: np.where(np.isinf(x), x, libm("lgammal")(x))
SCOPE.update(LIBM)
SCOPE["expit"] = lambda x: np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x)))


def logit(x):
    x = x.astype(np.log(x).dtype)
    return np.where(np.abs(x - 0.5) < 0.25, np.log1p(2 * x - 1) - np.log1p(1 - 2 * x), np.log(x / (1 - x)))


SCOPE["logit"] = logit
SCOPE["xlogy"] = lambda x, y: np.where((x == 0) & (y == y), 0, x * np.log(y))


def rows(path):
    """The elementwise rows of ops.def: name, arity, kinds, rule, ulp, lo, hi."""
    pattern = re.compile(
        r'^SN_OP\((\w+), +(\w+), +(\d), +"(\w+)", +(\w+), +"([^"]*)", +(\d+), +(.*), +([\d.]+), +(-?[\d.]+), +(-?[\d.]+), +"', re.M
    )
    found = pattern.findall(open(path).read())
    if len(found) < 50:
        sys.exit(f"{path}: only {len(found)} rows understood")
    return [
        dict(name=m[1], arity=int(m[2]), kinds=m[3], rule=m[4], ulp=float(m[8]), lo=float(m[9]), hi=float(m[10]))
        for m in found
    ]


def pack(array):
    array = np.asarray(array)
    shape = ",".join(map(str, array.shape))
    return f"{array.dtype.name}:{shape}:{np.ascontiguousarray(array).tobytes().hex()}"


def special(dtype, full):
    dtype = np.dtype(dtype)
    if dtype == bool:
        return np.array([False, True])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        if not full:
            return np.array(sorted({0, 1, 3, info.max, info.min, max(info.min, -1), max(info.min, -7)}), dtype)
        return np.array(sorted({0, 1, 2, 3, 7, info.max, info.max - 1, info.min, max(info.min, -1), max(info.min, -7)}), dtype)
    info = np.finfo(dtype)
    if not full:
        return np.array([0.0, -0.0, info.smallest_subnormal, 1, -1, 2.5, -2.5, 3, info.max, np.inf, -np.inf, np.nan], dtype)
    positive = [0.0, info.smallest_subnormal, info.tiny, 0.5, 1.0, 1.5, 2.0, 3.0, 2.5, float(info.max), np.inf]
    return np.array([*positive, *[-v for v in positive], np.nan], dtype)


def draw(rng, dtype, shape, lo, hi):
    dtype = np.dtype(dtype)
    if dtype == bool:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(max(info.min, int(lo)), min(info.max, int(hi)), shape, endpoint=True).astype(dtype)
    return rng.uniform(lo, hi, shape).astype(dtype)


def exact(name, args, result):
    """The result computed in a wider type and rounded once to NumPy's result dtype."""
    wider = {np.dtype("float32"): np.float64, np.dtype("float64"): np.longdouble}.get(result.dtype)
    if wider is None or name in LIBM:
        return result
    return np.asarray(SCOPE[name](*[a.astype(wider) for a in args])).astype(result.dtype)


class Writer:
    def __init__(self):
        self.names = set()

    def line(self, name, text, tolerance, want, inputs):
        if name in self.names:
            sys.exit(f"two cases are named {name}")
        self.names.add(name)
        fields = [name, text, tolerance, pack(want), *[f"{k}={pack(v)}" for k, v in inputs.items()]]
        sys.stdout.write("\t".join(fields) + "\n")

    def evaluated(self, name, text, tolerance, inputs):
        """A case whose answer is NumPy's own for the same text; skipped when NumPy refuses it."""
        try:
            want = np.asarray(eval(text, {**SCOPE, **inputs}))
        except (TypeError, ValueError, OverflowError):
            return
        if want.dtype.name in DTYPES:
            self.line(name, text, tolerance, want, inputs)


def numpy_result(op, args):
    if op["name"] in LIBM:
        dtype = np.result_type(*args)
        if dtype.kind != "f":
            dtype = np.sin(args[0]).dtype
        return LIBM[op["name"]](args[0].astype(np.float64)).astype(dtype)
    result = np.asarray(SCOPE[op["name"]](*args))
    if op["name"] in ("fmin", "fmax") and result.dtype.kind == "f":
        # Of two zeros NumPy gives the first or the second, by their place in the array: here it is the second.
        result = np.where((args[0] == 0) & (args[1] == 0), args[1], result).astype(result.dtype)
    return result


def elementwise(out, op, dtypes, args, tag):
    """One operation over given arguments, one input a dtype."""
    try:
        result = numpy_result(op, args)
    except (TypeError, ValueError):
        return
    if result.dtype.name not in DTYPES:
        return
    tolerance, want = "exact", result
    if op["ulp"] > 0 and result.dtype.kind == "f":
        tolerance = f"ulp:{math.floor(op['ulp'] + 0.5)}"
        want = exact(op["name"], args, result)
    names = "abc"[: len(args)]
    out.line(f"{op['name']}-{tag}-{'-'.join(dtypes)}", f"{op['name']}({', '.join(names)})", tolerance, want, dict(zip(names, args)))


def grid(arrays):
    """Every combination of the arrays' elements, flattened."""
    mesh = np.meshgrid(*arrays, indexing="ij")
    return [m.reshape(-1) for m in mesh]


def negative_int_power(op, args):
    return op["name"] == "power" and args[1].dtype.kind == "i"


def operations(out, ops, rng, full):
    for op in ops:
        for dtype in DTYPES:
            count = 67 if full else 5
            args = [draw(rng, dtype, (count,), op["lo"], op["hi"]) for _ in range(op["arity"])]
            if op["rule"] == "WHERE":
                args[0] = draw(rng, "bool", (count,), 0, 1)
            if op["rule"] == "LDEXP":
                args[1] = draw(rng, "int32", (count,), op["lo"], op["hi"])
            dtypes = [a.dtype.name for a in args]
            elementwise(out, op, [dtype], args, "random")
            values = [special(d, full) for d in dtypes]
            if negative_int_power(op, args):
                values[1] = values[1][values[1] >= 0]
            if op["arity"] == 3 and not full:
                values = [v[:4] for v in values]
            if op["ulp"] == 0 or np.dtype(dtype).kind == "f":
                elementwise(out, op, [dtype], grid(values), "special")
        if op["arity"] == 2:
            pairs(out, op, full)


def pairs(out, op, full):
    """Mixed dtypes: promotion, with special values."""
    for first in DTYPES:
        for second in DTYPES:
            if first == second or (not full and (DTYPES.index(first) * 3 + DTYPES.index(second)) % 7):
                continue
            values = [special(first, full), special(second, full)]
            if op["name"] == "power" and np.dtype(second).kind == "i":
                values[1] = values[1][values[1] >= 0]
            if op["ulp"] > 0:
                values = [np.array([0, 1], first), np.array([0, 1], second)]
            elementwise(out, op, [first, second], grid(values), "pair")


VIEWS = ["x", "x.T", "x[::-1]", "x[:, ::-2]", "x[1:, 2:5]", "x.T[::-1, 1:]", "x[..., None]", "x[2]", "x[:, 3]", "x[None, :, 1:4]", "x[1:1]"]


def layouts(out, rng):
    x = draw(rng, "float64", (5, 7), -9, 9)
    n = draw(rng, "int32", (5, 7), -9, 9)
    for k, view in enumerate(VIEWS):
        out.evaluated(f"view-{k}-double", f"{view} * 2 + 1", "exact", {"x": x})
        out.evaluated(f"view-{k}-int", f"-({view})", "exact", {"x": n})
        out.evaluated(f"view-{k}-of-value", f"(x + 1){view[1:]} * 3", "exact", {"x": x})
        out.evaluated(f"view-{k}-reshape", f"({view}).reshape(-1) - 1", "exact", {"x": n})
        for axis in ("0", "-1", "None"):
            out.evaluated(f"view-{k}-sum-{axis}", f"({view}).sum(axis={axis})", "exact", {"x": n})
            out.evaluated(f"view-{k}-max-{axis}", f"({view}).max(axis={axis})", "exact", {"x": n})
    y = draw(rng, "float64", (7,), -9, 9)
    z = draw(rng, "float64", (5, 1), -9, 9)
    for k, text in enumerate(["x + y", "x * z", "y - z", "x + y[None, :] * z", "x / 3 + y", "x.T + z.T", "z * z.T", "x - x[0]", "x - x[:, :1]"]):
        out.evaluated(f"broadcast-{k}", text, "exact", {"x": x, "y": y, "z": z})


LENGTHS = [0, 1, 2, 3, 31, 32, 33, 63, 65, 1000, 1023, 1024, 1025, 2048, 5000]


def reductions(out, rng, full):
    for dtype in DTYPES:
        for n in LENGTHS if full else (0, 1, 33):
            x = draw(rng, dtype, (n,), -100, 100)
            for name in ("sum", "prod", "max", "min", "any", "all", "mean"):
                floats = np.dtype(dtype).kind == "f" and name in ("sum", "prod")
                tolerance = f"sum:{4 * max(1, math.ceil(math.log2(n + 1)))}" if floats or name == "mean" else "exact"
                if name == "prod" and floats:
                    x = draw(rng, dtype, (n,), 0.9, 1.1)
                    tolerance = f"ulp:{max(1, 2 * n)}"
                out.evaluated(f"{name}-{dtype}-{n}", f"{name}(x)", tolerance, {"x": x})
    cube = draw(rng, "int64", (3, 4, 5), -50, 50)
    small = draw(rng, "float32", (3, 4, 5), -50, 50)
    for name in ("sum", "max", "min", "prod", "any", "all", "mean"):
        for axis in ("0", "1", "2", "-1", "(0, 1)", "(0, 2)", "(1, 2)", "(-1, 0)", "(0, 1, 2)", "None", "()"):
            for keep in ("", ", keepdims=True"):
                for view in ("x", "x.T", "x[:, ::-1]"):
                    tag = f"{name}-axis{axis}{'k' if keep else ''}-{view}"
                    text = f"{name}({view}, axis={axis}{keep})"
                    out.evaluated(f"{tag}-int64", text, "sum:8" if name == "mean" else "exact", {"x": cube})
                    if name in ("max", "min", "sum", "mean"):
                        out.evaluated(f"{tag}-float32", text, "sum:24" if name in ("sum", "mean") else "exact", {"x": small})
    for name in ("max", "min"):
        out.evaluated(f"{name}-nan", f"{name}(x, axis=0)", "exact", {"x": np.array([[1.0, np.nan], [-0.0, 2.0], [np.inf, 3.0]])})


def run(text):
    """The value of the last statement, after those before it."""
    *before, last = ast.parse(text).body
    scope = dict(SCOPE)
    exec(compile(ast.Module(before, []), text, "exec"), scope)
    return eval(compile(ast.Expression(last.value), text, "eval"), scope)


def cases(out, path):
    for text in open(path):
        text = text.rstrip("\n")
        if text and not text.startswith("#"):
            name, tolerance, expression = text.split("\t")
            out.line(name, expression, tolerance, np.asarray(run(expression)), {})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", choices=["small", "full"], default="small")
    parser.add_argument("ops")
    parser.add_argument("cases")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    full = args.size == "full"
    out = Writer()
    operations(out, rows(args.ops), rng, full)
    layouts(out, rng)
    reductions(out, rng, full)
    cases(out, args.cases)


if __name__ == "__main__":
    main()
