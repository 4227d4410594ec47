"""Arrays put together from others, in random programs."""
import fuzz_compare as judge
from fuzz_programs import FUNCTIONS, construct


def alike_but(m, x, axis):
    """Names whose shape is that of x but for one axis."""

    def fits(y):
        v = m.value(x)
        return y.ndim == v.ndim and all(a == b or k == axis for k, (a, b) in enumerate(zip(v.shape, y.shape)))

    return [m.some() if m.out() else m.some(fits) for _ in range(m.one([1, 2, 2, 3]))]


@construct(5, "concatenate", "stack", "hstack", "vstack", "dstack", "column_stack", "append", "block")
def joined(m):
    x = m.some()
    n = m.value(x).ndim
    axis = m.axis(n)
    names = [x, *alike_but(m, x, axis % n if n else None)]
    m.random.shuffle(names)
    listed, y = f"[{', '.join(names)}]", names[0]
    dtype = m.one(["", "", "", ", dtype=float64"])
    text = m.one([
        f"concatenate({listed}, axis={axis}{dtype})", f"concatenate({listed}, axis={axis})", f"concatenate({listed})",
        f"concat({listed}, axis=None)", f"stack({listed}, axis={m.axis(n, 1)})", f"stack({listed})",
        f"hstack({listed})", f"vstack({listed})", f"dstack({listed})", f"column_stack({listed})",
        f"append({x}, {y}, axis={axis})", f"append({x}, {y})", f"block({listed})", f"block([[{x}], [{y}]])",
        f"array({listed})" if "block" in FUNCTIONS else f"stack({listed})",
    ])
    return text, names, judge.exact


@construct(3, "roll")
def rolled(m):
    x = m.some()
    n = m.value(x).ndim
    shift, a, b = m.below(15) - 7, m.axis(n), m.axis(n)
    return m.one([f"roll({x}, {shift})", f"roll({x}, {shift}, axis={a})", f"roll({x}, ({shift}, 2), axis=({a}, {b}))",
                  f"roll({x}, {shift}, ({a}, {b}))"]), [x], judge.exact


@construct(3, "pad")
def padded(m):
    x = m.some(lambda v: v.size < 400)
    if x is None:
        return None
    n = m.value(x).ndim
    a, b = m.below(4), m.below(3)
    each = "(" + "".join(f"({m.below(3)}, {m.below(3)}), " for _ in range(n)) + ")"
    width = m.one([str(a), f"({a}, {b})", each if n else str(a), f"(({a}, {b}),)"] + ["-1"] * m.out())
    number = m.number(m.value(x).dtype)[0]
    rest = m.one(["", f", constant_values={number}", ", mode='constant'", f", 'constant', constant_values=({number}, 1)",
                  ", 'edge'", ", mode='wrap'", ", mode='reflect'", ", 'symmetric'"])
    return f"pad({x}, {width}{rest})", [x], judge.exact


@construct(1, "delete", "insert")
def removed(m):
    x = m.some()
    n = m.value(x).ndim
    axis = m.axis(n)
    size = m.value(x).shape[axis] if n and -n <= axis < n else 1
    at = m.below(2 * size + 1) - size
    number = m.number(m.value(x).dtype)[0]
    return m.one([f"delete({x}, {at}, axis={axis})", f"insert({x}, {at}, {number}, axis={axis})", f"delete({x}, {at})",
                  f"insert({x}, {at}, {number})"]), [x], judge.exact
