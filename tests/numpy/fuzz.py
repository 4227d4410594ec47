#!/usr/bin/env python3
"""Random programs: Sinter against NumPy, and against itself however it evaluates.

usage: fuzz.py [-j JOBS] [--compile EACH] [--server PATH] N [SEED]      N programs
       fuzz.py [...] --one SEED/K                                       program K of that seed
       fuzz.py --write N [SEED] > programs.tsv                          the programs as check_programs reads them

Each program (fuzz_programs.py) is a list of statements.  Two things are asked of it:
  - Statement by statement, with NumPy's values as operands, Sinter gives NumPy's dtype, shape and value, within the
    bound of that one operation (fuzz_compare.py); what NumPy refuses is refused.
  - The whole gives the same bits fused, one kernel an operation, step by step, and, for one in EACH, compiled.
With SINTER_DEVICE=cuda all of that is on the GPU, and the CPU gives the same bits where no function is free in its last.
Together they say that the whole is right.  What differs is cut down to a smallest program, printed as a line
for `sinter eval`, with the answers.  Exit status 1 when anything differs, 77 without NumPy.
"""
import argparse
import collections
import multiprocessing
import os
import random
import re
import subprocess
import sys
import time

from oracle import np

import fuzz_compare as judge
import fuzz_programs
import fuzz_shrink
import fuzz_writes
import generate
from fuzz_programs import ACCEPTED, KNOWN, KNOWN_CASES, REFUSED

BATCH = 100
ON_GPU = os.environ.get("SINTER_DEVICE") == "cuda"
server, compile_each = None, 50

# What may differ between devices: functions with a bound and what is made of them, and what shows the sign of a NaN.
ROWS = generate.rows(os.path.join(os.path.dirname(__file__), "../../src/graph/ops.def"))
FREE = [op["name"] for op in ROWS if op["ulp"] > 0] + "float_power sinc angle logspace geomspace signbit copysign i0".split()
FREE = re.compile(rf"\b({'|'.join(FREE)})\b|\*\*|complex|[0-9.]j\b")


# ---- talking to check_programs --------------------------------------------------------------------------------


def packed(array, base=None):
    shape = ",".join(map(str, array.shape))
    if base is None or base is array:
        return f"{array.dtype.name}:{shape}:{array.tobytes().hex()}"
    offset = array.__array_interface__["data"][0] - base.__array_interface__["data"][0] if array.size else 0
    return f"{array.dtype.name}:{shape}:{','.join(map(str, array.strides))}@{offset}:{base.tobytes().hex()}"


def unpacked(field):
    dtype, shape, data = field.split(":")
    return np.frombuffer(bytes.fromhex(data), dtype).reshape([int(n) for n in shape.split(",") if n])


def line(modes, text, inputs):
    return "\t".join([modes, text, *[f"{k}={v}" for k, v in inputs.items()]]) + "\n"


def ask(lines):
    """An answer a line, each a list of fields; where the server died there is "?" and its status, and those behind it
    are asked again."""
    answers = []
    while len(answers) < len(lines):
        environment = {**os.environ, "SINTER_NUM_THREADS": "1", "SINTER_LOG": "off"}
        done = subprocess.run([server], input="".join(lines[len(answers):]), stdout=subprocess.PIPE, text=True, env=environment)
        answers += [a.split("\t") for a in done.stdout.split("\n")[:-1]]
        if len(answers) < len(lines):
            answers.append([f"?the server ended with status {done.returncode}"])
    return answers


# ---- what is asked of a program ---------------------------------------------------------------------------------


def used(program, names):
    return {n: packed(*program.leaves[n]) if n in program.leaves else packed(program.values[n]) for n in names}


def ways(program, text, compiled):
    """How a whole is evaluated, as check_programs names the ways; the third is ON_GPU the CPU, else compiled."""
    if not ON_GPU:
        return "iuc" if compiled else "iu"
    free = FREE.search(text) or any(a.dtype.kind == "c" for a, _ in program.leaves.values())
    return "iu" if free else "iup"


def questions(program, compiled, inline):
    """Lines to ask: one a statement, then the whole fused and unfused (and compiled), then step by step."""
    if isinstance(program, fuzz_writes.Writes):
        texts = map(program.text, program.results)
        return [line(ways(program, text, compiled), text, used(program, program.leaves)) for text in texts]
    lines = [line("i", s.text, used(program, dict.fromkeys(s.uses))) for s in program.statements]
    leaves = used(program, program.leaves)
    text = program.text(inline)
    lines.append(line(ways(program, text, compiled), text, leaves))
    lines.append(line("s", program.text(), leaves))
    return lines


def excused(message, table):
    return next((why for pattern, why in table if re.search(pattern, message)), None)


def judged(program, statement, answer):
    """What is wrong with the answer to one statement, or None; a reason in brackets is a documented difference."""
    refused = program.refused if statement is program.statements[-1] else None
    if answer.startswith("?"):
        return answer[1:]
    if answer.startswith("!"):
        if refused:
            return None
        why = excused(answer, REFUSED)
        return f"({why})" if why else f"refused: {answer[1:]}"
    if refused:
        why = excused(f"{statement.text}: {refused}", ACCEPTED)
        return f"({why})" if why else f"NumPy refuses it: {refused}"
    return statement.check(program.values, program.values[statement.name], unpacked(answer))


THIRD = "iup" if ON_GPU else "iuc"


def tiers(fields, modes):
    """Where two ways to evaluate the whole differ, or None."""
    first = fields[0]
    for mode, answer in zip(modes[1:], fields[1:]):
        if answer == "=" or answer == first or (answer.startswith("!") and first.startswith("!")):
            continue
        if answer[0] in "!?" or first[0] in "!?":
            return f"{modes[0]}: {first[:200]}; {mode}: {answer[:200]}"
        wrong = judge.same(unpacked(first), unpacked(answer))
        if wrong:
            return f"{modes[0]} and {mode} differ: {wrong}"
    return None


def verdict(program, answers):
    """Kind of failure and what is wrong: ("numpy", ...), ("tiers", ...); ("refused", why), ("passed", None)."""
    if isinstance(program, fuzz_writes.Writes):
        wrong = fuzz_writes.judged(program, answers)
        if wrong and excused(wrong, KNOWN):
            return "refused", f"known failure ({excused(wrong, KNOWN)})"
        apart = next(filter(None, (tiers(a, THIRD[: len(a)]) for a in answers)), None)
        return ("numpy", wrong) if wrong else ("tiers", apart) if apart else ("passed", None)
    *steps, whole, chain = answers
    why = known = None
    for statement, answer in zip(program.statements, steps):
        wrong = judged(program, statement, answer[0])
        if wrong and wrong.startswith("("):
            why = wrong
        elif wrong:
            wrong = f"{statement.name} = {statement.text}: {wrong}"
            if not excused(wrong, KNOWN):
                return "numpy", wrong
            known = f"known failure ({excused(wrong, KNOWN)})"
    if known:
        return "refused", known
    if why and chain[0].startswith("!"):  # a statement that the whole does without may be the one refused
        chain = []
    wrong = tiers(whole + chain, THIRD + "s" if len(whole) == 3 else "ius")
    if wrong:
        return "tiers", wrong
    if not why and (whole[0][0] == "!") != bool(program.refused):
        return "tiers", f"the whole: {whole[0][:200]}; NumPy: {program.refused}"
    return ("refused", why) if why else ("passed", None)


def check(program, compiled=True, inline=None):
    return verdict(program, ask(questions(program, compiled, inline)))


# ---- running --------------------------------------------------------------------------------------------------------


def batch(task):
    seed, first, count = task
    lines, programs, tally, failures = [], [], collections.Counter(), []
    for k in range(first, first + count):
        program = fuzz_programs.program(f"{seed}/{k}")
        asked = questions(program, k % compile_each == 0, random.Random(k) if k % 2 else None)
        programs.append((k, program, len(asked)))
        lines += asked
    answers, at = ask(lines), 0
    for k, program, n in programs:
        kind, what = verdict(program, answers[at : at + n])
        at += n
        tally[what if kind == "refused" else kind] += 1
        tally["statements"] += len(program.statements)
        if kind in ("numpy", "tiers"):
            failures.append((k, kind, what))
    return tally, failures


def report(seed, k, kind):
    """Cuts a failing program down and prints it."""
    program = fuzz_programs.program(f"{seed}/{k}")
    inline = random.Random(k) if k % 2 else None
    small = fuzz_shrink.smallest(program, lambda p: check(p, k % compile_each == 0, inline and random.Random(k))[0] == kind)
    print(f"\nprogram {seed}/{k}: {check(small)[1] or check(program, inline=inline)[1]}")
    print(fuzz_shrink.pasteable(small))


def known_cases():
    """How many known failures are none any more; the others are printed."""
    mended = 0
    for (text, why), answer in zip(KNOWN_CASES, ask([line("i", text, {}) for text, _ in KNOWN_CASES])):
        values, statements = {}, text.split("; ")
        for statement in statements[:-1]:
            exec(statement, dict(fuzz_programs.SCOPE), values)
        want = np.asarray(eval(statements[-1], dict(fuzz_programs.SCOPE), values))
        if answer[0][0] in "!?" or judge.same(want, unpacked(answer[0])):
            print(f"  known failure: {why}: {text}")
        else:
            mended += 1
            print(f"  mended, and still in KNOWN_CASES: {text}")
    return mended


def run(args):
    tasks = [(args.seed, first, min(BATCH, args.n - first)) for first in range(0, args.n, BATCH)]
    tally, failures, began, shown = collections.Counter(), [], time.time(), time.time()
    with multiprocessing.Pool(args.jobs) as pool:
        for counted, failed in pool.imap_unordered(batch, tasks):
            tally += counted
            failures += failed
            done = sum(v for name, v in tally.items() if name != "statements")
            if time.time() - shown > 10:
                shown = time.time()
                print(f"{done} of {args.n}, {len(failures)} differ, {done / (shown - began):.0f} a second", file=sys.stderr, flush=True)
            if len(failures) > 20:
                pool.terminate()
                break
    for k, kind, what in sorted(failures)[: args.show]:
        report(args.seed, k, kind)
    for k, kind, what in sorted(failures)[args.show :]:
        print(f"program {args.seed}/{k}: {what}")
    print(f"{done} programs of seed {args.seed}, {tally['statements']} statements, in {time.time() - began:.0f} s: {len(failures)} differ")
    for why in sorted(name for name in tally if "(" in name):
        print(f"  {tally[why]} touch a {why if why.startswith('known') else f'documented difference {why}'}")
    return 1 if known_cases() or failures else 0


def write(n, seed):
    """Whole programs for `check_programs --same`, which needs no NumPy; large ones are left out."""
    print(f"# Programs whose ways to be evaluated must agree.  Made by fuzz.py --write {n} {seed}.")
    written = k = 0
    while written < n:
        program = fuzz_programs.program(f"{seed}/{k}")
        inputs = used(program, program.leaves)
        k += 1
        if sum(map(len, inputs.values())) > 4000 or program.refused:
            continue
        sys.stdout.write(line("iu" if isinstance(program, fuzz_writes.Writes) else "ius", program.text(), inputs))
        written += 1


def main():
    global server, compile_each
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    build = os.environ.get("SINTER_BUILD", "build")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--compile", type=int, default=50, metavar="EACH", help="one program in EACH is compiled as well; 0: none")
    parser.add_argument("--server", default=f"{build}/numpy_check_programs")
    parser.add_argument("--show", type=int, default=3, help="failures to cut down and print")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--one", metavar="SEED/K")
    parser.add_argument("n", type=int, nargs="?", default=1000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    args = parser.parse_args()
    server, compile_each = args.server, args.compile or 1 << 60
    if args.write:
        return write(args.n, args.seed)
    missing = fuzz_programs.unfuzzed()
    if missing:
        sys.exit(f"no construct draws these functions of functions.def: {', '.join(missing)}")
    if args.one:
        seed, k = args.one.split("/")
        compile_each = 1
        program = fuzz_programs.program(args.one)
        print(fuzz_shrink.pasteable(program))
        kind, what = check(program, True, random.Random(int(k)) if int(k) % 2 else None)
        print(kind, what or "")
        if kind in ("numpy", "tiers"):
            report(seed, int(k), kind)
        sys.exit(kind in ("numpy", "tiers"))
    sys.exit(run(args))


if __name__ == "__main__":
    main()
