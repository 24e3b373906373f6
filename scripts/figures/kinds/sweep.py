"""Bandwidth over the working set, as it was explored: each series' median and range, the levels
that were found in it, their knees, and the capacities that the topology tells; latency below, if
measured."""

import math
import statistics

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from figures import archives, formatting
from figures.drawing import frame, lettering, style
from figures.drawing.drawn import Drawn, Entry
from figures.drawing.placer import Placer, Spot
from figures.errors import invalid, usage

FEWEST = 5  # working sets that make a sweep


def series_of(archive, family, scope=""):
    """{(scope, assumed level): [(working set, median, lowest, highest)]} of the explore stage."""
    found, best = {}, {}
    for sample in archive["samples"]:
        if sample.get("stage") != "explore" or sample.get("family") != family or \
                sample.get("status", "ok") != "ok" or not sample["repetitions"]:
            continue
        rates = [archives.sample_rate(sample, one) for one in sample["repetitions"]]
        rates = [1 / rate if family == "latency" else rate for rate in rates if rate > 0]
        if rates and sample.get("working_set"):
            key = (sample.get("scope", ""), sample.get("level", ""), sample.get("path", ""))
            point = (statistics.median(rates), min(rates), max(rates))
            there = found.setdefault(key, {})
            there[sample["working_set"]] = point if sample["working_set"] not in there else \
                max(there[sample["working_set"]], point)
    if scope and not any(key[0] == scope for key in found):
        raise usage(f"no sweep of the scope '{scope}'; there are: "
                    f"{', '.join(sorted({key[0] for key in found})) or 'none'}")
    for key, points in found.items():
        if len(points) >= FEWEST and scope in ("", key[0]):
            short = key[:2]
            if short not in best or len(points) > len(best[short]):
                best[short] = [(size, *point) for size, point in sorted(points.items())]
    return best


def levels_of(archive, scopes):
    return [level for level in archive["levels"] if level.get("scope", "") in scopes]


def level_text(level):
    return lettering.drawable(level.get("name", "") + ("@" + level["variant"]
                                                       if level.get("variant") else ""), 16)


def set_sizes(axis, low, high):
    """Working sets in powers of two: a tick every few of them."""
    axis.set_xscale("log", base=2)
    axis.set_xlim(low / 1.25, high * 1.25)
    doublings = math.log2(high / low)
    axis.xaxis.set_major_locator(LogLocator(base=4 if doublings < 24 else 16, numticks=40))
    axis.xaxis.set_minor_locator(LogLocator(base=2, numticks=60))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: formatting.size(value)))
    axis.xaxis.set_minor_formatter(NullFormatter())


def set_rates(axis, unit, values):
    """A logarithmic scale with at least two labelled ticks, however few decades it spans."""
    low, high = min(values) / 1.35, max(values) * 1.9
    axis.set_yscale("log")
    axis.set_ylim(low, high)
    subs = (1,) if high / low > 300 else (1, 2, 5)
    axis.yaxis.set_major_locator(LogLocator(base=10, subs=subs, numticks=40))
    axis.yaxis.set_minor_locator(LogLocator(base=10, subs=range(1, 10), numticks=400))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: formatting.si(value, unit, 1)))
    axis.yaxis.set_minor_formatter(NullFormatter())


def draw_series(drawn, theme, series, noun):
    for place, ((scope, level), points) in enumerate(series.items()):
        color = theme.hues[style.OVERLAY[place % len(style.OVERLAY)]]
        dash = style.DASHES[place % len(style.DASHES)]
        sizes, medians, lows, highs = zip(*points)
        drawn.axis.fill_between(sizes, lows, highs, color=color, alpha=0.18, lw=0, zorder=2)
        drawn.axis.plot(sizes, medians, color=color, ls=dash, lw=1.4, marker=".", ms=2.5, zorder=4)
        name = "" if level in ("sweep", "") else f", {level}"
        drawn.key.append(Entry(lettering.drawable(f"{noun}, {scope}{name}: median and range"),
                               color, dash))
        spots = [lettering.points(drawn.axis, size, value) for size, value, _, _ in points]
        for one, two in zip(spots, spots[1:]):
            if one != two:
                drawn.placer.avoid([one, two], 4.0)


def upright(drawn, theme, x, text, color):
    """A text along a vertical line, from the top down."""
    extent = lettering.extent(text, style.SMALL)
    at, _ = lettering.points(drawn.axis, x, 1)
    _, low, _, high = drawn.placer.frame
    spots = [Spot(at + side, high - 2 - down, 90, "right", 0.02 * down)
             for down in range(0, max(1, int(high - low - extent[0])), 8)
             for side in (-1.8 - extent[2], extent[1] - extent[2] + 1.8)]
    spot = drawn.placer.place(extent, spots, None, 6.0)
    if spot:
        lettering.put(drawn.axis, spot, text, style.SMALL, color, theme.back, zorder=6)


def draw_levels(drawn, theme, levels, key, knee, unit):
    """Shades the levels, and names them with their rates above the line."""
    axis = drawn.axis
    low, high = axis.get_xlim()
    for level in levels:
        color, name = style.level_hue(theme, level.get("name", "")), level_text(level)
        start = level.get("first", 0) or low
        end = level.get(knee) or (0 if level.get("knee") else high)  # no knee at all: memory
        value = level.get(key) or 0
        if start < end:
            axis.axvspan(max(start, low), min(end, high), color=color, alpha=0.09, lw=0, zorder=1)
        if level.get(knee):
            axis.axvline(level[knee], color=color, lw=0.9, zorder=2.5)
        if value:
            text = f"{name} {formatting.si(value, unit)}"
            extent = lettering.extent(text, style.NORMAL, "bold")
            x, y = lettering.points(axis, math.sqrt(max(start, low) * min(end or start, high)),
                                    value)
            spots = [Spot(x, y + up, 0, "center", abs(up - 12) * 0.05)
                     for up in list(range(8, 160, 6)) + list(range(-16, -120, -6))]
            spot = drawn.placer.place(extent, spots, None, 20.0)
            if spot:
                lettering.put(axis, spot, text, style.NORMAL, color, theme.back, weight="bold",
                              zorder=6)
        if level.get(knee):
            upright(drawn, theme, level[knee], f"{name} knee {formatting.size(level[knee])}", color)


def draw_nominal(drawn, theme, archive, series):
    low, high = drawn.axis.get_xlim()
    scopes = {scope for scope, _ in series}
    known = [level for level in archive["device"].get("levels", []) if level.get("bytes")]
    for level in known:
        one_unit = level.get("domain") == "sm"
        if not low < level["bytes"] < high or (one_unit and "sm" not in scopes):
            continue
        drawn.axis.axvline(level["bytes"], color=theme.faint, lw=0.9, ls=(0, (1, 1.8)), zorder=2.4)
        upright(drawn, theme, level["bytes"], lettering.drawable(
            f"{level.get('name', '')} nominal {formatting.size(level['bytes'])}"), theme.faint)


def draw_panel(axis, archive, theme, series, unit, noun, level_keys):
    sizes = [point[0] for points in series.values() for point in points]
    set_sizes(axis, min(sizes), max(sizes))
    set_rates(axis, unit, [value for points in series.values() for p in points for value in p[1:]])
    frame.dress(axis, theme, "Working set", noun.capitalize())
    left, low, right, high = lettering.frame_points(axis)
    drawn = Drawn(axis, Placer((left + 2, low + 2, right - 2, high - 2)))
    draw_series(drawn, theme, series, noun)
    draw_levels(drawn, theme, levels_of(archive, {scope for scope, _ in series}), *level_keys, unit)
    draw_nominal(drawn, theme, archive, series)
    return drawn


def draw_sweep(axis, archive, *, scope="", theme="light", latency_axis=None):
    """Draws the sweeps of all scopes, or of one; latency into its own axis, if one is given and it
    was measured. Returns a Drawn, or raises a Refusal where nothing was explored."""
    theme = style.theme_of(theme)
    series = series_of(archive, "bandwidth", scope)
    if not series:
        raise invalid(archive.get("path", "archive"), "has no sweep over working sets (samples of "
                      "the explore stage); draw --kind roofline")
    drawn = draw_panel(axis, archive, theme, series, "B/s", "bandwidth", ("bandwidth", "knee"))
    drawn.key += [Entry("shaded: level found, up to its knee", theme.faint, "band"),
                  Entry("capacity that the topology tells", theme.faint, (0, (1, 1.8)), width=0.9)]
    if latency_axis is not None:
        chases = series_of(archive, "latency")
        chases = {key: points for key, points in chases.items() if scope in ("", key[0])}
        if chases:
            below = draw_panel(latency_axis, archive, theme, chases, "s",
                               "latency", ("latency", "latency_knee"))
            below.axis.set_xlim(axis.get_xlim())
            drawn.key += [entry for entry in below.key if "latency" in entry.text]
    return drawn


def has_latency(archive, scope=""):
    return any(scope in ("", key[0]) for key in series_of(archive, "latency"))
