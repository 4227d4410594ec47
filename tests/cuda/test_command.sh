#!/bin/sh
# sinter eval --device cuda:1, on two simulated GPUs; a launch that fails tells which one was used.
set -u
simulated=$SINTER_BUILD/simgpu
[ -e "$SINTER_BUILD/libsinter_cuda.so" ] && [ -e "$simulated/libcuda.so.1" ] || { echo "skipped: built without the CUDA toolkit"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
unset SINTER_DEVICE SINTER_CUDA_DEVICE
export SINTER_CUDA_PTX=1 SINTER_SIMGPU_DEVICES=2 SINTER_SIMGPU_LOG=/dev/null
export LD_LIBRARY_PATH="$simulated${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
failed=0

# eval_on DEVICE STATUS WORDS: printed, or told on stderr
eval_on() {
    "$SINTER" eval 'arange(4) * 3' --device "$1" >"$dir/out" 2>&1
    status=$?
    [ $status = "$2" ] && grep -qF -- "$3" "$dir/out" || { echo "FAILED: $1: $status: $(cat "$dir/out")"; failed=1; }
}

eval_on cpu 0 '[0 3 6 9]'
eval_on cuda 0 '[0 3 6 9]'
eval_on cuda:0 0 '[0 3 6 9]'
eval_on cuda:1 0 '[0 3 6 9]'
eval_on cuda:2 1 'cuda:2: there are devices 0 to 1'
eval_on cuda:x 2 "CUDA_DEVICE"
eval_on cuda: 2 "CUDA_DEVICE"
eval_on tpu 2 'DEVICE'
export SINTER_SIMGPU_FAIL=launch=1
eval_on cuda 1 'cuda:0: cannot launch'
eval_on cuda:1 1 'cuda:1: cannot launch'
exit $failed
