"""What has no arrays to speak of: first calls, new shapes, recording."""
import json
import os
import statistics
import subprocess
import time

NAMES = {
    "first_call": "to the first result of a new 10-operation expression, 10,000 elements, cold cache",
    "second_process": "from exec to exit with the result, warm cache",
    "new_shape": "to the first result over another shape and number of axes",
    "record_only": "to record and free a node",
}


def measure(program, name, rounds, folder):
    samples = []
    for k in range(rounds + 1):  # the first one fills the cache
        env = dict(os.environ, SINTER_CACHE_DIR=os.path.join(folder, f"cold{k}" if name == "first_call" else "warm"))
        start = time.perf_counter()
        done = subprocess.run([program, name], capture_output=True, text=True, check=True, env=env)
        process = time.perf_counter() - start
        samples.append({**json.loads(done.stdout), "process": process})
    samples = samples[1:]
    values = [s["process" if name == "second_process" else "seconds"] for s in samples]
    m = statistics.median(values)
    row = {"name": name, "title": NAMES[name], "seconds": m, "spread": (max(values) - min(values)) / m}
    row["compiled"] = max(s.get("compiled", 0) for s in samples)
    return row
