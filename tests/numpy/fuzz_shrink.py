"""Cuts a failing program down to a smallest one, and writes it as text that can be pasted into a command line."""
import numpy as np

from fuzz_programs import Program
from fuzz_writes import Writes

ATTEMPTS = 400


def rebuilt(program, leaves, statements):
    """The program evaluated anew by NumPy; None where it no longer makes sense."""
    if isinstance(program, Writes):
        again = Writes(dict(leaves), statements, program.results)
        return again if again.results and all(r in again.values for r in again.results) else None
    program = Program(dict(leaves), [])
    for s in statements:
        if program.refused or any(n not in program.values or program.values[n] is None for n in s.uses):
            return None
        program.values[s.name] = program.run(s)
        if program.values[s.name] is None and not program.refused:
            return None
        program.statements.append(s)
    return program if program.statements else None


def needed(leaves, statements):
    """Without what the last statement does not depend on."""
    names, kept = set(statements[-1].uses), [statements[-1]]
    for s in reversed(statements[:-1]):
        if s.name in names:
            names |= set(s.uses)
            kept.append(s)
    return {n: v for n, v in leaves.items() if n in names}, kept[::-1]


def shorter(program, leaves, statements):
    for k in range(len(statements)):  # end earlier
        yield needed(leaves, statements[: k + 1])
    for k, s in enumerate(statements[:-1]):  # a statement becomes an input
        value = program.values[s.name]
        yield needed({**leaves, s.name: (value, value)}, statements[:k] + statements[k + 1 :])


def variants(program):
    """Simpler programs, the greatest cuts first: (leaves, statements)."""
    leaves, statements = program.leaves, program.statements
    if isinstance(program, Writes):
        for k in range(len(statements)):
            yield leaves, statements[:k] + statements[k + 1 :]
    else:
        yield from shorter(program, leaves, statements)
    for name, (array, base) in leaves.items():
        if array is not base:
            plain = np.ascontiguousarray(array).reshape(array.shape)
            yield {**leaves, name: (plain, plain)}, statements
    yield from smaller(leaves, statements)


def smaller(leaves, statements):
    """Inputs with fewer elements, then with simpler ones."""
    plain = {n: a for n, (a, base) in leaves.items() if a is base}
    lengths = sorted({d for a in plain.values() for d in a.shape if d > 1}, reverse=True)
    for length in lengths:  # every axis of that length, so that they still fit
        for part in (slice(0, length // 2), slice(length // 2, None), slice(0, length - 1), slice(1, None)):
            cut = {n: a[(*(part if d == length else slice(None) for d in a.shape), ...)].copy() for n, a in plain.items()}
            yield {**leaves, **{n: (a, a) for n, a in cut.items()}}, statements
    for n, a in plain.items():
        for k, d in enumerate(a.shape):
            if d > 1:
                for at in range(min(d, 4)):
                    part = np.take(a, [at], axis=k)
                    yield {**leaves, n: (part, part)}, statements
        if a.ndim:
            for k in range(a.ndim):
                if a.shape[k] == 1:
                    part = a.squeeze(k).copy()
                    yield {**leaves, n: (part, part)}, statements
    for n, a in plain.items():
        if a.size and a.size <= 8:
            for at in np.ndindex(a.shape):
                for simple in (0, 1):
                    if a[at] != simple:
                        part = a.copy()
                        part[at] = simple
                        yield {**leaves, n: (part, part)}, statements


def smallest(program, fails):
    """The program after every cut that keeps it failing."""
    left, progress = ATTEMPTS, True
    while progress and left > 0:
        progress = False
        for leaves, statements in variants(program):
            if measure(leaves, statements) >= measure(program.leaves, program.statements):
                continue
            left -= 1
            cut = rebuilt(program, leaves, statements)
            if cut is not None and fails(cut):
                program, progress = cut, True
                break
            if left <= 0:
                break
    return program


def measure(leaves, statements):
    """What cutting down lowers: statements, elements, axes, layouts, elements that are neither 0 nor 1."""
    odd = sum(int(np.sum((a != 0) & (a != 1))) + a.ndim + 5 * (a is not b) for a, b in leaves.values())
    return len(statements), sum(a.size for a, _ in leaves.values()), odd


# ---- as text --------------------------------------------------------------------------------------------------------


def element(v):
    if v.dtype.kind in "biu":
        return str(v)
    if v.dtype.kind == "c":
        return f"({element(v.real)} + {element(v.imag)} * 1j)"
    return repr(float(v))


def nested(array):
    if array.ndim == 0:
        return element(array[()])
    return f"[{', '.join(nested(a) for a in array)}]"


def literal(array):
    """Text of an array; its layout in memory is not said."""
    text = f"array({nested(array)}, dtype={array.dtype})"
    return text if 0 not in array.shape[:-1] else f"zeros({array.shape}, dtype={array.dtype})"


def pasteable(program):
    lines = [f"{n} = {literal(a)}" for n, (a, _) in program.leaves.items()]
    text = "; ".join([*lines, program.text()])
    odd = [f"  {n} lies in memory with strides {a.strides}" for n, (a, b) in program.leaves.items() if a is not b]
    answer = program.values.get(program.statements[-1].name)
    if isinstance(program, Writes):
        answer = None if program.refused else program.values[program.results[0]]
    says = f"{answer!r}" if answer is not None else program.refused
    return "\n".join([f"  sinter eval '{text}'" if "'" not in text else f'  sinter eval "{text}"', *odd, f"  NumPy: {says}"])
