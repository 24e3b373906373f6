"""Kernels as markers in a roofline: area by time, hue and shape by verdict, at the intensity of the
level that binds; named where there is room, longest running first, then numbered, then counted."""

import math
from dataclasses import dataclass

from figures import formatting
from figures.drawing import geometry, lettering, style
from figures.drawing.drawn import Entry
from figures.drawing.labels import avoid_line
from figures.drawing.placer import Spot

NAMED, NUMBERED = 14, 45     # at most so many in the figure, and in the list below it
SMALLEST, LARGEST = 16.0, 210.0  # areas of markers, square points
JOINED = 8                   # levels of a kernel are joined where there are few kernels
HIDING = 7.0                 # what a label pays for each marker it lies on


@dataclass
class Dot:
    name: str
    intensity: float
    rate: float
    area: float
    verdict: str
    others: list             # intensities at the other levels, with their names


def intensities(kernel):
    """By level, positive ones."""
    prefix = "intensity_"
    return {key[len(prefix):]: value for key, value in kernel.items()
            if key.startswith(prefix) and value and value > 0}


def drawable(kernels, shown, x_range=None):
    """Dots of the kernels that have FLOP, a time, bytes of some level and a place in the range."""
    flat = [s for s in shown if not s.bandwidth]
    longest = max((k.get("seconds") or 0 for k in kernels), default=0)
    low, high = x_range or (0, math.inf)
    dots = []
    for kernel in kernels:
        there = intensities(kernel)
        rate, seconds = kernel.get("rate"), kernel.get("seconds")
        if not there or not rate or not seconds or not kernel.get("flop") and \
                not any(s.unit == "OP/s" for s in flat):
            continue
        level = kernel.get("bound_by")
        level = level if level in there else "DRAM" if "DRAM" in there else next(iter(there))
        if not low <= there[level] <= high:
            continue
        dots.append(Dot(kernel.get("name") or "(unnamed)", there[level], rate,
                        max(SMALLEST, LARGEST * seconds / longest), kernel.get("verdict", ""),
                        [(name, x) for name, x in there.items() if name != level]))
    return dots


def look(theme, verdict):
    hue, marker = style.VERDICTS.get(verdict, ("grey", "*"))
    return theme.hues[hue], marker


def mark(drawn, theme, dots):
    """Draws the dots, joined with their other levels where there are few."""
    scatter(drawn, theme, dots)
    for dot in dots:
        color, _ = look(theme, dot.verdict)
        joined = dot.others if len(dots) <= JOINED else []
        if joined:
            reach = [dot.intensity] + [x for _, x in joined]
            drawn.axis.plot([min(reach), max(reach)], [dot.rate] * 2, color=color, lw=0.8,
                            alpha=0.6, zorder=4)
            avoid_line(drawn, [(x, dot.rate) for x in (min(reach), max(reach))], "joined")
        for level, x in joined:
            drawn.axis.plot([x], [dot.rate], marker="|", ms=6, mew=1.4, ls="", zorder=4.6,
                            color=style.level_hue(theme, level))
        x, y = lettering.points(drawn.axis, dot.intensity, dot.rate)
        radius = math.sqrt(dot.area) / 2
        drawn.placer.avoid(geometry.rectangle(x - radius, y - radius, x + radius, y + radius),
                           HIDING)


def scatter(drawn, theme, dots):
    """The markers themselves, verdict by verdict."""
    for verdict in dict.fromkeys(dot.verdict for dot in dots):
        color, marker = look(theme, verdict)
        there = [dot for dot in dots if dot.verdict == verdict]
        drawn.axis.scatter([dot.intensity for dot in there], [dot.rate for dot in there],
                           s=[dot.area for dot in there], marker=marker, color=color, alpha=0.8,
                           edgecolors=theme.back, linewidths=0.6, zorder=6.5)


def beside(x, y, gap, extent):
    """Spots around a marker, at two distances."""
    width, height, depth = extent
    found = []
    for far, price in ((gap, 0.0), (gap + 8, 2.0)):
        middle, slant = y - height / 2 + depth, 0.7 * far
        for dx, base, align, cost in (
                (far, middle, "left", 0), (slant, y + slant + depth, "left", 0.2),
                (slant, y - slant - height + depth, "left", 0.3),
                (0, y + far + depth, "center", 0.4), (0, y - far - height + depth, "center", 0.5),
                (-far, middle, "right", 0.6), (-slant, y + slant + depth, "right", 0.7),
                (-slant, y - slant - height + depth, "right", 0.8)):
            found.append(Spot(x + dx, base, 0, align, cost + price))
    return found


def write(drawn, theme, dot, text, most):
    extent = lettering.extent(text, style.SMALL)
    x, y = lettering.points(drawn.axis, dot.intensity, dot.rate)
    gap = math.sqrt(dot.area) / 2 + 1.5
    spot = drawn.placer.place(extent, beside(x, y, gap, extent), None, most)
    if spot:
        lettering.put(drawn.axis, spot, text, style.SMALL, theme.ink, theme.back,
                      gid="kernel-label", zorder=7)
    return spot is not None


def called(dot, longest):
    name = dot.name[len("void "):] if dot.name.startswith("void ") else dot.name
    return formatting.middle(lettering.drawable(name, 400), longest)


def are_few(dots):
    """Whether all of them may be named: their names come before the lines' labels then."""
    return len(dots) <= NAMED


def name(drawn, theme, dots):
    """Labels the dots; returns those that got a number, and how many got nothing."""
    numbered, silent, named = [], 0, 0
    patience = 19.0 if are_few(dots) else 4.5  # what a name may cover
    for dot in dots:
        if named < NAMED and write(drawn, theme, dot, called(dot, 30), patience):
            named += 1
        elif len(numbered) < NUMBERED and write(drawn, theme, dot, str(len(numbered) + 1), 9.0):
            numbered.append(dot)
        else:
            silent += 1
    return numbered, silent


def explain(drawn, theme, dots, numbered, silent, absent):
    """What the labels don't say goes into the key. `absent`: how many have no dot, and why."""
    counts = {}
    for dot in dots:
        counts[dot.verdict] = counts.get(dot.verdict, 0) + 1
    for verdict in sorted(counts, key=lambda v: -counts[v]):
        color, marker = look(theme, verdict)
        text = (verdict or "no verdict").replace("-", " ")
        drawn.key.append(Entry(f"{lettering.drawable(text, 30)}: {counts[verdict]}", color,
                               marker=marker))
    if dots:
        drawn.key.append(Entry("kernels: area by time"))
    for place, dot in enumerate(numbered, 1):
        drawn.key.append(Entry(f"{place}  {called(dot, 36)}", group="list"))
    if silent:
        drawn.key.append(Entry(f"+{silent} more without a label", group="note"))
    if absent[0]:
        drawn.key.append(Entry(f"{absent[0]} not drawn: {absent[1]}", group="note"))
