#!/bin/sh
# The full set of answers, made anew by the NumPy that is here, checked fused and unfused.  (Compiling
# thousands of kernels takes minutes: the compiled tier is held to the committed answers.).
set -eu
here=$SINTER_SOURCE/tests/numpy
python=${SINTER_PYTHON:-python3}
if ! "$python" -c 'import numpy, sys; sys.exit(tuple(map(int, numpy.__version__.split(".")[:2])) < (2, 2))' 2>/dev/null; then
    echo "skipped: NumPy 2.2 or later is not installed"
    exit 77
fi
"$python" "$here/generate.py" --size full --seed "${SEED:-20}" "$SINTER_SOURCE/src/graph/ops.def" "$here/cases.tsv" >live.tsv
"$SINTER_BUILD/numpy_check_answers" live.tsv JIT=off
"$SINTER_BUILD/numpy_check_answers" live.tsv JIT=off FUSE=off
