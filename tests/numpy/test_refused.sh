#!/bin/sh
# What NumPy refuses is refused with one line that names what is wrong (errors.tsv); what is not supported yet
# says so, and leaves later.tsv when it is.
set -u
here=$SINTER_SOURCE/tests/numpy
failed=0

bad() {
    printf 'FAILED: %s\n' "$*" >&2
    failed=1
}

# refused NAME EXPRESSION: the message is left in `message`.
refused() {
    rm -f refused.npy
    "$SINTER" eval "$2" -o refused.npy >out 2>err
    status=$?
    message=$(head -n 1 err)
    [ "$status" = 1 ] || { bad "$1: exit status $status, not 1: $2"; return 1; }
    [ "$(wc -l <err)" -le 3 ] || bad "$1: more than a message and its place: $(cat err)"
    [ ! -e refused.npy ] && [ ! -s out ] || bad "$1: something was written"
}

tab=$(printf '\t')
errors=0
while IFS=$tab read -r name words expression; do
    case $name in '#'* | '') continue ;; esac
    errors=$((errors + 1))
    refused "$name" "$expression" || continue
    while [ -n "$words" ]; do
        word=${words%%; *}
        case $message in *"$word"*) ;; *) bad "$name: '$word' is not in: $message" ;; esac
        [ "$word" = "$words" ] && break
        words=${words#*; }
    done
done <"$here/errors.tsv"
[ "$errors" -gt 10 ] || bad "only $errors lines of errors.tsv were read"

while IFS=$tab read -r name kind waits expression; do
    case $name in '#'* | '') continue ;; esac
    case $kind in
    answer) to=cases.tsv ;;
    refusal) to=errors.tsv ;;
    *) bad "$name: '$kind' is neither answer nor refusal" ;;
    esac
    refused "$name" "$expression"
    case $message in
    *"not supported yet"*) ;;
    *) bad "$name waits for $waits no longer: move its line from later.tsv to $to (it says: ${message:-nothing})" ;;
    esac
done <"$here/later.tsv"

if "${SINTER_PYTHON:-python3}" -c 'import numpy' 2>/dev/null; then
    PYTHONDONTWRITEBYTECODE=1 "$SINTER_PYTHON" "$here/refusals.py" "$here/errors.tsv" "$here/later.tsv" || failed=1
else
    echo "not compared with NumPy, which is not there"
fi
exit $failed
