#!/bin/sh
# Runs a program on a sample of a file: sample.sh EACH PROGRAM [ARGUMENT ...] FILE
# On the simulated GPU one line in EACH, chosen by a hash of the line, so that a line that is added moves no other; on
# a real one, eight times as many.  Lines of special values and pairs of dtypes are the grid's.
set -eu
each=$1
shift
[ "$SINTER_TEST_GPU" = simulated ] || each=$(((each + 7) / 8))
for file in "$@"; do :; done
sample=sample-$(basename "$file")
awk -v each="$each" '
    BEGIN { for (k = 1; k < 256; k++) code[sprintf("%c", k)] = k }
    /^#/ || /^[a-z0-9_]+-(pair|special)-/ { next }
    {
        hash = 0
        for (k = 1; k <= length($0) && k <= 200; k++) hash = (hash * 31 + code[substr($0, k, 1)]) % 1000003
        if (hash % each == 1 % each) print
    }' "$file" >"$sample"
count=$#
for argument in "$@"; do
    shift
    count=$((count - 1))
    if [ $count = 0 ]; then argument=$sample; fi
    set -- "$@" "$argument"
done
exec "$@"
