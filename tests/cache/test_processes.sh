#!/bin/sh
# The kernel cache as the command meets it: shared, damaged, foreign, read-only, absent.
set -u
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
cp "$SINTER_SOURCE/examples/data/moon.npy" .
export SINTER_CACHE_DIR="$work/cache" SINTER_JIT=sync SINTER_LOG=warn
bad=0

fail() { echo "FAILED: $*"; bad=1; }
evaluate() { "$SINTER" eval "$expression" moon=moon.npy -o out.npy --stats >"$1" 2>&1; }
counter() { sed -n "s/.*\"$2\": \([0-9]*\).*/\1/p" "$1"; }
expect() { # what, file, counter, value
    [ "$(counter "$2" "$3")" = "$4" ] || { fail "$1: $3 is not $4" && cat "$2"; }
}
entry() { find cache -name '*.snk' -exec grep -l 'Sinter kernel' {} +; } # the compiler's identity is an entry too

expression='(moon.astype(float32) * 0.5 + 1).sum(axis=1)'

# ---- compiled once, then read from the disk, with the same result --------------------------------------
evaluate first || fail "first evaluation"
expect "empty cache" first compiled 1
cp out.npy want.npy
entries=$(entry | wc -l)
[ "$entries" = 1 ] || fail "one kernel, $entries entries"
evaluate second
expect "second process" second compiled 0
expect "second process" second disk_hits 1
cmp -s out.npy want.npy || fail "second process: another result"
[ "$(stat -c %a cache)" = 700 ] || fail "the folder is open to others"

# ---- damage is a miss, mended by the next store -----------------------------------------------------------
whole=$(entry)
cp "$whole" whole.snk
size=$(stat -c %s "$whole")
damage() {
    evaluate damaged || fail "$1: the evaluation failed"
    expect "$1" damaged compiled 1
    cmp -s out.npy want.npy || fail "$1: another result"
    "$SINTER" cache verify >/dev/null || fail "$1: not mended"
}
for n in 0 1 50 200 $((size / 2)) $((size - 1)); do
    head -c "$n" whole.snk >"$whole"
    damage "cut to $n bytes"
done
{ head -c $((size / 2)) whole.snk && printf X && tail -c $((size - size / 2 - 1)) whole.snk; } >"$whole"
cmp -s "$whole" whole.snk || damage "a byte changed"
echo "another program's" >"$whole"
damage "foreign file"
rm "$whole" && mkdir "$whole"
evaluate damaged || fail "a folder in its place: the evaluation failed"
cmp -s out.npy want.npy || fail "a folder in its place: another result"
rmdir "$whole"

# ---- many processes with nothing cached --------------------------------------------------------------------
rm -rf cache
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    "$SINTER" eval "$expression" moon=moon.npy -o "out-$i.npy" >"log-$i" 2>&1 || touch "failed-$i" &
done
wait
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    if [ -e "failed-$i" ] || [ -s "log-$i" ] || ! cmp -s "out-$i.npy" want.npy; then
        fail "process $i of 16" && cat "log-$i"
    fi
done
[ "$(entry | wc -l)" = 1 ] || fail "16 processes leave one kernel: $(ls cache)"
[ -z "$(find cache -name '*.tmp')" ] || fail "temporary files are left: $(ls cache)"

# ---- folders that cannot be used: one warning, the right result ------------------------------------------------
refuse() { # what, words of the warning
    evaluate refused || fail "$1: the evaluation failed"
    if [ "$(grep -c warning: refused)" != 1 ] || ! grep -q "$2" refused; then
        fail "$1: warning" && cat refused
    fi
    cmp -s out.npy want.npy || fail "$1: another result"
}
chmod 777 cache
refuse "open to others" "others may write"
chmod 700 cache
SINTER_CACHE_DIR=/dev/null/cache refuse "not a folder" "Not a directory"
if [ "$(id -u)" = 0 ]; then
    chown 12345 cache
    refuse "of another user" "belongs to another user"
    chown 0 cache
else
    rm -rf cache && mkdir cache && chmod 500 cache
    refuse "read-only" "Permission denied"
    chmod 700 cache
fi

# ---- the command ---------------------------------------------------------------------------------------------------
evaluate again
[ "$("$SINTER" cache path)" = "$work/cache" ] || fail "cache path"
[ "$("$SINTER" cache list | grep -c "$(basename "$(entry)" .snk)")" = 1 ] || fail "cache list"
"$SINTER" cache verify >/dev/null || fail "cache verify of a whole cache"
head -c 300 whole.snk >cache/0123456789abcdef0123456789abcdef.snk
"$SINTER" cache verify >verified 2>&1 && fail "cache verify found nothing: $(cat verified)"
echo mine >cache/notes.txt
"$SINTER" cache clear >/dev/null || fail "cache clear"
[ "$(ls cache)" = notes.txt ] || fail "cache clear leaves what is not ours: $(ls cache)"

# ---- a small budget -----------------------------------------------------------------------------------------------------
export SINTER_CACHE_MAX=40K
for axis in 0 1; do
    for factor in sin cos exp tanh; do
        expression="$factor(moon.astype(float32)).max(axis=$axis)"
        evaluate swept || fail "sweep: the evaluation failed"
    done
done
bytes=$(find cache -name '*.snk' -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')
{ [ "$bytes" -le 40960 ] && [ "$bytes" -gt 0 ]; } || fail "a cache of $bytes bytes under a budget of 40 K"

exit $bad
