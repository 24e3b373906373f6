"""Prints the comparisons as a table, JSON, CSV or Markdown."""

import csv
import dataclasses
import io
import json

COLUMNS = ["ceiling", "peer", "ridgeline", "of peer", "ratio", "95 % interval", "pairs",
           "disturbed"]


def rate(value, unit):
    """Three or four significant digits: 1.369e11 -> "136.9 GB/s"."""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1, "")):
        if value >= factor:
            break
    return f"{value / factor:.4g} {prefix}{unit}"


def cells(result):
    if result.failure:
        return [result.id, result.peer, "-", "-", "-", result.failure, "0", "0"]
    return [result.id, result.peer, rate(result.ours, result.unit),
            rate(result.theirs, result.unit), f"{result.ratio:.3f}",
            f"{result.low:.3f} to {result.high:.3f}", str(len(result.pairs)),
            str(result.disturbed)]


def table(results):
    rows = [COLUMNS] + [cells(r) for r in results]
    # A failure's words are long and stand outside the column's width.
    widths = [max(len(row[i]) for row in rows if row[4] != "-") for i in range(len(COLUMNS))]
    widths[0] = max(len(row[0]) for row in rows)
    lines = ["  ".join(c.rjust(w) if 1 < i < 5 else c.ljust(w)
                       for i, (c, w) in enumerate(zip(row, widths))).rstrip() for row in rows]
    if any(r.disturbed for r in results):
        lines += ["", "disturbed: pairs during which other work took over 5 % of all processors.",
                  "It lowers both sides, but not equally: repeat such ratios on a quiet machine."]
    lines += ["", "Commands, with sizes in bytes of all threads and arrays together:"]
    lines += [f"  {r.id}\n    {r.our_command}\n    {r.peer_command}"
              for r in results if r.peer_command]
    return "\n".join(lines) + "\n"


def as_json(results):
    rows = []
    for result in results:
        row = dataclasses.asdict(result)
        row["pairs"] = [{"ridgeline": ours, "peer": theirs} for ours, theirs in result.pairs]
        rows.append(row)
    return json.dumps({"comparisons": rows}, indent=1) + "\n"


def as_csv(results):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "peer", "unit", "ridgeline", "peer_rate", "ratio", "low", "high",
                     "pairs", "disturbed", "our_command", "peer_command", "failure"])
    for r in results:
        numbers = ["" if r.failure else f"{n:.9g}"
                   for n in (r.ours, r.theirs, r.ratio, r.low, r.high)]
        writer.writerow([r.id, r.peer, r.unit, *numbers, len(r.pairs), r.disturbed, r.our_command,
                         r.peer_command, r.failure])
    return text.getvalue()


def markdown(results):
    titles = COLUMNS + ["command of the peer"]
    rules = ["---", "---", "---:", "---:", "---:", "---", "---:", "---:", "---"]
    lines = ["| " + " | ".join(row) + " |" for row in (titles, rules)]
    for r in results:
        command = f"`{r.peer_command}`" if r.peer_command else "-"
        shown = [cell.replace("|", "\\|") for cell in cells(r)] + [command]
        lines.append("| " + " | ".join(shown) + " |")
    return "\n".join(lines) + "\n"


FORMATS = {"table": table, "json": as_json, "csv": as_csv, "markdown": markdown}
