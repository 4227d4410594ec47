#!/usr/bin/env python3
"""Evaluates the demo's expression with NumPy: checks Sinter's result and prints the time of one evaluation.

usage: demo_numpy.py EXPRESSION IMAGE.npy RESULT.npy REPEAT
"""
import sys
import time

import numpy as np


def main():
    text, image, result, repeat = sys.argv[1:]
    *statements, last = text.split(";")
    code = compile("\n".join(s.strip() for s in statements), "expression", "exec")
    value = compile(last.strip(), "expression", "eval")
    names = {**vars(np), "moon": np.load(image)}

    def evaluate():
        exec(code, names)
        return eval(value, names)

    expected = evaluate()
    start = time.perf_counter()
    for _ in range(int(repeat)):
        evaluate()
    seconds = (time.perf_counter() - start) / int(repeat)
    same = np.array_equal(np.load(result), expected)
    print(f"NumPy {np.__version__}: {seconds * 1e6:.0f} microseconds an evaluation; "
          f"{'the same values' if same else 'OTHER VALUES'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
