#!/bin/sh
# The macros are clean and mean the same under each compiler that is here, with the strictest warnings.
set -eu
[ -z "$SINTER_SANITIZE" ] || { echo "skipped: a sanitized library needs a sanitized program" && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SINTER_CACHE_DIR="$folder/cache" SINTER_JIT=off
tried=0
for cc in gcc clang; do
    command -v "$cc" >/dev/null || continue
    tried=$((tried + 1))
    for program in numbers macros; do
        "$cc" -std=gnu11 -O0 -Wall -Wextra -Wshadow -Wconversion -Wcast-qual -Werror \
            -I"$SINTER_SOURCE/include" -I"$SINTER_BUILD/include" "$SINTER_SOURCE/tests/api/$program.c" \
            -o "$folder/$cc-$program" -L"$SINTER_BUILD" -lsinter -Wl,-rpath,"$SINTER_BUILD"
        "$folder/$cc-$program"
    done
done
[ "$tried" -gt 0 ] || { echo "skipped: neither gcc nor clang is here" && exit 77; }
