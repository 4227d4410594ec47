#!/bin/sh
# The committed answers of NumPy by kernels on the simulated GPU: answers.sh CHECK_ANSWERS, every tenth line.
set -eu
mkdir -p simgpu-answers
grep -v -E '^[a-z0-9_]+-(pair|special)-' "$SINTER_SOURCE/tests/numpy/answers.tsv" | awk 'NR % 10 == 3' >simgpu-answers/answers.tsv
SINTER_CUDA_PTX=1 LD_LIBRARY_PATH="$SINTER_BUILD/simgpu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
    exec "$1" simgpu-answers/answers.tsv DEVICE=cuda
