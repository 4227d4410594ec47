#!/bin/sh
# docs/adding-an-op.md is true: its rows and functions, put into a copy of the tree and nothing else changed, make
# operations that C and text call, interpreted and compiled.
set -eu
[ -z "$SINTER_SANITIZE" ] || { echo "skipped: said once, without sanitizers" && exit 77; }
here=$SINTER_SOURCE/tests/api/add_op
page=$SINTER_SOURCE/docs/adding-an-op.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir tree
for part in CMakeLists.txt cmake include src templates tools; do cp -R "$SINTER_SOURCE/$part" tree/; done

# block NAME: what stands indented below <!-- NAME -->, wherever the page has that.
block() {
    awk -v mark="<!-- $1 -->" '$0 == mark { on = 1; next } on && /^    / { print substr($0, 5); next } { on = 0 }' "$page"
}

block row >rows
[ "$(grep -c '^SN_OP(' rows)" = 2 ] && [ "$(wc -l <rows)" = 2 ]
sed -i '0,/^#undef SN_OP$/{/^#undef SN_OP$/{
e cat rows
}}' tree/src/graph/ops.def
for file in templates/c/prelude_arith.c templates/cuda/prelude_arith.cu; do
    block "$file" >function
    grep -q '^//@ hinge' function
    { echo && cat function; } >>"tree/$file"
done
# One row and at most one function for each operation: three files and no other differ.
for part in cmake include src templates tools; do diff -rq "$SINTER_SOURCE/$part" "tree/$part" || true; done >changed
[ "$(wc -l <changed)" = 3 ] || { cat changed && exit 1; }

generator=
if command -v ninja >/dev/null 2>&1; then generator="-G Ninja"; fi
# shellcheck disable=SC2086
cmake $generator -S tree -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DSINTER_LOOP_FLAGS=-O0 \
    -DSINTER_TESTS=OFF -DCMAKE_C_COMPILER="${CC:-cc}" >cmake.log 2>&1 || { cat cmake.log && exit 1; }
cmake --build build -j "$(nproc)" --target sinter sinter-cc sinter_command >build.log 2>&1 || { tail -n 40 build.log && exit 1; }
"${CC:-cc}" -std=gnu11 -Wall -Wextra -Werror -I"$scratch/build/include" -Itree/include "$here/main.c" -o main -Lbuild -lsinter

export LD_LIBRARY_PATH="$scratch/build" SINTER_CACHE_DIR="$scratch/cache"
SINTER_JIT=off ./main
SINTER_JIT=sync ./main
for jit in off sync; do
    [ "$(SINTER_JIT=$jit build/sinter eval 'sumsq(array([3.0, 5.0]), array([4.0, 12.0]))')" = "[ 25. 169.]" ]
    [ "$(SINTER_JIT=$jit build/sinter eval 'hinge(array([-1, 2], dtype=int32))')" = "[0. 2.]" ]
done
