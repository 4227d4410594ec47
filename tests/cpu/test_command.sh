#!/bin/sh
# The sinter command: what it prints, how it fails, what it leaves behind.
set -u
dir=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export SINTER_CACHE_DIR="$dir/cache"
unset SINTER_DUMP SINTER_EXPLAIN SINTER_JIT SINTER_DEVICE SINTER_FUSE
failed=0

bad() {
    printf 'FAILED: %s\n' "$*" >&2
    failed=1
}

# run STATUS ARGUMENT...: runs the command, keeps its output in out and err.
run() {
    want=$1
    shift
    "$SINTER" "$@" >out 2>err
    got=$?
    [ "$got" = "$want" ] || bad "sinter $*: exit status $got, not $want: $(cat err)"
}

prints() { [ "$(cat out)" = "$1" ] || bad "printed: $(cat out)"; }
says() { grep -qF -- "$1" err || bad "stderr does not say '$1': $(cat err)"; }
lines() { [ "$(wc -l <err)" -le "$1" ] || bad "more than $1 lines on stderr: $(cat err)"; }
has() { grep -qF -- "$1" "$2" || bad "$2 lacks '$1'"; }
files() { find "$1" -type f | wc -l; }
# The value of a counter in the line of --stats.
stat() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" err; }
is() { [ "$(stat "$1")" = "$2" ] || bad "$1 is $(stat "$1"), not $2"; }

# ---- help, version, wrong usage
run 0 --version
grep -qE '^sinter [0-9]+\.[0-9]+\.[0-9]+$' out || bad "version: $(cat out)"
run 0 --help
has "usage: sinter eval" out
has SINTER_DEVICE out
run 0 eval --help
run 2
run 2 frobnicate
says "'frobnicate' is no command"
run 2 eval
run 2 eval --nonsense 1
says "--nonsense"
run 2 eval 1 -o
says "-o needs a value"
run 2 eval 1 --repeat 0
run 2 eval 1 --repeat x
run 2 eval 1 --repeat 99999999999999999999
run 2 eval 1 --device toaster
run 2 eval 1 --dump=
run 2 eval x x
run 2 eval x 1x=a.npy
run 2 eval x x=a.npy x=b.npy
says "given twice"
run 2 cache
run 2 cache burn
run 2 warm
run 2 info --nonsense

run 2 bench
says "no expression"
run 2 bench 1 --nonsense
run 2 bench 1 --rounds 0
run 2 bench 1 --rounds 9999999
run 2 bench 1 --rounds
run 2 bench x x
run 2 bench x x=a.npy x=b.npy

# ---- results
run 0 eval '1 + 2'
prints 3
run 0 eval '-2 * arange(3)'
prints '[ 0 -2 -4]'
run 0 eval 'arange(6).reshape(2, 3) / 2'
prints '[[0.  0.5 1. ]
 [1.5 2.  2.5]]'
run 0 eval 'a = arange(4); b = a * a
b.sum()'
prints 14
printf 't = arange(5.)\n\nt[::-1] * 2\n' >text
run 0 eval -f text
prints '[8. 6. 4. 2. 0.]'
run 0 eval 'arange(6, dtype=float32).reshape(2, 3)' -o x.npy
prints ''
run 0 eval 'x.T' x=x.npy
prints '[[0. 3.]
 [1. 4.]
 [2. 5.]]'
run 0 eval 'x.T' x=x.npy -o t.npy
run 0 eval 'abs(t.T - x).sum()' x=x.npy t=t.npy
prints 0.0

# ---- a user's errors: status 1, one line, the place of a syntax error below it
run 1 eval 'x + 1'
says "sinter: "
says "x"
lines 3
run 1 eval '1 +* 2'
lines 3
says '^'
run 1 eval 'arange(3) + arange(4)'
says 'add: shapes (3,) and (4,) do not broadcast'
run 1 eval 'x' x=absent.npy
says absent.npy
lines 1
printf 'not an array' >wrong.npy
run 1 eval 'x' x=wrong.npy
says wrong.npy
lines 1
run 1 eval -f absent
says absent
lines 1
run 1 eval -f /dev/zero
says "/dev/zero: a text is no longer than"
lines 1
run 1 eval "$(printf '%0400d' 0 | tr 0 '(')"
lines 3

# ---- -o is all or nothing
cp x.npy before.npy
run 1 eval 'arange(3) + arange(4)' -o x.npy
cmp -s x.npy before.npy || bad "a failed expression changed its output file"
run 1 eval '1' -o absent/x.npy
says absent
mkdir taken.npy
run 1 eval '1' -o taken.npy
[ "$(find . -maxdepth 1 -name '*.npy*' | wc -l)" = 5 ] || bad "files are left: $(ls)"
if [ "$(id -u)" != 0 ]; then
    mkdir locked && chmod a-w locked
    run 1 eval '1' -o locked/x.npy
fi
"$SINTER" eval 'arange(2000)' >/dev/full 2>err && bad "a full disk went unnoticed"

# ---- one kernel, its source, its counters
expression='where(x > .5, sin(x)*2, y) / x.sum(axis=1, keepdims=True)'
run 0 eval 'sin(arange(3000, dtype=float32)).reshape(30, 100)' -o x.npy
run 0 eval 'cos(arange(3000, dtype=float32)).reshape(30, 100)' -o y.npy
run 0 cache clear
run 0 eval "$expression" x=x.npy y=y.npy -o z.npy --dump=d --stats
[ "$(wc -l <err)" = 1 ] || bad "--stats took more than a line: $(cat err)"
[ "$(files d)" = 1 ] || bad "--dump=d wrote $(files d) files"
has '"device": "cpu"' err
is kernels 1
is bytes_written 12000
for field in launches library_calls compiled disk_hits memory_hits interpreted forced bytes_read bytes_copied \
    bytes_h2d bytes_d2h syncs peak_bytes seconds plan_hits plan_misses nodes; do
    [ -n "$(stat $field)" ] || bad "--stats lacks $field"
done
run 0 eval "$expression" x=x.npy y=y.npy --stats -o again.npy
is compiled 0
is disk_hits 1
cmp -s z.npy again.npy || bad "a second process gave other bits"
run 0 eval "$expression" x=x.npy y=y.npy --stats --repeat 50 -o again.npy
is compiled 0
is kernels 50
is plan_hits 49
cmp -s z.npy again.npy || bad "--repeat gave other bits"
run 0 eval "$expression" x=x.npy y=y.npy --dump
says sn_kernel
run 0 eval "$expression" x=x.npy y=y.npy --explain
[ -s err ] || bad "--explain said nothing"
export SINTER_JIT=off
run 0 eval "$expression" x=x.npy y=y.npy --stats -o slow.npy
unset SINTER_JIT
[ "$(stat interpreted)" -gt 0 ] || bad "nothing was interpreted"
cmp -s z.npy slow.npy || bad "the interpreter gave other bits"

# ---- bench: what an expression is bound by
run 0 eval 'arange(16.)' -o small.npy
run 0 eval 'arange(2000000.)' -o large.npy
run 0 bench 'x + 1' x=large.npy --rounds 3
has 'kernels    1, which read 16 MB and write 16 MB' out
for line in 'time       ' 'bytes      ' 'a copy of as many does' 'overhead   ' 'bound by   '; do has "$line" out; done
run 0 bench 'x.sum()' x=large.npy --rounds 1
has 'a read of as many does' out
field() { sed -n "s/.*\"$1\": \"*\([0-9.a-z]*\).*/\1/p" out; }
# The least of many samples, so that a busy machine does not decide: two microseconds are not 256 bytes' copy.
run 0 bench 'x + 1' x=small.npy --rounds 25 --json
[ "$(field bytes_read)" = 128 ] && [ "$(field bytes_written)" = 128 ] && [ "$(field kernels)" = 1 ] || bad "bench: $(cat out)"
[ "$(field bound)" = overhead ] || bad "16 elements are not bound by overhead: $(cat out)"
run 0 bench 'sin(sin(sin(sin(sin(sin(sin(sin(sin(sin(x))))))))))' x=large.npy --rounds 3 --json
[ "$(field bound)" = arithmetic ] || bad "ten sines are not bound by arithmetic: $(cat out)"
printf 'x + 1\n' >text
run 0 bench -f text x=small.npy --rounds 1
run 1 bench 'x + y' x=small.npy
says "y"
run 1 bench 'x + ' x=small.npy
lines 3
run 1 bench 'x + 1' x=nothere.npy
lines 1
(export SINTER_JIT=off && run 0 bench 'x + 1' x=small.npy --rounds 1)
has 'interpreted' out

# ---- info, cache, warm
run 0 info
has "device           cpu" out
run 0 info --json
grep -qE '^\{"version": ".*", "device": "cpu", .*\}$' out || bad "info --json: $(cat out)"
run 0 cache path
prints "$SINTER_CACHE_DIR"
run 0 cache list
has ' entries, ' out
run 0 cache verify
has 'none damaged' out
run 0 cache clear
printf '# a comment\n\nx=float32(20,30) y=y.npy: x * 2 + x.sum()\n: arange(10) * 3\n' >exprs
run 0 warm exprs
has '2 expressions' out
run 0 eval 'x * 2 + x.sum()' x=x.npy --stats -o z.npy
is compiled 0
printf 'x=float32(2,3): x\nx=float33(2): x\n' >exprs
run 1 warm exprs
says 'exprs, line 2'
printf 'x + \n' >exprs
run 1 warm exprs
says 'exprs, line 1'
printf ': 1 +\n' >exprs
run 1 warm exprs
lines 3

exit $failed
