#!/bin/sh
# Where CUDA cannot be had: one clear line with DEVICE=cuda, the CPU with DEVICE=auto; what needs no NVRTC runs without.
set -u
simulated=$SINTER_BUILD/simgpu
[ -e "$SINTER_BUILD/libsinter_cuda.so" ] && [ -e "$simulated/libcuda.so.1" ] || { echo "skipped: built without the CUDA toolkit"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export SINTER_CACHE_DIR="$dir/cache" SINTER_CUDA_PTX=1 SINTER_SIMGPU_LOG=/dev/null
unset SINTER_DEVICE SINTER_CUDA_DEVICE SINTER_NVRTC
failed=0

bad() {
    printf 'FAILED: %s\n' "$*" >&2
    failed=1
}

# refused WORDS [NAME=VALUE ...]: with --device cuda, one line on stderr that has WORDS.
refused() {
    words=$1
    shift
    env "$@" "$SINTER" eval 'arange(4) * 3' --device cuda >out 2>err
    [ $? = 1 ] && [ ! -s out ] || bad "$*: not refused: $(cat out err)"
    [ "$(wc -l <err)" = 1 ] || bad "$*: not one line: $(cat err)"
    grep -qF -- "$words" err || bad "$*: '$words' is not in: $(cat err)"
}

# computes [NAME=VALUE ...] [ARGUMENT ...]: the right values, nothing on stderr.
computes() {
    env "$@" >out 2>err || bad "$*: $(cat err)"
    [ "$(cat out)" = '[0 3 6 9]' ] || bad "$*: printed $(cat out)"
    [ ! -s err ] || bad "$*: said $(cat err)"
}

serves() { computes "$@" "$SINTER" eval 'arange(4) * 3'; }

# missing REASON [NAME=VALUE ...]: refused with cuda, served by the CPU with auto, told by info.
missing() {
    refused "$@"
    words=$1
    shift
    serves "$@"
    env "$@" "$SINTER" info >out 2>&1
    grep -qF -- "$words" out || bad "info: '$words' is not in: $(cat out)"
}

there=LD_LIBRARY_PATH=$simulated${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# A machine with a driver cannot be without one.
if ! "$SINTER" eval 1 --device cuda >out 2>&1; then
    missing 'cuda: there is no NVIDIA driver: libcuda.so.1'
fi
missing 'the NVIDIA driver is too old: ' "LD_LIBRARY_PATH=$SINTER_BUILD/simgpu-old"
missing 'the NVIDIA driver is too old: it is for CUDA 11.0, and ' "$there" SINTER_SIMGPU_DRIVER=11000
missing 'no CUDA-capable device' "$there" SINTER_SIMGPU_DEVICES=0
missing 'cuda:2: there are devices 0 to 1' "$there" SINTER_SIMGPU_DEVICES=2 SINTER_CUDA_DEVICE=2

# ---- NVRTC: the first process compiles, the others find the kernel; a new kernel cannot be had
nvrtc=SINTER_NVRTC=$dir/libnvrtc.so
refused "cuda: kernels cannot be compiled: $dir/libnvrtc.so was not found" "$there" "$nvrtc"
computes "$there" "$SINTER" eval 'arange(4) * 3' --device cuda
computes "$there" "$nvrtc" "$SINTER" eval 'arange(4) * 3' --device cuda
refused "cuda: kernels cannot be compiled: $dir/libnvrtc.so was not found" "$there" "$nvrtc" SINTER_CACHE_DIR="$dir/empty"
computes "$there" "$nvrtc" SINTER_CACHE_DIR="$dir/empty" "$SINTER" eval 'arange(4) * 3' --device cpu
: >libnvrtc.so
refused "cuda: kernels cannot be compiled: " "$there" "$nvrtc" SINTER_CACHE_DIR="$dir/empty"

exit $failed
