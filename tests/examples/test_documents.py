#!/usr/bin/env python3
"""Compiles and runs what the documents show, and compares it with what they say.

In README.md and docs/guide.md, in a folder of its own that holds x.npy and y.npy, from top to bottom:

    ```c            a program; without main, statements inside a scope, after those of ```c setup
    ```c generated EXPRESSION    part of the file that --dump writes for it, with x.npy and y.npy
    ```c part FILE  lines of a file of the tree
    ```python       what NumPy has beside it, in one namespace
    ```output       what the block above prints
    ```sh           commands after "$ ", each followed by what it prints, errors too
    "    $ ..."     the same, indented

In an expected output `...` stands for anything.  A table whose columns include NumPy, C and text holds an
expression of each: the three give the same array ("same": the text is NumPy's); or a statement of each, after
which the array that NumPy's begins with is compared.  A table with the columns
message and from holds calls or texts that fail with that message.

Where there is no NumPy, its side is not compared.
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    np = None

SOURCE = pathlib.Path(os.environ["SINTER_SOURCE"])
BUILD = pathlib.Path(os.environ["SINTER_BUILD"])
CC = os.environ.get("CC", "cc")
FLAGS = ["-std=gnu11", "-Wall", "-Wextra", "-Wshadow", "-Werror", f"-I{SOURCE}/include", f"-I{BUILD}/include"]
LINK = [f"-L{BUILD}", "-lsinter", "-lm", f"-Wl,-rpath,{BUILD}"]

HEAD = """#include <complex.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>
"""
TABLE_HELP = """
static void keep(int k, sn_array x)
{
    char path[32];
    snprintf(path, sizeof path, "row%d.npy", k);
    if (sn_save(path, x) < 0) printf("%d %s\\n", k, sn_error());
}
"""
MESSAGE_HELP = """
static void say_array(int k, sn_array x) { printf("%d %s\\n", k, sn_eval(x) < 0 ? sn_error() : "no failure"); }
static void say_status(int k, int status) { printf("%d %s\\n", k, status < 0 ? sn_error() : "no failure"); }
#define SAY(k, call) do { __auto_type v##k = (call); _Generic(v##k, sn_array: say_array, int: say_status)(k, v##k); } while (0)
"""


class Failed(Exception):
    pass


# ---- reading a document ---------------------------------------------------------------------------------
def cells(line):
    return [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def code(cell):
    found = re.search(r"`+ ?(.*?) ?`+", cell)
    return found.group(1) if found else cell


def items(text):
    """(line number, kind, content): blocks by their info string, tables as lists of rows."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        start, line = at + 1, lines[at]
        at += 1
        if line.startswith("```"):
            body = []
            while not lines[at].startswith("```"):
                body.append(lines[at])
                at += 1
            at += 1
            yield start, line[3:].strip(), "\n".join(body)
        elif line.startswith("    $ "):
            body = [line[4:]]
            while at < len(lines) and lines[at].startswith("    "):
                body.append(lines[at][4:])
                at += 1
            yield start, "sh", "\n".join(body)
        elif line.startswith("|"):
            rows = [cells(line)]
            while at < len(lines) and lines[at].startswith("|"):
                rows.append(cells(lines[at]))
                at += 1
            yield start, "table", [dict(zip(rows[0], r), line=start + 2 + k) for k, r in enumerate(rows[2:])]


def changed(statement):
    """The array that a statement changes; None where it is an expression."""
    try:
        compile(statement, "", "eval")
        return None
    except SyntaxError:
        return re.match(r"\w+", statement).group()


# ---- running -----------------------------------------------------------------------------------------------
def like(got, want):
    """`...` in what is wanted stands for anything, `...` on a line of its own for any lines."""
    pattern = ".*?".join(re.escape(part) for part in want.strip("\n").split("..."))
    return re.fullmatch(pattern, got.strip("\n"), re.S) is not None


def expect(got, want):
    if not like(got, want):
        raise Failed(f"printed\n{got.strip()}\nwhere the document has\n{want.strip()}")


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **more)
    return done.returncode, done.stdout


def compiled(text, strict=True):
    pathlib.Path("block.c").write_text(text)
    status, said = run([CC, *FLAGS, *([] if strict else ["-Wno-unused", "-Wno-shadow"]), "block.c", "-o", "block", *LINK])
    if status:
        raise Failed(said)
    status, said = run(["./block"])
    if status:
        raise Failed(f"exit status {status}: {said}")
    return said


def same_array(want, got):
    want = np.asarray(want)
    if want.dtype != got.dtype or want.shape != got.shape:
        raise Failed(f"{got.dtype}{got.shape} where NumPy has {want.dtype}{want.shape}")
    bound = {"rtol": 0, "atol": 0}
    if want.dtype.kind in "fc":
        bound = {"rtol": 8 * np.finfo(want.dtype).eps, "atol": 8 * np.finfo(want.dtype).eps}
    if not np.allclose(got, want, equal_nan=True, **bound):
        raise Failed(f"{got.tolist()} where NumPy has {want.tolist()}")


class Document:
    def __init__(self, path):
        self.path, self.failures, self.count = path, 0, 0
        self.setup, self.names = "", []
        self.space, self.printed = {"np": np}, None

    def block(self, kind, text):
        self.printed = None
        if kind == "c setup":
            self.setup = text
            self.names = re.findall(r"^sn_array (\w+) =", text, re.M)
            saves = "\n".join(f'sn_save("{n}.npy", {n});' for n in self.names)
            compiled(self.program(saves), strict=False)
        elif kind == "c":
            whole = re.search(r"\bmain\(", text)
            self.printed = compiled(text if whole else self.program(text), strict=bool(whole))
        elif kind.startswith("c part "):
            if text not in (SOURCE / kind.removeprefix("c part ")).read_text():
                raise Failed("the file does not hold these lines")
        elif kind.startswith("c generated "):
            self.generated(kind.removeprefix("c generated "), text)
        elif kind == "python" and np:
            self.printed = self.python(text)
        elif kind == "sh":
            self.session(text)
        elif kind not in ("", "python"):
            raise Failed(f"a block of kind '{kind}' is not run")

    def prepare(self):
        for name, function in (("x", "sin"), ("y", "cos")):
            run(["sinter", "eval", f"{function}(arange(1e6)).reshape(1000, 1000)", "-o", f"{name}.npy"])

    def generated(self, expression, text):
        run(["sinter", "eval", expression, *self.arguments(), "-o", "generated.npy", "--dump=generated"])
        if not any(text in path.read_text() for path in pathlib.Path("generated").glob("*.c")):
            raise Failed(f"no kernel of {expression} holds this")

    def program(self, statements, help=""):
        return (
            f"{HEAD}{help}int main(void)\n{{\nint status = 0;\nSN_SCOPE {{\n{self.setup}\n{statements}\n}}\n"
            "sn_shutdown();\nreturn status;\n}\n"
        )

    def python(self, text):
        lines = []
        self.space["print"] = lambda *a: lines.append(" ".join(map(str, a)))
        exec(text, self.space)
        return "\n".join(lines)

    def session(self, text):
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, want = part.partition("\n")
            expect(run(["sh", "-c", command])[1], want)

    def arguments(self):
        return [f"{n}={n}.npy" for n in self.names or ["x", "y"]]

    def call(self, k, row):
        name = changed(code(row["NumPy"]))
        if not name:
            return f"keep({k}, {code(row['C'])});"
        return f"{{ sn_array old = {name}; {{ sn_array {name} = sn_copy(old); {code(row['C'])}; keep({k}, {name}); }} }}"

    def idioms(self, rows):
        calls = "\n".join(self.call(k, r) for k, r in enumerate(rows))
        said = compiled(self.program(calls, TABLE_HELP), strict=False)
        if said:
            raise Failed(said)
        for k, row in enumerate(rows):
            self.each(row["line"], self.idiom, k, row)

    def idiom(self, k, row):
        numpy = code(row["NumPy"])
        name = changed(numpy)
        text = (numpy if row["text"] == "same" else code(row["text"])) + (f"; {name}" if name else "")
        status, said = run([os.environ["SINTER"], "eval", text, *self.arguments(), "-o", "text.npy"])
        if status:
            raise Failed(said)
        if pathlib.Path("text.npy").read_bytes() != pathlib.Path(f"row{k}.npy").read_bytes():
            raise Failed(f"C and text differ: {code(row['C'])}")
        if np:
            same_array(self.numpy(numpy, name), np.load("text.npy"))

    def numpy(self, text, name):
        if not name:
            return eval(text, self.space)
        space = {**self.space, name: self.space[name].copy()}
        exec(text, space)
        return space[name]

    def messages(self, rows):
        calls = "\n".join(f"SAY({k}, {code(r['from'])});" for k, r in enumerate(rows) if "sn_" in r["from"])
        said = compiled(self.program(calls, MESSAGE_HELP), strict=False)
        of_calls = {int(l.split(" ", 1)[0]): l.split(" ", 1)[1] for l in said.splitlines()}
        for k, row in enumerate(rows):
            self.each(row["line"], self.message, of_calls.get(k), row)

    def message(self, said, row):
        if said is None:
            command = code(row["from"])
            if not command.startswith("sinter "):
                status, said = run([os.environ["SINTER"], "eval", command, *self.arguments()])
            else:
                status, said = run(["sh", "-c", command])
            said = said.splitlines()[0].removeprefix("sinter: ") if said else ""
            if not status:
                raise Failed("does not fail")
        if not like(said, code(row["message"])):
            raise Failed(f"says '{said}'")

    def each(self, line, what, *arguments):
        self.count += 1
        try:
            what(*arguments)
        except Exception as why:
            self.failures += 1
            print(f"{self.path.name}:{line}: {'' if isinstance(why, Failed) else type(why).__name__ + ': '}{why}\n")

    def whole(self):
        for line, kind, content in items(self.path.read_text()):
            if kind == "table":
                columns = set(content[0]) if content else set()
                if {"NumPy", "C", "text"} <= columns:
                    self.each(line, self.idioms, content)
                elif {"message", "from"} <= columns:
                    self.each(line, self.messages, content)
            elif kind == "output":
                if self.printed is not None:
                    self.each(line, expect, self.printed, content)
            else:
                self.each(line, self.block, kind, content)


def main():
    if os.environ.get("SINTER_SANITIZE"):
        print("skipped: a sanitized library needs sanitized programs")
        return 77
    if not shutil.which(CC):
        print(f"skipped: {CC} is not there")
        return 77
    if not np:
        print("NumPy is not there: its side is not compared")
    os.environ["PATH"] = f"{BUILD}:{os.environ['PATH']}"
    failures = 0
    for name in sys.argv[1:] or ["README.md", "docs/guide.md"]:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.environ["SINTER_CACHE_DIR"] = os.path.join(folder, "cache")
            document = Document(SOURCE / name)
            document.prepare()
            document.whole()
            os.chdir("/")
        print(f"{name}: {document.count - document.failures} of {document.count} passed")
        failures += document.failures
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
