"""NumPy, the oracle.  Without it, or with one before 2.2, the test that imports this is skipped."""
import sys

try:
    import numpy as np
except ImportError:
    np = None

if np is None or np.lib.NumpyVersion(np.__version__) < "2.2.0":
    print(f"skipped: NumPy 2.2 or later is the oracle; this is {np and np.__version__}", file=sys.stderr)
    sys.exit(77)
