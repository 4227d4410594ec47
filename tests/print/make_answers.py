"""How NumPy prints arrays: writes answers.txt, which tests/unit/test_api_format.c reads.

    python3 tests/print/make_answers.py > tests/print/answers.txt

A case is a line "case DTYPE SHAPE PRECISION THRESHOLD EDGEITEMS LINEWIDTH SUPPRESS" (extents joined by x,
"scalar" for rank 0), a line of the elements' bytes in hexadecimal, and what print() writes with those
options, each line after a "|".
"""
import sys

import numpy as np

rng = np.random.default_rng(20)


def floats(dtype):
    info = np.finfo(dtype)
    tiny = info.smallest_subnormal
    yield [0.0]
    yield [-0.0, 0.0]
    yield [1.0]
    yield [1.5, 2.25, 3.0]
    yield [0.1, 0.2, 0.3]
    yield [1 / 3, 2 / 3, -1 / 7]
    yield [1e-4, 1.0]
    yield [9.9e-5, 0.05]
    yield [0.001, 1.0], [0.001, 1.0001], [1e-3, 1.0000001]
    yield [1e5, 999999.0], [1e6, 1e6], [99999999.0, 9999999.0], [1e8, 1e8], [123456.789, 1000.5]
    yield [1e10, 1.0], [1e100 if dtype == np.float64 else 1e30, 1e-100 if dtype == np.float64 else 1e-30]
    yield [np.nan], [np.inf], [-np.inf], [np.nan, np.inf, -np.inf]
    yield [np.nan, 1.0], [np.inf, 1.25], [-np.inf, 1.25], [np.nan, 1e10], [-np.inf, 1e10, -2.5e-10]
    yield [np.nan, 0.0], [-1.0, np.nan], [np.inf, 123456.0], [0.5, -np.inf]
    yield [info.max, info.min], [info.tiny, -info.tiny], [tiny, -tiny], [info.eps, 1 + info.eps]
    yield [2.0**k for k in range(-30, -20)], [2.0**k for k in range(20)], [2.0**-44, 2.0**-20, 2.0**60]
    yield [0.5, 1.5, 2.5, 0.125], [0.000244140625, 0.0001220703125], [1.000000005, 2.000000015], [0.123456785, 0.5]
    yield [1.9999999999, 0.99999999999], [9.999999999, 0.1], [0.99999999, 99.999999]
    yield list(rng.normal(size=7)), list(rng.normal(size=40)), list(rng.uniform(size=23) * 1e-3)
    yield list(rng.normal(size=17) * 1e7), list(rng.integers(-50, 50, 30)), list(np.exp(rng.normal(size=19) * 20))
    yield list(rng.integers(0, 2, 50) + 0.5), list(rng.normal(size=9) * 1e-7)


def flat(cases):
    for case in cases:
        if isinstance(case, tuple):
            yield from case
        else:
            yield case


def arrays():
    for dtype in (np.float64, np.float32):
        for values in flat(floats(dtype)):
            yield np.array(values, dtype)
        for x in (0.0, -0.0, 1.0, 0.1, 1 / 3, 1e15, 9999999999999998.0, 1e16, 1.5e16, 1e17, 1e-4, 9.99e-5, 1e-5, -2.5e-7,
                  123456789.125, 1e22, np.nan, np.inf, -np.inf, 2.0**-44, 16777216.0, 3.4e38, 1e-45, 5e-324, 1e300):
            with np.errstate(over="ignore"):
                yield np.array(x, dtype)
        for shape in ((3, 4), (2, 3, 4), (2, 1, 2, 2), (1, 1), (5, 20), (3, 30), (1, 100), (0,), (3, 0), (2, 0, 4)):
            yield rng.normal(size=shape).astype(dtype)
        yield rng.normal(size=(40, 30)).astype(dtype)
        yield np.arange(1001).astype(dtype)
        yield (np.arange(1001) * 1000.0).astype(dtype)
        yield np.arange(1000).astype(dtype)
        yield np.where(np.arange(1100) == 500, np.nan, np.arange(1100)).astype(dtype)
        bits = {8: np.uint64, 4: np.uint32}[np.dtype(dtype).itemsize]
        random = rng.integers(0, np.iinfo(bits).max, 300, dtype=bits, endpoint=True).view(dtype)
        for part in np.split(random, 100):
            yield part
        near = np.ldexp(1.0, rng.integers(-120, 120, 60)).astype(dtype)
        for x in near:
            yield np.array(x)
        for scale in range(-6, 9):
            yield (rng.normal(size=6) * 10.0**scale).astype(dtype)
    for dtype in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64):
        info = np.iinfo(dtype)
        yield np.array([info.min, info.max], dtype)
        yield np.array(info.max, dtype)
        yield np.array(info.min, dtype)
        yield np.array([0], dtype)
        yield np.array([1, 10, 100], dtype)
        yield rng.integers(info.min, info.max, (3, 5), dtype=dtype, endpoint=True)
        yield rng.integers(0, 100, (4, 40), dtype=dtype)
        yield rng.integers(0, 100, (7, 9, 20), dtype=dtype)
        yield np.zeros((0, 3), dtype)
    yield np.arange(24).reshape(2, 3, 4)
    yield np.arange(16).reshape(2, 2, 2, 2)
    yield np.arange(2 * 7 * 100).reshape(2, 7, 100).astype(np.int32)
    yield np.arange(7 * 7 * 7 * 7).reshape(7, 7, 7, 7).astype(np.int16)
    yield np.arange(-600, 600)
    for shape in ((), (1,), (5,), (3, 4), (40,), (30, 50), (2, 2, 2)):
        yield rng.integers(0, 2, shape).astype(bool)
    yield np.array(False)
    yield np.ones(3, bool)
    yield from complexes()


def complexes():
    """Parts are measured apart: one may need an exponent, digits or a sign that the other does not."""
    draw = np.random.default_rng(22)
    for dtype in (np.complex128, np.complex64):
        for values in ([1 + 2j], [1.5 - 2.25j, -3], [1e10 + 1e-10j, 1j], [complex(np.nan, 1), complex(-np.inf, -0.0)],
                       [complex(1, np.nan), complex(0.5, -np.inf)], [complex(-0.0, -0.0), 0], [1 / 3 + 2j / 3, 1e-5j],
                       [123456.789 + 0.001j, 1e16 + 1j], [100, 2.5j, -1e-3]):
            yield np.array(values, dtype)
        for x in (1j, 1 + 2j, 1e16 + 1e-5j, 1 / 3 - 1j / 7, complex(np.nan, -np.inf), complex(-0.0, 5), complex(0, -0.0)):
            yield np.array(x, dtype)
        for shape in ((2, 3), (1, 30), (2, 0), (3, 2, 2), (40, 30)):
            yield (draw.normal(size=shape) + 1j * draw.normal(size=shape) * 1e3).astype(dtype)


def options():
    """Arrays under options: each by itself, then drawn."""
    many = np.random.default_rng(21)
    default = dict(precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False)
    values = dict(precision=(0, 1, 2, 3, 5, 12, 17, 30, 64), threshold=(0, 1, 5, 10, 100, 10**6), edgeitems=(1, 2, 5, 50),
                  linewidth=(1, 10, 20, 40, 74, 76, 132, 10000), suppress=(True,))
    samples = [many.normal(size=12) * 10.0 ** many.integers(-12, 6, 12), many.normal(size=(3, 9)), np.arange(60) / 7,
               np.array([1e-10, 1.0, -1e-10, 0.0]), np.array([1e8, 1e-9]), np.array([123456.789, 1e-5, np.nan, -np.inf]),
               np.array([0.5, 1.5, 2.5, -0.5]), np.array([5e-324, 1.0]), np.array([99.995, 0.005, 1.0]), np.array(1 / 3),
               np.array([np.nan, np.inf]), np.zeros(3), np.zeros((0, 4)), np.arange(12).reshape(2, 2, 3) - 5,
               many.integers(-9, 9999, (7, 8)), many.integers(0, 2, (4, 30)).astype(bool), np.arange(2 * 3 * 12).reshape(2, 3, 12) / 3]
    singles = [a.astype(np.float32) for a in samples if a.dtype == np.float64 and abs(np.nan_to_num(a, posinf=0, neginf=0)).max(initial=0) < 1e30]
    samples += [a for a in singles if a.size > 0]
    samples += [np.array([1 / 3 - 2e-7j, 1e5 + 0.5j, 0]), np.array([[1j, complex(np.nan, 1e10)]]), np.array(2 / 3 - 1e-6j)]
    for name, choices in values.items():
        for choice in choices:
            for a in samples if name in ("precision", "suppress") else samples[:17:2]:
                yield a, {**default, name: choice}
    for _ in range(300):
        shape = tuple(many.integers(1, 7, many.integers(1, 4)))
        a = many.normal(size=shape) * 10.0 ** many.integers(-6, 6, shape)
        kind = many.integers(0, 4)
        a = [a, a.astype(np.float32), (a * 100).astype(np.int64), a > 0][kind]
        yield a, {name: choices[many.integers(len(choices))] for name, choices in values.items()} | {"suppress": bool(many.integers(2))}


def main():
    default = dict(precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False)
    for a, how in [(a, default) for a in arrays()] + list(options()):
        a = np.ascontiguousarray(a).reshape(a.shape)
        shape = "x".join(map(str, a.shape)) if a.shape else "scalar"
        print(f"case {a.dtype.name} {shape} {' '.join(str(int(v)) for v in how.values())}")
        print(a.tobytes().hex())
        with np.printoptions(**how):
            text = str(a)
        for line in text.split("\n"):
            print("|" + line)
    print(f"NumPy {np.__version__}", file=sys.stderr)


if __name__ == "__main__":
    main()
