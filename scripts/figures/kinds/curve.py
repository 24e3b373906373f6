"""How a rate depends on what was varied while searching: operations in flight per thread, resident
threads per unit, the ways of a bank conflict, the pattern of accesses, missing techniques. Each
panel only where the archive has such measurements."""

import re
import statistics

from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

from figures import archives, formatting, model
from figures.drawing import frame, lettering, style
from figures.drawing.drawn import Drawn, Entry
from figures.drawing.placer import Placer, Spot
from figures.errors import invalid
from figures.kinds import strokes

MOST = 6      # curves in a panel: those with the most points, then those that vary most
CONFLICT = re.compile(r"^(.*?)(?:-(\d+)way)?$")
WORDS = {"flight": "in flight", "threads": "threads", "conflict": "conflict"}
TECHNIQUES = ("FMA", "ILP", "SIMD width", "register ports")
PATTERNS = {"coalescing": "strided", "locality": "random", "alignment": "misaligned",
            "access width": "narrow"}


def name_of(sample):
    """"L2 read", "fp32 FMA", with the path where that says more."""
    if sample["family"] == "bandwidth":
        return f"{sample.get('level', '')} {sample.get('path', '')}"
    accumulate = sample.get("accumulate", "")
    precision = sample.get("precision", "")
    precision += "->" + accumulate if accumulate not in ("", precision) else ""
    return f"{formatting.precision_text(precision)} {sample.get('path', '')}"


def shape_curves(archive, coordinate):
    """{name: [(x, share of the best)]} over a coordinate of the launch shape; of several shapes
    with the same x the best counts."""
    found = {}
    for sample in archive["samples"]:
        if sample.get("stage") != "explore" or sample.get("status", "ok") != "ok" or \
                sample.get("family") not in ("bandwidth", "compute"):
            continue
        rates = [archives.sample_rate(sample, one) for one in sample["repetitions"]]
        x = coordinate(sample.get("shape") or {})
        if rates and x:
            there = found.setdefault((sample["family"], name_of(sample)), {})
            there[x] = max(there.get(x, 0), statistics.median(rates))
    curves = {name: [(x, rate / max(points.values())) for x, rate in sorted(points.items())]
              for (_, name), points in found.items() if len(points) >= 3 and max(points.values())}
    best = sorted(curves, key=lambda name: (-len(curves[name]),
                                              min(share for _, share in curves[name]), name))
    best = best[:MOST]
    return {name: curves[name] for name in best}


def in_flight(shape):
    return shape.get("in_flight", 0)


def threads(shape):
    return shape.get("blocks_per_unit", 0) * shape.get("threads_per_block", 0)


def conflict_curves(archive):
    """{name: [(ways, share of the conflict-free rate)]} of shared memory."""
    found = {}
    for ceiling in archive["roofline"]["lines"]:
        own = ceiling["id"].split("/")[2] == ceiling["scope"]  # not one SM's, counted for all
        if ceiling["kind"] == "bandwidth" and ceiling["level"] == "shared" and own:
            path, ways = CONFLICT.match(ceiling["path"]).groups()
            key = f"shared {ceiling['scope']} {path} {ceiling['mix']}"
            found.setdefault(key, {})[int(ways or 1)] = ceiling["value"]
    return {name: [(ways, value / points[1]) for ways, value in sorted(points.items())]
            for name, points in found.items() if len(points) >= 3 and points.get(1)}


def pattern_bars(archive):
    """[(level, pattern, share of the level's contiguous read)] of the widest scope."""
    roofline, found = model.roofline_of(archive), []
    for level in model.names(roofline.bandwidths):
        best = model.reference(roofline.bandwidths, level)
        for line in roofline.bandwidths:
            pattern = PATTERNS.get(line.ceiling["lacks"])
            if line.name == level and pattern and line is not best:
                text = f"{level} {pattern} ({formatting.clean(line.ceiling['path'], 18)})"
                found.append((text, line.value / best.value, line.value, "B/s", level))
    return found[:12]


def technique_bars(archive):
    """[(precision, what is lacking, share of the FMA rate)]: of each lack the best. Not of a
    tensor-core reference, which lacks none of it."""
    roofline, found = model.roofline_of(archive), []
    for name in [n for n in model.names(roofline.computes) if n in ("fp64", "fp32", "fp16")]:
        fused = [line for line in roofline.computes
                 if line.name == name and strokes.operation_name(line.ceiling) == "FMA"]
        best = next((line for line in fused if line.ceiling["reference"]),
                    fused[0] if fused else None)
        if not best or best.secondary:
            continue
        lacking = {}
        for line in roofline.computes:
            if line.name == name and line.ceiling["lacks"] in TECHNIQUES and line is not best:
                lacking.setdefault(strokes.lack_word(line.ceiling), line)  # the highest comes first
        found += [(f"{name} {word}", line.value / best.value, line.value, line.ceiling["unit"],
                   name) for word, line in lacking.items()]
    return found[:12]


def panels_of(archive):
    """[(kind, title, data)] of what there is."""
    there = [("flight", "Operations in flight per thread", shape_curves(archive, in_flight)),
             ("threads", "Resident threads per unit", shape_curves(archive, threads)),
             ("conflict", "Ways of the bank conflict", conflict_curves(archive))]
    if model.has_lines(archive):
        there += [("pattern", "Share of the level's contiguous read", pattern_bars(archive)),
                  ("pattern", "Share of the precision's FMA rate", technique_bars(archive))]
    found = [panel for panel in there if panel[2]]
    if not found:
        raise invalid(archive.get("path", "archive"), "has no curves: nothing was measured over "
                      "operations in flight, threads, bank conflicts, access patterns or "
                      "missing techniques")
    return found


def set_scales(axis, curves):
    xs = sorted({x for points in curves.values() for x, _ in points})
    axis.set_xscale("log", base=2)
    axis.set_xlim(xs[0] / 1.25, xs[-1] * 1.25)
    ticks = [x for place, x in enumerate(xs) if place == 0 or x & (x - 1) == 0]
    axis.xaxis.set_major_locator(FixedLocator(ticks))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.xaxis.set_minor_formatter(NullFormatter())
    axis.set_ylim(0, 1.12)
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f} %"))


def draw_lines(drawn, theme, curves, word):
    set_scales(drawn.axis, curves)
    for place, (name, points) in enumerate(curves.items()):
        color = theme.hues[style.OVERLAY[place % len(style.OVERLAY)]]
        dash, marker = style.DASHES[place % len(style.DASHES)], "osv^Dd"[place % 6]
        drawn.axis.plot(*zip(*points), color=color, ls=dash, marker=marker, ms=3.5, lw=1.3,
                        zorder=4)
        drawn.key.append(Entry(f"{word}: {lettering.drawable(name, 44)}", color, dash, marker,
                               width=1.3))


def draw_bars(drawn, theme, bars):
    axis = drawn.axis
    axis.set_xlim(0, max(1.12, max(bar[1] for bar in bars) + 0.12))
    axis.set_ylim(len(bars) - 0.4, -0.6)
    left, low, right, high = lettering.frame_points(axis)
    placer = Placer((left, low, right, high))
    for row, (text, share, value, unit, name) in enumerate(bars):
        color = style.level_hue(theme, name) if unit == "B/s" else style.precision_hue(theme, name)
        axis.barh([row], [share], height=0.62, color=color, alpha=0.35, zorder=2)
        label = lettering.drawable(f"{text}: {100 * share:.0f} %, {formatting.si(value, unit)}")
        extent = lettering.extent(label, style.SMALL)
        _, y = lettering.points(axis, 0, row)
        spot = placer.place(extent, [Spot(left + 5, y - 2.6)], margin=0)
        if spot:
            lettering.put(axis, spot, label, style.SMALL, theme.ink, zorder=6)
    axis.yaxis.set_major_locator(FixedLocator([]))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f} %"))


def draw_curve(axis, archive, *, panel=0, theme="light"):
    """Draws one of the archive's curves (the panels of panels_of, by position) on the axis."""
    theme = style.theme_of(theme)
    panels = panels_of(archive)
    if not 0 <= panel < len(panels):
        raise IndexError(f"the archive has {len(panels)} panels of curves")
    kind, title, data = panels[panel]
    drawn = Drawn(axis)
    if kind == "pattern":
        frame.dress(axis, theme, title, "")
        draw_bars(drawn, theme, data)
        return drawn
    free = "Share of conflict-free" if kind == "conflict" else "Share of the best"
    frame.dress(axis, theme, title, free)
    draw_lines(drawn, theme, data, WORDS[kind])
    return drawn
