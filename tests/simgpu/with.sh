#!/bin/sh
# Runs a program on two simulated GPUs: with.sh PROGRAM [ARGUMENT...]
set -eu
SINTER_DEVICE=cuda SINTER_CUDA_PTX=1 SINTER_SIMGPU_DEVICES=2 \
    LD_LIBRARY_PATH="$SINTER_BUILD/simgpu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$@"
