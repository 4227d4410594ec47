#!/bin/sh
# Every workload of the bench takes as many kernels as kernel_counts.tsv says: kernel_counts.sh SINTER_BENCH [TABLE [FOLDER]]
# On a GPU too (SINTER_DEVICE=cuda), where arrays of a million elements are left to the processor.
set -eu
bench=$1
table=${2:-$SINTER_SOURCE/tests/cpu/kernel_counts.tsv}
folder=${3:-$SINTER_SOURCE/bench/workloads}
failed=0

# counted ELEMENTS COLUMN: the table's column beside what is counted
counted() {
    "$bench" kernels "$1" "$folder"/*.txt "$folder"/loops/*.txt | sort >counted.tsv
    grep -v '^#' "$table" | cut -f "1,$2" | sort >expected.tsv
    if ! diff expected.tsv counted.tsv >differs; then
        echo "FAILED: kernels with $1 elements; < expected, > counted" >&2
        cat differs >&2
        failed=1
    fi
}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
counted 3000 2
[ "${SINTER_DEVICE:-cpu}" = cuda ] || counted 1000000 3
exit $failed
