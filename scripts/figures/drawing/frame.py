"""The axes of a roofline: both logarithmic with equal decades, so that every bandwidth roof rises
at 45 degrees; ticks at decades, a light grid between them."""

import math

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from figures import formatting
from figures.drawing.style import NORMAL


NARROWEST = 0.6


def spans(strokes, points):
    """What has to be seen, in decades: x low, x high, y low, y high. `points`: (AI, rate)."""
    slopes = [s.line.value for s in strokes if s.bandwidth and s.kind != "secondary"]
    flats = [s.line.value for s in strokes if not s.bandwidth]
    if not flats:
        flats = [slopes[0] * 10]
    if not slopes:
        slopes = [max(flats) / 10]
    ridges = [math.log10(min(flats) / max(slopes)), math.log10(max(flats) / min(slopes))]
    x_low, x_high = ridges[0] - 1.35, ridges[1] + 1.2
    y_low, y_high = math.log10(min(flats)) - 0.6, math.log10(max(flats)) + 0.42
    for x, y in points:
        x_low, x_high = min(x_low, math.log10(x) - 0.25), max(x_high, math.log10(x) + 0.35)
        y_low, y_high = min(y_low, math.log10(y) - 0.25), max(y_high, math.log10(y) + 0.3)
    return x_low, x_high, y_low, y_high


def within(strokes, x_range, y_low, y_high):
    """y low and high where only `x_range` is shown: no higher than the roofs are there, and low
    enough for each of them."""
    slopes = [s.line.value for s in strokes if s.bandwidth and s.kind != "secondary"]
    if slopes:
        y_high = min(y_high, math.log10(max(slopes) * x_range[1]) + 0.42)
        y_low = min(y_low, math.log10(min(slopes) * x_range[1]) - 0.6, y_high - 1)
    return y_low, y_high


def set_limits(axis, strokes, points=(), x_range=None):
    """Equal decades; where a narrow `x_range` leaves no room for the roofs, the axes become
    narrower, and below NARROWEST of their width the decades differ."""
    x_low, x_high, y_low, y_high = spans(strokes, points)
    if x_range:
        x_low, x_high = (math.log10(end) for end in x_range)
        y_low, y_high = within(strokes, x_range, y_low, y_high)
    there = axis.get_window_extent()
    decade = there.width / (x_high - x_low)
    fits = there.height / (y_high - y_low)
    if x_range and fits < decade:
        if fits > NARROWEST * decade:
            box = axis.get_position()
            axis.set_position([box.x0, box.y0, box.width * fits / decade, box.height])
    elif fits < decade:
        spare = there.width / fits - (x_high - x_low)
        x_low, x_high = x_low - 0.6 * spare, x_high + 0.4 * spare
    else:
        y_low = y_high - there.height / decade
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlim(10**x_low, 10**x_high)
    axis.set_ylim(10**y_low, 10**y_high)


def dress(axis, theme, x_label, y_label):
    axis.set_facecolor(theme.back)
    for spine in axis.spines.values():
        spine.set_color(theme.faint)
        spine.set_linewidth(0.8)
    axis.tick_params(which="both", colors=theme.ink, labelsize=NORMAL, width=0.6)
    axis.tick_params(which="minor", length=2)
    axis.grid(True, which="major", color=theme.grid, linewidth=0.6)
    axis.grid(True, which="minor", color=theme.minor, linewidth=0.4)
    axis.set_axisbelow(True)
    axis.set_xlabel(x_label, fontsize=NORMAL + 1, color=theme.ink)
    axis.set_ylabel(y_label, fontsize=NORMAL + 1, color=theme.ink)


def decades(axis_side, shown):
    low, high = axis_side.get_view_interval()
    subs = (1,) if high > 30 * low else (1, 2, 5) if high > 4 * low else (1, 1.5, 2, 3, 4, 5, 7)
    axis_side.set_major_locator(LogLocator(base=10, subs=subs, numticks=40))
    axis_side.set_minor_locator(LogLocator(base=10, subs=range(2, 10), numticks=400))
    axis_side.set_major_formatter(FuncFormatter(lambda value, _: shown(value)))
    axis_side.set_minor_formatter(NullFormatter())


def dress_roofline(axis, theme, strokes):
    """The words and ticks of a roofline's axes, whose limits are set; FLOP before OP."""
    units = sorted({s.unit for s in strokes if not s.bandwidth}) or ["FLOP/s"]
    work = " or ".join(unit[:-2] for unit in units)
    dress(axis, theme, f"Arithmetic intensity ({work} per byte)", " or ".join(units))
    decades(axis.xaxis, formatting.intensity)
    decades(axis.yaxis, lambda value: formatting.si(value, "", 1).strip())
