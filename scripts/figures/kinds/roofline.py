"""The roofline of one archive on an axis of your own: bandwidth roofs that rise, compute roofs that
are flat, lower ceilings dashed, theoretical peaks dotted; labels along their lines, never over
each other."""

import math
import textwrap

from figures import formatting, model
from figures.drawing import frame, geometry, lettering, style
from figures.drawing.drawn import Drawn, Entry
from figures.drawing.labels import around, avoid_line, write_label
from figures.drawing.placer import Placer
from figures.kinds import kernel_marks, strokes

WIDTHS = {"roof": 1.8, "reference": 1.2, "secondary": 1.0}
MANY = 40   # lines: beyond that only the roofs and references say why they are suspect
SECONDARY_DASH = (0, (4, 2))
PATIENCE = {"roof": 40.0, "reference": 11.0, "secondary": 8.0}


def hue(theme, stroke):
    return style.level_hue(theme, stroke.line.name) if stroke.bandwidth \
        else style.precision_hue(theme, stroke.line.name)


class Extent:
    """From where to where the lines go: rising ones up to the highest flat one, flat ones from the
    steepest rising one on."""

    def __init__(self, axis, shown):
        self.x_low, self.x_high = axis.get_xlim()
        self.y_low, self.y_high = axis.get_ylim()
        self.flats = [s.line.value for s in shown if not s.bandwidth]
        self.slopes = [s.line.value for s in shown if s.bandwidth]

    def ends(self, bandwidth, value):
        """Data coordinates of both ends, within the axes; None where nothing is visible."""
        if bandwidth:
            start = max(self.x_low, self.y_low / value)
            end = min(self.x_high, max(self.flats, default=self.y_high) / value,
                      self.y_high / value)
            return ((start, start * value), (end, end * value)) if start < end else None
        start = max(self.x_low, value / max(self.slopes, default=math.inf))
        if start >= self.x_high or not self.y_low < value < self.y_high:
            return None
        return (start, value), (self.x_high, value)


def draw_line(axis, extent, stroke, theme, limits):
    color, line = hue(theme, stroke), stroke.line
    ends = extent.ends(stroke.bandwidth, line.value)
    if ends is None:
        return None
    (x0, y0), (x1, y1) = ends
    secondary = stroke.kind == "secondary"
    axis.plot([x0, x1], [y0, y1], color=color, lw=WIDTHS[stroke.kind], zorder=3,
              ls=SECONDARY_DASH if secondary else "-", alpha=0.75 if secondary else 1,
              solid_capstyle="butt").pop().set_gid("ceiling")
    if line.high > line.low > 0:
        low, high = line.low / line.value, line.high / line.value
        axis.fill_between([x0, x1], [y0 * low, y1 * low], [y0 * high, y1 * high], color=color,
                          alpha=0.18, lw=0, zorder=2)
    if stroke.kind == "roof" and line.limit > 0 and abs(line.limit / line.value - 1) > 0.004:
        beyond = extent.ends(stroke.bandwidth, line.limit)
        if beyond:
            axis.plot(*zip(*beyond), color=color, lw=0.9, ls=(0, (1, 1.6)), zorder=2.5)
            limits.append((stroke, beyond))
    return ends


def draw_ridge(drawn, theme, color, ridge, rate):
    drawn.axis.plot([ridge], [rate], marker="D", ms=3.4, mfc=theme.back, zorder=5, mec=color,
                    mew=1.0, ls="")
    x, y = lettering.points(drawn.axis, ridge, rate)
    extent = lettering.extent(formatting.plain(ridge, 2), style.SMALL)
    spots = [s for s in around(x, y, extent, 3.4) if s.y < y - 3]
    spot = drawn.placer.place(extent, spots, None, 5.5)
    if spot:
        lettering.put(drawn.axis, spot, formatting.plain(ridge, 2), style.SMALL, color, theme.back,
                      zorder=6)


def draw_ridges(drawn, theme, roofline, shown):
    """Of each level drawn, as the program pairs them: the read reference with the FMA reference,
    and the roof with the highest compute roof. All intensities stand in the key as well."""
    levels = list(dict.fromkeys(s.line.name for s in shown if s.bandwidth and s.kind == "roof"))
    points = {(r["level"], r["precision"], r["standing"]): r for r in roofline.ridges}
    flats = list(dict.fromkeys(s.line.name for s in shown if not s.bandwidth and
                               s.kind == "roof" and s.unit == "FLOP/s"))
    if not levels or not flats:
        return
    fma = model.reference(roofline.computes, "fp64" if "fp64" in flats else flats[0])
    top = max((model.roof(roofline.computes, name) for name in flats), key=lambda l: l.value)
    low, high = drawn.axis.get_xlim()
    seen = False
    for flat, standing, kind in ((fma, "reference", "read"), (top, "roof", "roof")):
        listed = []
        for level in reversed(levels):  # the farthest level's is asked for most
            point = points[level, flat.name, standing]
            ridge = point["intensity"]
            listed.insert(0, f"{formatting.clean(level, 16)} {formatting.plain(ridge, 2)}")
            if low < ridge < high:
                seen = True
                draw_ridge(drawn, theme, style.level_hue(theme, level), ridge, point["rate"])
        what = f"{formatting.precision_text(flat.name)} {strokes.operation_name(flat.ceiling)}"
        key_note(drawn, f"ridge points in FLOP/B, {kind} and {what}: {', '.join(listed)}")
        if fma is top and all(model.roof(roofline.bandwidths, level) is
                              model.reference(roofline.bandwidths, level) for level in levels):
            break
    if seen:
        drawn.key.append(Entry("ridge point, with its intensity", theme.faint, marker="D",
                               hollow=True))


def key_note(drawn, text):
    """A sentence below the figure, in as many lines as it needs."""
    drawn.key += [Entry(line, group="note") for line in
                  textwrap.wrap(text, 120, subsequent_indent="   ")]


def empirical_points(archive, roofline, shown, x_range):
    """Those of the levels and precisions that are drawn."""
    levels = {s.line.name for s in shown if s.bandwidth}
    precisions = {s.line.ceiling["precision"] for s in shown if not s.bandwidth} | {""}
    low, high = x_range or (0, math.inf)
    return [p for p in archive["empirical"]
            if p.get("scope", roofline.scope) == roofline.scope and p["rate"] > 0 and
            low < p["intensity"] < high and p.get("level", "") in levels and
            p.get("precision", "") in precisions]


def draw_empirical(drawn, theme, found):
    for point in found:
        drawn.axis.plot([point["intensity"]], [point["rate"]], marker="o", ms=3.2, mew=0.8, ls="",
                        mfc="none", mec=style.level_hue(theme, point["level"]), zorder=4.5)
        x, y = lettering.points(drawn.axis, point["intensity"], point["rate"])
        drawn.placer.avoid(geometry.rectangle(x - 2, y - 2, x + 2, y + 2), 1.2)
    if found:
        drawn.key.append(Entry("measured, of known intensity (hue: level)", theme.faint, marker="o",
                               hollow=True))


def label_lines(drawn, theme, ends_of, limits):
    for stroke, ends in ends_of:
        color = hue(theme, stroke)
        if not write_label(drawn, theme, ends, stroke.label, color, id(stroke),
                           PATIENCE[stroke.kind]):
            dash = SECONDARY_DASH if stroke.kind == "secondary" else "-"
            drawn.key.append(Entry(stroke.label, color, dash, width=WIDTHS[stroke.kind]))
    for stroke, ends in limits:
        text = f"theoretical {formatting.si(stroke.line.limit, stroke.unit)}"
        write_label(drawn, theme, ends, text, hue(theme, stroke), ("limit", id(stroke)), 4.5,
                    style.SMALL)


def explain(drawn, theme, shown, limits):
    kinds = {s.kind for s in shown}
    if "secondary" in kinds:
        drawn.key.append(Entry("lower ceiling: what lacking a technique costs", theme.faint,
                               SECONDARY_DASH))
    if limits:
        drawn.key.append(Entry("theoretical peak: documented, not measured", theme.faint,
                               (0, (1, 1.6)), width=0.9))
    if any(s.line.high > s.line.low for s in shown):
        drawn.key.append(Entry("95 % interval of the median", theme.faint, "band"))
    reasons = {}
    for stroke in shown if len(shown) <= MANY else [s for s in shown if s.kind != "secondary"]:
        suspect = ", ".join(map(str, stroke.line.ceiling["suspect"]))
        if suspect:
            reasons.setdefault(suspect, []).append(stroke.label.split(" !")[0])
    for suspect, names in reasons.items():
        key_note(drawn, f"! {formatting.clean(suspect, 80)}: {', '.join(names)}")
    poor = [f"{s.label} ({strokes.lack_word(s.line.ceiling)})" for s in shown
            if s.kind == "roof" and s.line.ceiling["stand_in"]]
    if poor:
        key_note(drawn, f"nothing better is known than: {', '.join(poor)}")


def draw_roofline(axis, archive, *, kernels=(), scope="", levels=(), precisions=(), x_range=None,
                  theme="light", every=False, plain=False):
    """Draws the archive's roofline; returns a Drawn, whose key has what found no room in the axes.
    The axis needs its final size before: labels are placed for it. `plain`: roofs alone."""
    theme = style.theme_of(theme)
    roofline = model.roofline_of(archive, scope)
    shown = strokes.strokes_of(archive, roofline, levels, precisions, every)
    if plain:
        shown = [s for s in shown if s.kind == "roof"]
    points = [] if plain else empirical_points(archive, roofline, shown, x_range)
    dots = kernel_marks.drawable(kernels, shown, x_range)
    frame.set_limits(axis, shown, [(p["intensity"], p["rate"]) for p in points] +
                     [(dot.intensity, dot.rate) for dot in dots], x_range)
    frame.dress_roofline(axis, theme, shown)
    left, low, right, high = lettering.frame_points(axis)
    drawn = Drawn(axis, Placer((left + 2, low + 2, right - 2, high - 2)), lines=shown)
    extent, limits = Extent(axis, shown), []
    ends_of = [(s, draw_line(axis, extent, s, theme, limits)) for s in shown]
    ends_of = [(s, ends) for s, ends in ends_of if ends]
    for stroke, ends in ends_of:
        avoid_line(drawn, ends, id(stroke))
    for stroke, ends in limits:
        avoid_line(drawn, ends, ("limit", id(stroke)))
    if plain:
        label_lines(drawn, theme, ends_of, [])
        return drawn
    draw_empirical(drawn, theme, points)
    kernel_marks.mark(drawn, theme, dots)
    few = kernel_marks.are_few(dots)
    if few:
        named = kernel_marks.name(drawn, theme, dots)
    label_lines(drawn, theme, ends_of, limits)
    draw_ridges(drawn, theme, roofline, shown)
    explain(drawn, theme, [s for s, _ in ends_of], limits)
    if not few:
        named = kernel_marks.name(drawn, theme, dots)
    reason = "no FLOP, time or bytes" + (", or outside of the range" if x_range else "")
    kernel_marks.explain(drawn, theme, dots, *named, (len(kernels) - len(dots), reason))
    return drawn
