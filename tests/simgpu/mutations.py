#!/usr/bin/env python3
"""Removes one guard at a time from a copy of the tree and demands that the named test notices.

usage: mutations.py [--folder FOLDER] [--list] [NAME ...]      NAME: a part of a mutation's name; none: all

mutations.tsv has a line for each: name, file, what stands there, what stands there then, ninja targets, test of ctest.
Texts are one line, with \\n for a new one; what stands there must stand there once, or the line is out of date, which is a
failure too.  Each test must pass before and fail after; a skipped one has noticed nothing.  Copies and builds in
FOLDER (build/mutations); slow, and so no part of the quick suite: ./dev test mutations.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))


def rows():
    with open(os.path.join(SOURCE, "tests/simgpu/mutations.tsv")) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, path, old, new, targets, test = line.rstrip("\n").split("\t")
                yield name, path, unescaped(old), unescaped(new), targets.split(), test


def unescaped(text):
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def copy(tree):
    """What git knows and what is new, as it is now; a file that has not changed keeps its time."""
    listed = run(["git", "-C", SOURCE, "ls-files", "--cached", "--others", "--exclude-standard"]).stdout.split("\n")
    for path in filter(None, listed):
        there, here = os.path.join(SOURCE, path), os.path.join(tree, path)
        if not os.path.isfile(there):
            continue
        os.makedirs(os.path.dirname(here), exist_ok=True)
        if not os.path.exists(here) or open(here, "rb").read() != open(there, "rb").read():
            shutil.copyfile(there, here)
            shutil.copymode(there, here)


def configure(tree, build):
    launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    python = os.environ.get("SINTER_PYTHON", sys.executable)
    done = run(["cmake", "-G", "Ninja", "-S", tree, "-B", build, "-DCMAKE_BUILD_TYPE=Release", f"-DSINTER_PYTHON={python}", *launcher])
    if done.returncode:
        sys.exit(done.stdout)


def make(build, targets):
    return run(["ninja", "-C", build, "-j2", *targets])


def outcome(build, test):
    """passed, failed or skipped, of a test that is there."""
    done = run(["ctest", "--test-dir", build, "-R", f"^{test}$", "--timeout", "300", "--output-on-failure"])
    if "No tests were found" in done.stdout:
        return "absent", done.stdout
    if "(Skipped)" in done.stdout or "***Skipped" in done.stdout or "Not Run" in done.stdout:
        return "skipped", done.stdout
    return ("passed" if done.returncode == 0 else "failed"), done.stdout


def why(output):
    """The first line of a failing test that says something."""
    for line in output.split("\n"):
        if any(word in line for word in ("FAILED", "simgpu:", "line ", "differ", "not sought", "crash", "Exception", ".c:")) and "Test #" not in line:
            return line.strip()[:150]
    return ""


def mutate(tree, build, row):
    """None, or what is wrong."""
    name, path, old, new, targets, test = row
    file = os.path.join(tree, path)
    text = open(file).read()
    if text.count(old) != 1:
        return f"out of date: {path} has what is replaced {text.count(old)} times"
    try:
        with open(file, "w") as out:
            out.write(text.replace(old, new))
        made = make(build, targets)
        if made.returncode:
            return "does not compile:\n" + made.stdout[-1500:]
        end, output = outcome(build, test)
        if end == "failed":
            print(f"  {why(output)}", flush=True)
            return None
        return f"{test} {end}: the guard is not tested"
    finally:
        with open(file, "w") as out:
            out.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", default=os.path.join(SOURCE, "build/mutations"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    chosen = [row for row in rows() if not args.names or any(part in row[0] for part in args.names)]
    if args.list:
        for name, path, _, _, _, test in chosen:
            print(f"{name}\t{path}\t{test}")
        return 0
    tree, build = args.folder, os.path.join(args.folder, "build")
    copy(tree)
    configure(tree, build)
    targets = sorted({target for row in chosen for target in row[4]} | {"sinter_command", "sinter-cc", "simgpu", "simgpu_old", "sinter_cuda"})
    made = make(build, targets)
    if made.returncode:
        sys.exit(made.stdout[-3000:])
    bad, broken = [], set()
    for test in sorted({row[5] for row in chosen}):
        end, output = outcome(build, test)
        if end != "passed":
            broken.add(test)
            bad.append(f"{test}: {end} without a mutation")
            print(bad[-1] + "\n" + output, flush=True)
    for row in (row for row in chosen if row[5] not in broken):
        began = time.time()
        print(f"{row[0]} ({row[1]}): {row[5]}", flush=True)
        wrong = mutate(tree, build, row)
        if wrong:
            bad.append(f"{row[0]}: {wrong}")
            print("  NOT NOTICED: " + wrong, flush=True)
        if time.time() - began > 60:
            print(f"  in {time.time() - began:.0f} s", flush=True)
    make(build, targets)
    print(f"{len(chosen)} mutations, {len(bad)} failures")
    for line in bad:
        print(f"FAILED: {line}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
