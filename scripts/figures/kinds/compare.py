"""Several archives in one roofline, a hue each; and below it the ratio of what kernels can attain,
with the intensity where one overtakes the other. Both are about roofs, as the program's own
comparison of attainable rates is."""

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from figures import archives, formatting, model
from figures.drawing import frame, lettering, style
from figures.drawing.drawn import Drawn, Entry
from figures.drawing.labels import CROSSING, avoid_line, spots_along
from figures.drawing.placer import Placer, Spot
from figures.errors import usage
from figures.kinds import strokes
from figures.kinds.roofline import Extent

LEAST, MOST = 2, 6
WEIGHTS = [2.0, 1.4, 1.1, 0.9]


def short_names(shown):
    """Display names; with their dates, or else by their order, where two are the same."""
    names = [lettering.drawable(archives.device_name(one), 34) for one in shown]
    dated = [name if names.count(name) == 1 else
             lettering.drawable(f"{name} {str(one.get('created', ''))[5:16]}", 50)
             for name, one in zip(names, shown)]
    return [name if dated.count(name) == 1 else f"{name} ({place})"
            for place, name in enumerate(dated, 1)]


def shared_names(rooflines, kind):
    """Levels or precisions of all of them, in the first one's order; variants count as one."""
    def plain(line):
        return line.ceiling["level"] if kind == "level" else line.name
    sides = [list(dict.fromkeys(plain(line) for line in
                                (r.bandwidths if kind == "level" else r.computes)))
             for r in rooflines]
    return [name for name in sides[0] if all(name in side for side in sides[1:])]


def pick(wanted, there, what, preferred):
    if wanted:
        if wanted not in there:
            raise usage(f"the archives share no {what} '{wanted}'; they share: "
                        f"{', '.join(there) or 'none'}")
        return wanted
    return next((name for name in preferred if name in there), there[0] if there else "")


def attainable(roofline, level, precision, intensity):
    flat = model.roof(roofline.computes, precision).value
    return min(model.roof(roofline.bandwidths, level).value * intensity, flat)


def strokes_of(roofline, levels, precisions):
    found = []
    for lines, names in ((roofline.bandwidths, levels), (roofline.computes, precisions)):
        for name in names:
            line = model.roof(lines, name)
            if line:
                found.append(strokes.Stroke(line, "roof", strokes.label(line, "roof")))
    return found


def draw_lines(drawn, theme, place, name, extent, shown):
    """One archive's lines; the farther the level, the heavier. Labels follow after all lines."""
    color = theme.hues[style.OVERLAY[place]]
    lines = []
    for order, stroke in enumerate(shown):
        ends = extent.ends(stroke.bandwidth, stroke.line.value)
        if not ends:
            continue
        level = sum(1 for other in shown[order + 1:] if other.bandwidth) if stroke.bandwidth else 1
        drawn.axis.plot(*zip(*ends), color=color, lw=WEIGHTS[min(level, 3)], zorder=3,
                        ls=style.DASHES[place % len(style.DASHES)])
        avoid_line(drawn, ends, (place, order))
        lines.append((stroke, ends, (place, order)))
    drawn.key.append(Entry(name, color, style.DASHES[place % len(style.DASHES)], width=1.8))
    return [(color, *line) for line in lines]


def label_lines(drawn, theme, lines):
    for color, stroke, ends, own in lines:
        extent = lettering.extent(stroke.label, style.SMALL)
        spots = spots_along(drawn.axis, ends, extent, stroke.bandwidth)
        spot = drawn.placer.place(extent, spots, own, 2 * CROSSING)
        if spot:
            lettering.put(drawn.axis, spot, stroke.label, style.SMALL, color, theme.back, zorder=6)
        else:
            drawn.key.append(Entry(stroke.label, color, style.DASHES[own[0] % len(style.DASHES)]))


def crossovers(first, second, level, precision):
    """Intensities where the two attain the same: (AI, rate); none where one is always ahead."""
    slopes = [model.roof(r.bandwidths, level).value for r in (first, second)]
    flats = [model.roof(r.computes, precision).value for r in (first, second)]
    if (slopes[0] - slopes[1]) * (flats[0] - flats[1]) >= 0:
        return None
    slow = flats.index(min(flats))
    return flats[slow] / slopes[1 - slow], flats[slow]


def draw_ratio(axis, theme, drawn, rooflines, names, level, precision):
    low, high = drawn.axis.get_xlim()
    steps = [low * (high / low)**(step / 400) for step in range(401)]
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlim(low, high)
    values = [1.0]
    frame.dress(axis, theme, drawn.axis.get_xlabel(), "Ratio to the first")
    marks = []
    for place, roofline in enumerate(rooflines[1:], 1):
        ratio = [attainable(roofline, level, precision, x) /
                 attainable(rooflines[0], level, precision, x) for x in steps]
        values += ratio
        color = theme.hues[style.OVERLAY[place]]
        axis.plot(steps, ratio, color=color, lw=1.5, ls=style.DASHES[place % len(style.DASHES)],
                  zorder=4)
        crossing = crossovers(rooflines[0], roofline, level, precision)
        if crossing and low < crossing[0] < high:
            marks.append((crossing[0], color))
    axis.axhline(1, color=theme.faint, lw=0.8, zorder=2)
    axis.set_ylim(min(values) / 1.35, max(values) * 1.35)
    frame.decades(axis.xaxis, formatting.intensity)
    axis.yaxis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5) if max(values) / min(values) > 3
                                            else (1, 1.5, 2, 3, 5, 7), numticks=30))
    axis.yaxis.set_major_formatter(FuncFormatter(
        lambda value, _: formatting.plain(value, 2) + " ×"))
    axis.yaxis.set_minor_formatter(NullFormatter())
    left, bottom, right, top = lettering.frame_points(axis)
    placer = Placer((left + 2, bottom + 2, right - 2, top - 2))
    for x, color in marks:
        axis.plot([x], [1], marker="o", ms=5, mfc=theme.back, mec=color, mew=1.2, ls="", zorder=5)
        text = f"equal at {formatting.plain(x, 2)} FLOP/B"
        extent = lettering.extent(text, style.SMALL)
        at, y = lettering.points(axis, x, 1)
        spot = placer.place(extent, [Spot(at + dx, y + dy, 0, align) for align, dx in
                                     (("left", 6), ("right", -6)) for dy in (7, -13, 18, -24)])
        if spot:
            lettering.put(axis, spot, text, style.SMALL, color, theme.back, zorder=6)
    what = f"{level} and {formatting.precision_text(precision)}"
    drawn.key.append(Entry(f"ratio: what is attainable under the roofs of {what}, to that of "
                           f"{names[0]}", group="note"))


def draw_compare(axis, shown, *, ratio_axis=None, level="", precisions=(), levels=(), scope="",
                 x_range=None, theme="light"):
    """Overlays the rooflines of 2 to 6 archives; the ratio panel compares at `level` and the first
    of the precisions."""
    theme = style.theme_of(theme)
    if not LEAST <= len(shown) <= MOST:
        raise usage(f"a comparison takes {LEAST} to {MOST} archives, not {len(shown)}")
    rooflines = [model.roofline_of(archive, scope) for archive in shown]
    common_levels = shared_names(rooflines, "level")
    common = shared_names(rooflines, "precision")
    floating = model.floating(rooflines[0].computes, common)
    level = pick(level or (levels[-1] if levels else ""), common_levels, "memory level", ["DRAM"])
    precision = pick(precisions[0] if precisions else "", common, "precision",
                     [p for p in ("fp64", "fp32") if p in floating] + floating)
    for found, what, lines in ((level, "memory level", "bandwidths"),
                               (precision, "precision", "computes")):
        if not found:
            each = [f"{archives.device_name(one)[:40]} has "
                    f"{', '.join(model.names(getattr(r, lines))) or 'none'}"
                    for one, r in zip(shown, rooflines)]
            raise usage(f"the archives share no {what}, so they can't be compared: "
                        f"{'; '.join(each)}")
    chosen = list(precisions) or floating or [precision]
    for name in chosen:
        pick(name, common, "precision", [])
    per = [strokes_of(r, levels or common_levels, chosen) for r in rooflines]
    every = [stroke for one in per for stroke in one]
    frame.set_limits(axis, every, (), x_range)
    frame.dress_roofline(axis, theme, every)
    left, low, right, high = lettering.frame_points(axis)
    drawn = Drawn(axis, Placer((left + 2, low + 2, right - 2, high - 2)), lines=every)
    names = short_names(shown)
    lines = []
    for place, (one, archive) in enumerate(zip(per, shown)):
        mark = {"published": " (PUBLISHED)", "simulated": " (SIMULATED)"}
        lines += draw_lines(drawn, theme, place, names[place] +
                            mark.get(archive["provenance"], ""), Extent(axis, one), one)
    label_lines(drawn, theme, lines)
    if ratio_axis is not None:
        draw_ratio(ratio_axis, theme, drawn, rooflines, names, level, precision)
    return drawn
