#!/bin/sh
# With a compiler, without one and with one that fails: the same bits; and no compiler is started in vain.
set -u
dir=$(mktemp -d) || exit 1
trap 'chmod -R u+rwx "$dir"; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export SINTER_CACHE_DIR="$dir/cache" SINTER_JIT=sync SINTER_LOG=warn
unset SINTER_CC SINTER_DUMP SINTER_EXPLAIN SINTER_FUSE
failed=0

bad() {
    printf 'FAILED: %s\n' "$*" >&2
    failed=1
}
expression='where(x > .5, sin(x)*2, y) / x.sum(axis=1, keepdims=True)'
other='where(x > .5, sin(x)*3, y) - x.sum(axis=1, keepdims=True)'
# evaluate VARIABLE=VALUE NAME [EXPRESSION]: the result in NAME.npy, what was said in NAME.err
evaluate() {
    set -- "$@" "$expression"
    env "$1" "$SINTER" eval "$3" x=x.npy y=y.npy -o "$2.npy" --stats 2>"$2.err" || bad "$2: $(cat "$2.err")"
}
counter() { sed -n "s/.*\"$2\": \([0-9]*\).*/\1/p" "$1.err"; }
is() { [ "$(counter "$1" "$2")" = "$3" ] || bad "$1: $2 is $(counter "$1" "$2"), not $3: $(cat "$1.err")"; }
same() { cmp -s compiled.npy "$1.npy" || bad "$1: other bits than the compiled kernel's"; }
warnings() { [ "$(grep -c warning: "$1.err")" = "$2" ] || bad "$1: not $2 warnings: $(cat "$1.err")"; }
empty() { rm -rf cache; }

SINTER_JIT=off "$SINTER" eval 'sin(arange(70000, dtype=float32)).reshape(70, 1000)' -o x.npy || exit 1
SINTER_JIT=off "$SINTER" eval 'cos(arange(70000, dtype=float32) * 7).reshape(70, 1000)' -o y.npy || exit 1

# ---- no compiler on PATH: the interpreter, silently, and the same bits
evaluate PATH=/nonexistent alone
is alone compiled 0
is alone kernels 1
[ "$(counter alone interpreted)" -gt 0 ] || bad "nothing was interpreted without a compiler"
compiler=$("$SINTER" info --json | sed -n 's/.*"compiler": "\([^"]*\)".*/\1/p')
if [ -z "$compiler" ]; then
    echo "skipped: no C compiler here" >&2
    [ $failed = 0 ] && exit 77
    exit 1
fi
empty
evaluate SINTER_JIT=sync compiled
is compiled compiled 1
is compiled interpreted 0
warnings compiled 0
same alone
warnings alone 0

# ---- a full cache serves a process that has no compiler
evaluate PATH=/nonexistent served
same served
warnings served 0

# ---- compilers that fail: one warning in a process, however many kernels
fails() { # NAME COMPILER
    empty
    evaluate "SINTER_CC=$2" "$1"
    same "$1"
    warnings "$1" 1
    [ "$(counter "$1" interpreted)" -gt 0 ] || bad "$1: nothing was interpreted"
    SINTER_CC=$2 "$SINTER" eval "a = ($expression); b = ($other); a.sum() + b.T.max()" x=x.npy y=y.npy --repeat 5 \
        >/dev/null 2>"$1.err" || bad "$1: $(cat "$1.err")"
    warnings "$1" 1
    [ -z "$(find cache -name '*.tmp' 2>/dev/null)" ] || bad "$1: temporary files are left"
}
fails false /bin/false
fails missing /nonexistent/cc
printf '#!/bin/sh\n[ "$1" = --version ] && echo "broken 1" && exit 0\necho "no such thing" >&2\nexit 1\n' >broken
printf '#!/bin/sh\n[ "$1" = --version ] && echo "idle 1"\nexit 0\n' >idle
printf '#!/bin/sh\n[ "$1" = --version ] && echo "dying 1" && exit 0\nkill -SEGV $$\n' >dying
# What it writes is no object.
cat >scribbling <<'TEXT'
#!/bin/sh
[ "$1" = --version ] && echo "scribbling 1" && exit 0
while [ $# -gt 0 ]; do
    [ "$1" = -o ] && echo rubbish >"$2"
    shift
done
TEXT
for name in broken idle dying scribbling; do
    chmod +x $name
    fails $name "$dir/$name"
done

# ---- a compiler is started once for a kernel, and never by a process that finds it in the cache
cat >counting <<TEXT
#!/bin/sh
echo call >>"$dir/calls"
exec "$compiler" "\$@"
TEXT
chmod +x counting
export SINTER_CC="$dir/counting"
calls() { wc -l <calls; }
empty
evaluate SINTER_JIT=sync first
is first compiled 1
same first
[ "$(calls)" -le 2 ] || bad "one kernel took $(calls) runs of the compiler"
before=$(calls)
evaluate SINTER_JIT=sync second
is second compiled 0
is second disk_hits 1
evaluate SINTER_JIT=async third
is third compiled 0
is third interpreted 0
same second
same third
"$SINTER" eval "$expression" x='x.npy' y='y.npy' --repeat 100 -o third.npy
"$SINTER" eval "t = $expression; t[::-1]" x='x.npy' y='y.npy' -o third.npy
[ "$(calls)" = "$before" ] || bad "a compiler was started though the kernel is in the cache"
evaluate SINTER_JIT=off off
[ "$(calls)" = "$before" ] || bad "a compiler was started though JIT is off"
same off

# ---- another compiler is another kernel
printf '#!/bin/sh\n[ "$1" = --version ] && echo "another 2" && exit 0\nexec "%s" "$@"\n' "$compiler" >another
chmod +x another
evaluate SINTER_CC="$dir/another" another
is another compiled 1
same another

# ---- an entry under another key's name is not taken
kernels() { find cache -name '*.snk' -exec grep -l 'Sinter kernel' {} + | sort; }
unset SINTER_CC
empty
evaluate SINTER_JIT=sync mine
mine=$(kernels)
evaluate SINTER_JIT=sync theirs "$other"
theirs=$(kernels | grep -v "$mine")
cp theirs.npy want.npy
if [ -f "$mine" ] && [ -f "$theirs" ]; then
    cp "$mine" "$theirs"
    evaluate SINTER_JIT=sync theirs "$other"
    is theirs compiled 1
    cmp -s theirs.npy want.npy || bad "an entry of another key was believed"
    "$SINTER" cache verify >/dev/null || bad "the entry was not mended"
else
    bad "two expressions did not leave two kernels: $(ls cache)"
fi

# ---- a bit flipped anywhere is seen
size=$(stat -c %s "$mine")
flip() { # OFFSET BIT
    octet=$(od -An -tu1 -j "$1" -N 1 "$mine" | tr -d ' ')
    printf "\\$(printf '%03o' $((octet ^ (1 << $2))))" | dd of="$mine" bs=1 seek="$1" conv=notrunc 2>/dev/null
}
n=0
for at in 0 9 17 40 $((size / 3)) $((size * 2 / 3)) $((size - 9)) $((size - 1)); do
    n=$((n + 1))
    cp "$mine" whole
    flip "$at" $((n % 8))
    cmp -s "$mine" whole && bad "nothing was flipped"
    evaluate SINTER_JIT=sync flipped
    is flipped compiled 1
    same flipped
    cmp -s "$mine" whole || "$SINTER" cache verify >/dev/null || bad "a flipped bit at $at was not mended"
done

# ---- a folder that the user may read and not write: it serves, and new kernels are compiled all the same
if [ "$(id -u)" = 0 ]; then
    chmod 755 "$dir"
    chown -R nobody "$dir"
    as_user() { setpriv --reuid nobody --clear-groups "$@"; }
    as_user "$SINTER" --version >/dev/null 2>&1 || as_user() { return 77; }
else
    as_user() { "$@"; }
fi
chmod 500 cache
as_user "$SINTER" eval "$expression" x=x.npy y=y.npy --stats -o read.npy 2>read.err
case $? in
0)
    is read compiled 0
    is read disk_hits 1
    same read
    as_user "$SINTER" eval "$other * 2" x=x.npy y=y.npy --stats -o new.npy 2>new.err || bad "read-only: $(cat new.err)"
    is new compiled 1
    warnings new 1
    ;;
77) echo "part skipped: the tests run as root and no other user may run the command" >&2 ;;
*) bad "a read-only folder: $(cat read.err)" ;;
esac
[ -z "$(find cache -name '*.tmp')" ] || bad "temporary files are left: $(ls cache)"

exit $failed
