"""One device class over time: each main ceiling relative to the first archive's, with its 95 %
interval."""

from matplotlib.ticker import FixedLocator, FuncFormatter

from figures import model
from figures.drawing import frame, lettering, style
from figures.drawing.drawn import Drawn, Entry
from figures.drawing.placer import Placer, Spot
from figures.errors import usage
from figures.kinds import strokes

MOST, MOST_DATES = 12, 8  # ceilings in one figure, and dates that have room below it


def main_lines(archive, scope):
    """{name: line}: each level's and each precision's reference."""
    roofline = model.roofline_of(archive, scope)
    found = {}
    for lines in (roofline.bandwidths, roofline.computes):
        for name in model.names(lines):
            line = model.reference(lines, name)
            word = strokes.mix_word(line.ceiling) if line.ceiling["kind"] == "bandwidth" \
                else strokes.operation_name(line.ceiling)
            found[f"{name.replace('->', '→')} {word}"] = line
    return found


def ordered(shown):
    if len(shown) < 2:
        raise usage("drift needs two or more archives of one device class")
    classes = sorted({str(one["device"].get("class", "")) for one in shown})
    if len(classes) > 1:
        raise usage(f"drift compares archives of one device class, not of {', '.join(classes)}")
    return sorted(shown, key=lambda one: str(one.get("created", "")))


def set_scales(axis, shown, lows, highs):
    axis.set_xlim(-0.25, len(shown) - 0.8 + 0.3 * (len(shown) - 1))
    room = max(0.02, 0.12 * (max(highs) - min(lows)))
    axis.set_ylim(min(lows) - room, max(highs) + room)
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.3g} %"))
    axis.xaxis.set_major_locator(FixedLocator(range(0, len(shown), -(-len(shown) // MOST_DATES))))
    dates = [lettering.drawable(str(one.get("created", "?")), 20).replace("T", "\n").rstrip("Z") +
             "\n" + lettering.drawable(one.get("profile", ""), 12) for one in shown]
    axis.xaxis.set_major_formatter(FuncFormatter(
        lambda value, _: dates[int(value)] if 0 <= value < len(dates) else ""))


def draw_drift(axis, shown, *, scope="", theme="light"):
    """Draws the main ceilings that all of the archives have, in the order of their dates."""
    theme = style.theme_of(theme)
    shown = ordered(shown)
    per = [main_lines(archive, scope) for archive in shown]
    shared = [name for name in per[0] if all(name in one for one in per)]
    if not shared:
        raise usage("the archives share no ceiling, so there is no drift to draw")
    names = shared[:MOST]
    series = {name: [(one[name].value / per[0][name].value, one[name].low / per[0][name].value,
                      one[name].high / per[0][name].value) for one in per] for name in names}
    set_scales(axis, shown, [p[1] for s in series.values() for p in s],
               [p[2] for s in series.values() for p in s])
    frame.dress(axis, theme, "", f"Relative to {str(shown[0].get('created', ''))[:16]}")
    axis.axhline(1, color=theme.faint, lw=0.8, zorder=2)
    left, low, right, high = lettering.frame_points(axis)
    drawn = Drawn(axis, Placer((left + 2, low + 2, right - 2, high - 2)))
    for place, (name, points) in enumerate(series.items()):
        line = per[0][name]
        color = style.level_hue(theme, line.name) if line.ceiling["kind"] == "bandwidth" \
            else style.precision_hue(theme, line.name)
        shift = (place - (len(series) - 1) / 2) * 0.018  # so that intervals don't hide each other
        xs = [order + shift for order in range(len(points))]
        dash, marker = style.DASHES[place % len(style.DASHES)], "osv^DdPXph*<"[place]
        axis.plot(xs, [p[0] for p in points], color=color, ls=dash, lw=1.2, marker=marker, ms=4,
                  zorder=4)
        axis.vlines(xs, [p[1] for p in points], [p[2] for p in points], color=color, lw=0.9,
                    alpha=0.7, zorder=3)
        write_end(drawn, theme, name, xs[-1], points[-1][0], color, dash)
    if any(low < high for points in series.values() for _, low, high in points):
        drawn.key.append(Entry("vertical bars: 95 % interval of the median", theme.faint))
    if len(shared) > MOST:
        drawn.key.append(Entry(f"+{len(shared) - MOST} more ceilings are not drawn"))
    return drawn


def write_end(drawn, theme, name, x, value, color, dash):
    """The ceiling's name at the right end of its line, with its last share."""
    text = lettering.drawable(f"{name} {100 * value:.1f} %", 40)
    extent = lettering.extent(text, style.SMALL)
    beside, y = lettering.points(drawn.axis, x, value)
    at = max(beside + 8, lettering.points(drawn.axis, round(x) + 0.14, value)[0])
    spots = [Spot(at, y - 2.6 + side * step, 0, "left", 0.1 * step)
             for step in range(0, 240, 3) for side in (1, -1)]
    spot = drawn.placer.place(extent, spots, margin=0.5)
    if spot is None:
        drawn.key.append(Entry(text, color, dash))
        return
    scale = drawn.axis.figure.dpi / 72
    ends = [drawn.axis.transData.inverted().transform((px * scale, py * scale))
            for px, py in ((beside + 3, y), (at - 2, spot.y + 2.6))]
    drawn.axis.plot(*zip(*ends), color=color, lw=0.5, zorder=3)
    lettering.put(drawn.axis, spot, text, style.SMALL, color, drawn.axis.get_facecolor(), zorder=6)
