#!/usr/bin/env python3
"""Evaluates the demo's expression with NumPy: checks Sinter's result and prints both times.

usage: demo_numpy.py EXPRESSION IMAGE.npy RESULT.npy STATS.json REPEAT
"""
import json
import pathlib
import sys
import time

import numpy as np


def main():
    text, image, result, stats, repeat = sys.argv[1:]
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
    numpy_time = (time.perf_counter() - start) / int(repeat)
    sinter_time = json.loads(pathlib.Path(stats).read_text())["seconds"] / int(repeat)
    same = np.array_equal(np.load(result), expected)
    print(f"an evaluation takes Sinter {sinter_time * 1e6:.0f} and NumPy {np.__version__} {numpy_time * 1e6:.0f} "
          f"microseconds: {numpy_time / sinter_time:.1f} times as long, {'the same values' if same else 'OTHER VALUES'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
