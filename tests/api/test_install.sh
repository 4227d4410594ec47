#!/bin/sh
# Installs to a fresh prefix, then builds and runs a consumer by pkg-config and by find_package.
set -eu
[ -z "$SINTER_SANITIZE" ] || { echo "skipped: a sanitized library needs a sanitized consumer" && exit 77; }
prefix=$(mktemp -d)
# A compile that outlives its host may still be writing into the cache.
trap 'rm -rf "$prefix" 2>/dev/null || { sleep 2; rm -rf "$prefix"; }' EXIT
consumer=$SINTER_SOURCE/tests/api/install

cmake --install "$SINTER_BUILD" --prefix "$prefix" >/dev/null
export SINTER_CACHE_DIR="$prefix/cache"

pc=$(dirname "$(find "$prefix" -name sinter.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs sinter)
lib=$(PKG_CONFIG_PATH=$pc pkg-config --variable=libdir sinter)
# shellcheck disable=SC2086
${CC:-cc} -std=gnu11 -Wall -Wextra -Wshadow -Werror "$consumer/main.c" -o "$prefix/by-pkg-config" $flags
LD_LIBRARY_PATH=$lib "$prefix/by-pkg-config"

cmake -S "$consumer" -B "$prefix/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$prefix/build" >/dev/null
"$prefix/build/consumer"

# The installed library finds its compile helper, the installed command its library.
SINTER_JIT=sync LD_LIBRARY_PATH=$lib "$prefix/by-pkg-config"
env -u LD_LIBRARY_PATH "$prefix/bin/sinter" info >/dev/null
