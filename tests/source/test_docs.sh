#!/bin/sh
# The reference of operations is what the table says.
set -eu
"$SINTER_BUILD/gendocs" ops.md
cmp ops.md "$SINTER_SOURCE/docs/ops.md" || { echo "docs/ops.md is stale: ninja -C $SINTER_BUILD docs" && exit 1; }
