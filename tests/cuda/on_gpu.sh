#!/bin/sh
# Runs a command on a GPU: on_gpu.sh COMMAND [ARGUMENT ...]
# The real one where a driver sees one, else the simulated one of tests/simgpu; SINTER_TEST_GPU=real|simulated
# forces one.  Exit 77, skipped, where there is none of the kind.  The only place that chooses.
set -eu
simulated=$SINTER_BUILD/simgpu

skip() {
    echo "skipped: $*"
    exit 77
}

has_real() { why=$(SINTER_DEVICE=cuda "$SINTER" eval 1 2>&1); }

[ -e "$SINTER_BUILD/libsinter_cuda.so" ] || skip "built without the CUDA toolkit"
kind=${SINTER_TEST_GPU:-}
if [ -z "$kind" ]; then
    kind=simulated
    if has_real; then kind=real; fi
fi
case $kind in
real) has_real || skip "no GPU: $why" ;;
simulated)
    [ -e "$simulated/libcuda.so.1" ] || skip "no simulated GPU was built"
    export SINTER_CUDA_PTX=1 LD_LIBRARY_PATH="$simulated${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    ;;
*)
    echo "SINTER_TEST_GPU=$kind: real or simulated" >&2
    exit 2
    ;;
esac
export SINTER_DEVICE=cuda SINTER_TEST_GPU=$kind
exec "$@"
