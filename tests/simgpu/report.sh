#!/bin/sh
# tools/gpu-report on the simulated GPU: what it writes and how it ends, in the tree and from a bundle.
set -u
report=$SINTER_SOURCE/tools/gpu-report
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
export SINTER_CUDA_PTX=1 SINTER_CACHE_DIR="$dir/cache"
front=$SINTER_BUILD/simgpu
failed=0

bad() {
    printf 'FAILED: %s\n' "$*" >&2
    failed=1
}

# ends STATUS ARGUMENT...: of the report, with the simulated GPU in front
ends() {
    want=$1
    shift
    LD_LIBRARY_PATH=$front "$program" "$@" >"$dir/said" 2>&1
    status=$?
    [ $status = "$want" ] || bad "$*: ended with $status, not $want: $(tail -n 20 "$dir/said")"
}

# holds FILE WORDS
holds() { grep -qF -- "$2" "$1" || bad "$1 does not hold '$2'"; }

# whole FOLDER WORD: every workload is in the table, with that result
whole() {
    for file in "$SINTER_SOURCE"/bench/workloads/*.txt; do
        grep -F "| $(basename "$file" .txt) |" "$1/report.md" | grep -qF "$2" || bad "$(basename "$file") is not in the table"
    done
    holds "$1/report.md" '# Sinter on a simulated GPU'
    holds "$1/report.md" 'times below mean nothing'
    holds "$1/report.md" 'NumPy'
    ! grep -q WRONG "$1/report.md" || bad "a result is wrong"
}

# ---- where it does not run
program=$report
if ! "$SINTER" eval 1 --device cuda >/dev/null 2>&1; then
    "$report" --out "$dir/none" >"$dir/said" 2>&1
    [ $? = 77 ] || bad "without a GPU: $(cat "$dir/said")"
fi
ends 2
ends 2 --out "$SINTER_SOURCE/docs/measurements/simulated"
[ ! -e "$SINTER_SOURCE/docs/measurements/simulated" ] || bad "the simulated GPU was reported"
ends 2 --nonsense 1

# ---- with NumPy: another package in turn, a wrong reference
if "$SINTER_PYTHON" -c 'import numpy' 2>/dev/null; then
    ends 0 --out "$dir/out" --elements 3000 --rounds 2 --tests gpu_streams --peers numpy,nonsuch --python "$SINTER_PYTHON"
    whole "$dir/out" "NumPy's"
    holds "$dir/out/report.md" '| gpu_streams | passed |'
    holds "$dir/out/report.md" 'left out: nonsuch'
    grep -q '| kernels compiled in the second process | 0 |' "$dir/out/report.md" || bad "the second process compiles"
    "$SINTER_PYTHON" - "$dir/out/report.json" <<'CHECK' || bad "report.json is not as it should be"
import json, sys
r = json.load(open(sys.argv[1]))
rows = r["measurements"]["rows"]
assert r["simulated"] and r["passed"] and r["environment"]["NumPy"], r
assert all(row["seconds"] > 0 and row["error"] <= 2e-5 and row["peers"]["numpy"]["seconds"] > 0 for row in rows)
assert r["tests"] == {"gpu_streams": "passed"}, r["tests"]
CHECK
    mkdir "$dir/workloads"
    for reference in 'x * 2.0001' 'x[1:] * 2' 'x.astype(float32) * 2'; do
        printf '# t\nN = 1\nx = uniform(0, 1, N) float64\n---\nx * 2\n--- numpy\n%s\n' "$reference" >"$dir/workloads/wrong.txt"
        ends 1 --out "$dir/wrong" --elements 100 --rounds 1 --tests none --peers '' --workloads "$dir/workloads" --python "$SINTER_PYTHON"
        holds "$dir/wrong/report.md" 'WRONG: wrong: '
        holds "$dir/wrong/report.json" '"passed": false'
    done
fi

# ---- a text that Sinter refuses
if [ -d "$dir/workloads" ]; then
    printf '# t\nN = 1\nx = uniform(0, 1, N) float64\n---\nsort(x)\n' >"$dir/workloads/wrong.txt"
    ends 1 --out "$dir/wrong" --elements 100 --rounds 1 --tests none --peers '' --workloads "$dir/workloads" --python "$SINTER_PYTHON"
    holds "$dir/wrong/report.md" 'failed: '
    ends 1 --out "$dir/wrong" --elements 100 --rounds 1 --tests none --workloads "$dir/workloads" --python /nonexistent
    holds "$dir/wrong/report.md" 'failed: '
    printf '# t\nN = 1\n---\narange(3)\n' >"$dir/workloads/wrong.txt"
    ends 1 --out "$dir/wrong" --elements 100 --rounds 1 --tests none --workloads "$dir/workloads" --python /nonexistent
    holds "$dir/wrong/report.md" 'is no workload'
fi

# ---- from a bundle, without Python; a test that fails
ends 0 --bundle "$dir/carried"
ends 2 --bundle "$dir/carried"
program=$dir/carried/gpu-report
unset SINTER_BUILD
libraries=$dir/carried/build:$dir/carried/build/lib
for file in "$dir/carried"/build/gpu-bench "$dir/carried"/build/gpu_streams "$dir/carried"/build/lib*.so*; do
    LD_LIBRARY_PATH=$front:$libraries ldd "$file" >"$dir/ldd" 2>/dev/null
    ! grep -E 'not found|=> /' "$dir/ldd" | grep -vE "=> ($dir|$front|/lib|/usr/lib)" || bad "$file loads what is not carried"
    ! grep -E 'sleef|gomp|libomp|xxhash|sinter' "$dir/ldd" | grep -vF "=> $dir" | grep -v ':$' || bad "$file finds a library elsewhere"
done
ls "$dir"/carried/build/lib/libnvrtc.so.* "$dir"/carried/build/lib/libnvrtc-builtins.so.* >/dev/null || bad "NVRTC is not carried"
printf 'broken\tfalse\n' >>"$dir/carried/build/gpu-tests.tsv"
ends 1 --out "$dir/carried/out" --elements 3000 --rounds 2 --tests '*[kp]en' --python /nonexistent
whole "$dir/carried/out" "as the CPU's"
holds "$dir/carried/out/report.md" '| broken | failed (1) |'
holds "$dir/carried/out/report.md" '| cuda_api_dlopen | passed |'
holds "$dir/carried/out/report.md" "results are compared with the CPU's"
exit $failed
