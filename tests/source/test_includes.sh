#!/bin/sh
# Includes point one way: api -> expr, io -> runtime -> codegen -> graph -> base.
set -eu
cd "$SINTER_SOURCE/src"

rank() {
    case $1 in
    base) echo 0 ;;
    graph) echo 1 ;;
    codegen) echo 2 ;;
    runtime) echo 3 ;;
    expr | io) echo 4 ;;
    api) echo 5 ;;
    *) echo "$1 is no part" >&2 && exit 1 ;;
    esac
}

bad=0
for part in base graph codegen runtime expr io api; do
    for other in base graph codegen runtime expr io api; do
        [ "$part" != "$other" ] && [ "$(rank "$other")" -ge "$(rank "$part")" ] || continue
        ! grep -rn "#include \"$other/" "$part" || { echo "$part must not include $other" && bad=1; }
    done
done
# A header named without its part would hide an arrow; tables stand beside their reader or are generated.
! grep -rnE '#include "[^/"]+"' . --include='*.[ch]' | grep -vE '"(sinter\.h|[a-z_]+\.(def|c))"' || bad=1
! grep -rnlE '#include [<"](cuda|nvrtc|cublas|cufft)' . | grep -v '^./runtime/cuda/' || bad=1
! grep -nE '#include "(base|graph|codegen|runtime|expr|io|api)/' -r ../include ||
    { echo "public headers stand alone" && bad=1; }
exit $bad
