"""What NumPy reports of arrays that differ: writes reports.txt, which tests/unit/test_api_assert.c reads.

    python3 tests/print/make_reports.py > tests/print/reports.txt

A case is a line "allclose RTOL ATOL EQUAL_NAN" or "equal", two lines "DTYPE SHAPE HEX" (as in answers.txt; "-" for
no bytes), then "ok" or the report up to the arrays, which Sinter writes its own way, each line after a "|".
"""
import sys

import numpy as np

nan, inf = np.nan, np.inf


def pairs():
    rng = np.random.default_rng(5)
    yield [1.0, 2, 3], [1.0, 3, 3]
    yield np.arange(96.0).reshape(8, 12), np.arange(96.0).reshape(8, 12) + (np.arange(96).reshape(8, 12) % 7 == 0)
    yield [1, 2, 3], [1, 2, 4]
    yield np.array([1, 2, 3], np.uint8), np.array([255, 2, 4], np.uint8)
    yield [True, False], [False, False]
    yield [True, False], [0, 0]
    yield [1, nan, 3], [1, 2, 3.0]
    yield [1, nan, 3], [1, nan, 3.5]
    yield [1, nan, 3], [1, nan, 3]
    yield nan, nan
    yield nan, [nan, nan]
    yield nan, [nan, 1]
    yield [1, inf, 3], [1, -inf, 3.0]
    yield [1, inf, 3], [1, 1e300, 3.0]
    yield [1, inf, -inf], [2, inf, -inf]
    yield inf, [inf, inf]
    yield [1, 2], [1, 2, 3.0]
    yield [[1, 2]], [1, 2.0]
    yield 2.0, 3.0
    yield 2, 2.0
    yield [1.0, 2], 0
    yield 1, [1.0, 2]
    yield [0.0, 1e-9], [0, 0.0]
    yield np.array([1, 2**63], np.uint64), np.array([1, 2], np.int64)
    yield np.zeros((0, 3)), np.zeros((0, 3))
    yield np.zeros((0, 3)), 1.0
    yield np.float32([1, 2.5, 1e-3]), np.float32([1, 2.500001, 1.0001e-3])
    yield np.float32([1, 2.5, 16777217]), np.array([1, 2.5, 16777217])
    yield np.int8([100, -100]), np.int8([-100, 100])
    for _ in range(12):
        shape = tuple(rng.integers(1, 4, rng.integers(0, 4)))
        x = rng.normal(size=shape) * 10.0 ** rng.integers(-3, 4)
        y = np.where(rng.random(shape) < 0.7, x, x * (1 + rng.normal(size=shape) * 1e-6))
        yield x, y
        yield x.astype(np.float32), y
        yield (x * 10).astype(np.int32), (y * 10 + 0.5).astype(np.int16)


def put(a):
    shape = "x".join(map(str, a.shape)) if a.shape else "scalar"
    print(a.dtype.name, shape, np.ascontiguousarray(a).tobytes().hex() or "-")


def put_report(check, x, y, **options):
    put(x)
    put(y)
    try:
        check(x, y, **options)
    except AssertionError as e:
        lines = str(e).split("\n")[1:]
        for line in lines[: [line.startswith(" ACTUAL") for line in lines].index(True)]:
            if line:
                print("|" + line)
    else:
        print("ok")


def main():
    for x, y in pairs():
        x, y = np.asarray(x), np.asarray(y)
        for rtol, atol, equal_nan in ((1e-7, 0, True), (1e-5, 1e-8, False), (0, 0.5, True)):
            print("allclose", rtol, atol, int(equal_nan))
            put_report(np.testing.assert_allclose, x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)
        print("equal")
        put_report(np.testing.assert_array_equal, x, y)
    print(f"NumPy {np.__version__}", file=sys.stderr)


if __name__ == "__main__":
    main()
