#!/usr/bin/env python3
"""The bench itself, at tiny sizes: all workloads are there and right, a wrong result fails, who fails is left out by name."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

try:
    import numpy as np
except ImportError:
    print("skipped: no NumPy")
    sys.exit(77)

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(os.environ["SINTER_SOURCE"])
BUILD = os.environ["SINTER_BUILD"]
sys.path.insert(0, str(SOURCE / "bench"))
import measure
import report as reports
from server import Refused, Server
from workload import Workload, Wrong, all_workloads

WORKLOADS = SOURCE / "bench" / "workloads"
folder = pathlib.Path(tempfile.mkdtemp(prefix="sinter-test-bench-"))


def bench(*words):
    script = str(SOURCE / "bench" / "bench.py")
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run([sys.executable, script, BUILD, *words], capture_output=True, text=True, env=environment)


def test_all_workloads():
    files = [str(folder / f"out.{kind}") for kind in ("json", "svg", "md")]
    done = bench("--elements", "3000", "--rounds", "2", "--seconds", "0.1", "--packages", "nonsuch",
                 "--json", files[0], "--plot", files[1], "--markdown", files[2])
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(pathlib.Path(files[0]).read_text())
    assert result["numpy"] == np.__version__ and result["versions"] == {"numpy": np.__version__}, result["versions"]
    assert "nonsuch" in result["packages_left_out"], result["packages_left_out"]
    rows = {row["name"]: row for row in result["rows"]}
    markdown = pathlib.Path(files[2]).read_text()
    picture = "".join(xml.etree.ElementTree.parse(files[1]).getroot().itertext())
    for work in all_workloads(WORKLOADS):
        row = rows.pop(work.name)
        assert row["seconds"] > 0 and row["kernels"] > 0 and row["error"] <= 2e-5, row
        for who in ("NumPy", "C loop"):  # a workload without its hand-written loop is not finished
            assert row["peers"][who].get("seconds", 0) > 0, (work.name, row["peers"])
        assert bool(work.steps) != ("of_bandwidth" in row), row
        assert f"| {work.name} |" in markdown and work.name in picture, work.name
    assert sorted(rows) == ["first_call", "new_shape", "record_only", "second_process"], rows.keys()
    assert all(row["seconds"] > 0 for row in rows.values()), rows
    assert rows["new_shape"]["compiled"] == 0 and rows["second_process"]["compiled"] == 0, rows


def test_sizes():
    works = {work.name: work for work in all_workloads(WORKLOADS)}
    issue = """compute arc_distance black_scholes black_scholes_f64 softmax layer_norm log_sum_exp standardise_columns go_fast
        l2_norm_rows sum_all sum_columns sum_rows sum_fortran moments transposed_add masked_update jacobi_2d heat_3d hdiff
        fdtd_2d cavity_flow chain10""".split()
    assert not set(issue) - set(works), set(issue) - set(works)
    assert [n for n, _ in works["chain10"].at("M")] == ["chain10_16", "chain10_1e3", "chain10_1e5", "chain10_1e7"]
    assert works["hdiff"].at("M") == [("hdiff", {"I": 128, "J": 128, "K": 160})]
    assert works["jacobi_2d"].at("L") == [("jacobi_2d", {"N": 700, "steps": 200})]
    for work in works.values():
        assert all(len(v) == 3 or name == work.each for name, v in work.extents.items()), work.name
        small, large = (work.elements(work.at(size)[0][1]) for size in "SL")
        assert small < large or work.each, work.name
        assert work.elements(work.n_for(3000)) <= 4096, work.name  # rows of 1000 are not cut


def failing(numpy, name):
    """What the bench says of a workload whose reference is `numpy`, which is not what Sinter computes."""
    (folder / name).mkdir()
    text = f"# t\nN = 1 2 3\nx = uniform(0, 1, N) float64\n---\nx * 2\n--- numpy\n{numpy}\n"
    (folder / name / "odd.txt").write_text(text)
    out = folder / f"{name}.json"
    done = bench("odd", "--workloads", str(folder / name), "--elements", "100", "--rounds", "1", "--json", str(out))
    assert done.returncode == 1, (numpy, done.stdout, done.stderr)
    return json.loads(out.read_text())["rows"][0], done.stdout


def test_wrong_results():
    for k, numpy in enumerate(["x * 2.0001", "x[1:] * 2", "x.astype(float32) * 2", "where(x > x.min(), x * 2, nan)"]):
        row, said = failing(numpy, f"wrong{k}")
        assert row["wrong"].startswith("odd: ") and "seconds" not in row, row
        assert f"falls short: {row['wrong']}" in said, said
    row, _ = failing("x.nonsense()", "fails")
    assert "nonsense" in row["left_out"], row
    assert bench("nonsense").returncode == 2


def test_a_peer_that_is_wrong_is_not_timed():
    m = object.__new__(measure.Measurement)
    m.name, m.work, m.row, m.competitors = "w", Workload(WORKLOADS / "negative.txt"), {"peers": {}}, []
    m.folder, m.want = tempfile.TemporaryDirectory(), [np.arange(3.0)]
    m.context = type("Context", (), {"peers": type("Peers", (), {"servers": {"p": None}})})
    for mode, values in (("right", np.arange(3.0)), ("wrong", np.arange(3.0) + 1e-3)):
        np.save(m.path(f"{mode}-0.npy"), values)
        m.check_peer("p", mode, {})
    m.check_peer("p", "refused", Refused("it cannot"))
    assert [c.name for c in m.competitors] == ["right"], m.competitors
    assert "differs from NumPy" in m.row["peers"]["wrong"]["why"] and m.row["peers"]["refused"]["why"] == "it cannot"


def test_processes_that_end_or_hang():
    ended = Server(["false"])
    for ask in (lambda: ended.ask("run 1"), lambda: Server(["cat"]).ask('{"error": "no"}')):
        try:
            ask()
        except Refused:
            continue
        raise AssertionError("no refusal")
    ended.process.wait()
    assert not ended.alive()  # and is started again
    hangs = Server(["sleep", "100"])
    hangs.send("run 1")
    try:
        hangs.receive(0.1)
        raise AssertionError("it answered")
    except Refused as why:
        assert "no answer to 'run'" in str(why) and hangs.process.poll() is not None


def row(name, seconds, peers, **more):
    return {"name": name, "seconds": seconds, "peers": {k: {"seconds": v} for k, v in peers.items()}, "of_bandwidth": 1.0,
            "against": "copy", **more}


def test_what_falls_short():
    good = row("compute", 1.0, {"NumPy": 5.0, "Other": 1.5, "C loop": 0.95})
    rows = [good, row("softmax", 1.0, {"NumPy": 5.0, "Other": 0.8, "C loop": 2.0}), row("layer_norm", 1.0, {"C loop": 0.8}),
            row("sum_all", 1.0, {"NumPy": 2.0}, of_bandwidth=0.8, against="read"),
            row("chain10_16", 1.4e-6, {"NumPy": 7e-6, "C loop": 1e-8}, replayed={"seconds": 0.5e-6}),
            {"name": "first_call", "seconds": 3e-3, "compiled": 1}, {"name": "new_shape", "seconds": 1e-6, "compiled": 2},
            {"name": "odd", "wrong": "odd: differs"}]
    short = list(reports.shortfalls({"rows": rows}))
    begins = ["softmax: Other takes 0.80", "layer_norm: 1.25 times the hand", "sum_all: 0.80 of the read", "chain10_16: 500 ns replayed",
              "first_call: 3 ms", "new_shape: it compiles 2", "odd: differs"]
    assert len(short) == len(begins) and all(s.startswith(b) for s, b in zip(short, begins)), short
    assert reports.fastest(good) == ("Other", 1.5) and reports.ratio(good, "NumPy") == 5.0
    assert abs(reports.geometric_mean([2.0, 8.0, None]) - 4.0) < 1e-12


def main():
    tests = [f for name, f in globals().items() if name.startswith("test_")]
    failed = 0
    for test in tests:
        try:
            test()
        except AssertionError as why:
            failed = 1
            print(f"FAILED: {test.__name__}: {why}", file=sys.stderr)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
    return failed


if __name__ == "__main__":
    sys.exit(main())
