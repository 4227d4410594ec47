"""The table, the list of what falls short, and the plot."""
import math

# Bound by memory: judged by the bandwidth measured in turn with them.
MEMORY_BOUND = {"compute", "go_fast", "transposed_add", "sum_all", "sum_columns", "sum_rows", "sum_fortran", "masked_update",
                "axpby", "negative"}
LEAST_BANDWIDTH, MOST_OVER_LOOP = 0.9, 1.1
# Seconds that are not to be passed.
LIMITS = {("chain10_16", "seconds"): 1.5e-6, ("chain10_16", "replayed"): 0.4e-6, ("first_call", "seconds"): 2e-3,
          ("second_process", "seconds"): 10e-3}
OWN = ("C loop",)


def seconds_text(s):
    for limit, scale, unit in ((1e-6, 1e9, "ns"), (1e-3, 1e6, "us"), (1, 1e3, "ms")):
        if s < limit:
            return f"{s * scale:.3g} {unit}"
    return f"{s:.3g} s"


def packages(row):
    return {m: p["seconds"] for m, p in row["peers"].items() if "seconds" in p and m not in OWN}


def fastest(row):
    """(mode, its time over Sinter's); None where no package was measured."""
    times = packages(row)
    best = min(times, key=times.get, default=None)
    return (best, times[best] / row["seconds"]) if best else None


def ratio(row, mode):
    peer = row["peers"].get(mode, {})
    return peer["seconds"] / row["seconds"] if "seconds" in peer else None


def geometric_mean(values):
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def measured(report):
    return [r for r in report["rows"] if "peers" in r and "seconds" in r]


def modes(report):
    seen = []
    for row in measured(report):
        seen += [m for m in row["peers"] if m not in seen]
    return sorted(seen, key=lambda m: (m != "C loop", m != "NumPy"))


# ---- what falls short --------------------------------------------------------------------------------------------
def shortfalls(report):
    for row in report["rows"]:
        if "wrong" in row or "left_out" in row:
            yield row.get("wrong") or f"{row['name']}: {row['left_out']}"
            continue
        for (name, key), limit in LIMITS.items():
            value = row.get(key) if key == "seconds" else row.get(key, {}).get("seconds")
            if name == row["name"] and value is not None and value > limit:
                yield f"{name}: {seconds_text(value)} {'' if key == 'seconds' else key + ' '}where {seconds_text(limit)} is the limit"
        if row.get("compiled") and row["name"] in ("second_process", "new_shape"):
            yield f"{row['name']}: it compiles {row['compiled']}"
        if "peers" in row:
            yield from short_of(row)


def short_of(row):
    best = fastest(row)
    if best and best[1] < 1:
        yield f"{row['name']}: {best[0]} takes {best[1]:.2f} of Sinter's time"
    loop = ratio(row, "C loop")
    limited = any(name == row["name"] for name, _ in LIMITS)  # nothing but overhead, which a loop has none of
    if loop and 1 / loop > MOST_OVER_LOOP and not limited:
        yield f"{row['name']}: {1 / loop:.2f} times the hand-written loop"
    if row["name"] in MEMORY_BOUND and row["of_bandwidth"] < LEAST_BANDWIDTH:
        yield f"{row['name']}: {row['of_bandwidth']:.2f} of the {row['against']} bandwidth"


def means(report):
    rows = measured(report)
    best = geometric_mean([(fastest(r) or (None, None))[1] for r in rows])
    numpy = geometric_mean([ratio(r, "NumPy") for r in rows])
    loop = geometric_mean([ratio(r, "C loop") for r in rows])
    parts = [("the fastest package's", best), ("NumPy's", numpy), ("the hand-written loop's", loop)]
    return "Geometric means of times over Sinter's: " + ", ".join(f"{name} {v:.2f}" for name, v in parts if v) + "."


# ---- Markdown ----------------------------------------------------------------------------------------------------
def cell(row, mode):
    peer = row["peers"].get(mode, {})
    return f"{seconds_text(peer['seconds'])} ({ratio(row, mode):.2f}x)" if "seconds" in peer else "-"


def table(report):
    names = modes(report)
    head = ["workload", "Sinter", "spread", "replayed", "kernels", "of bandwidth", *names]
    yield "| " + " | ".join(head) + " |"
    yield "|---|" + "---:|" * (len(head) - 1)
    for row in measured(report):
        replayed = seconds_text(row["replayed"]["seconds"]) if "replayed" in row else "-"
        bandwidth = f"{row['of_bandwidth']:.2f} {row['against']}" if "of_bandwidth" in row else "-"
        cells = [row["name"], seconds_text(row["seconds"]), f"{row['spread']:.0%}", replayed, str(row["kernels"]), bandwidth]
        yield "| " + " | ".join([*cells, *(cell(row, m) for m in names)]) + " |"


def small_table(report):
    rows = [r for r in report["rows"] if "peers" not in r and "seconds" in r]
    if rows:
        yield from ("", "| | | spread | kernels compiled |", "|---|---:|---:|---:|")
    for r in rows:
        yield f"| {r['name']}: {r['title']} | {seconds_text(r['seconds'])} | {r['spread']:.0%} | {r['compiled']} |"


def sizes(report):
    for row in measured(report):
        extents = ", ".join(f"{k} = {v}" for k, v in row["extents"].items())
        yield f"- {row['name']}: {row['title']}; {extents}"


def left_out(report):
    for name, why in report["packages_left_out"].items():
        yield f"- {name}: {why}"
    for row in measured(report):
        for mode, peer in row["peers"].items():
            if "why" in peer:
                yield f"- {mode}, {row['name']}: {peer['why']}"


def markdown(report, command, plot=None):
    versions = ", ".join(f"{k} {v}" for k, v in report["versions"].items())
    yield from ("# Speed on the processor", "", f"Made by `{command}`; not edited by hand.", "")
    yield f"- {report['processor']}, {report['cores']} cores; {report['date']}; {report['compiler']}; {versions}"
    yield f"- size {report['size']}; up to {report['rounds']} rounds in which all take turns, a sample each; medians; spread: (largest - least) / median"
    yield "- in brackets: time over Sinter's; results are NumPy's within the limits of bench/workload.py, or left out"
    yield "- Sinter records each evaluation anew; `replayed`: captured once (sn_capture, sn_replay). Loops over steps are captured once a run"
    yield "- `of bandwidth`: bytes of inputs and result, each once, a second, over what a copy of as many bytes (the better of plain and non-temporal) or, for sums, a read of them does in the same round"
    yield "- `C loop`: bench/loops_*.c, compiled as generated kernels are, OpenMP, all cores, its results in memory that is there already"
    yield from ("", means(report), "", *table(report), *small_table(report), "")
    short = list(shortfalls(report))
    yield from ("## Falls short", "", *(f"- {s}" for s in short), *([] if short else ["Nothing."]), "")
    if plot:
        yield from (f"![times over Sinter's]({plot})", "")
    yield from ("## Sizes", "", *sizes(report), "")
    out = list(left_out(report))
    if out:
        yield from ("## Left out", "", *out, "")


# ---- the plot: a line a workload, a dot a competitor, times over Sinter's ----------------------------------------
COLOURS = ["#222222", "#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#17becf"]
LINE, LEFT, WIDTH, TOP = 20, 170, 620, 50
LEAST, MOST = 0.1, 1000


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def place(value):
    share = math.log(min(max(value, LEAST), MOST) / LEAST) / math.log(MOST / LEAST)
    return LEFT + share * WIDTH


def plot(report):
    rows, names = measured(report), modes(report)
    height = TOP + LINE * len(rows) + 40
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 30}" height="{height}" font-family="sans-serif" font-size="12">'
    yield '<rect width="100%" height="100%" fill="white"/>'
    for k, mode in enumerate(names):
        x = 10 + k * 98
        yield f'<circle cx="{x}" cy="16" r="4" fill="{COLOURS[k % len(COLOURS)]}"/><text x="{x + 8}" y="20">{escaped(mode)}</text>'
    bottom = TOP + LINE * len(rows)
    for power in range(round(math.log10(LEAST)), round(math.log10(MOST)) + 1):
        x = place(10.0**power)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 10}" y2="{bottom}" stroke="{"#000" if power == 0 else "#ddd"}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{10.0**power:g}</text>'
    yield f'<text x="{LEFT + WIDTH / 2}" y="{bottom + 34}" text-anchor="middle">time over Sinter\'s</text>'
    for k, row in enumerate(rows):
        y = TOP + k * LINE + 6
        yield f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escaped(row["name"])}</text>'
        for n, mode in enumerate(names):
            if (r := ratio(row, mode)) is not None:
                yield (f'<circle cx="{place(r):.1f}" cy="{y}" r="4" fill="{COLOURS[n % len(COLOURS)]}" fill-opacity="0.8">'
                       f"<title>{escaped(mode)}, {escaped(row['name'])}: {r:.2f}</title></circle>")
    yield "</svg>"
