#!/bin/sh
# The C compiler with less optimisation, in half the time: what a kernel's source means is the same.
for argument do
    shift
    [ "$argument" != -O3 ] || argument=-O1
    set -- "$@" "$argument"
done
exec "${CC:-cc}" "$@"
