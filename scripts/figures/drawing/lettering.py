"""Text in figures: how large it is, before it is drawn; and drawn at a spot given in points, kept
in the axes' own coordinates, so that it stays in place at any resolution."""

import functools

from matplotlib.font_manager import FontProperties, findfont
from matplotlib.ft2font import FT2Font
from matplotlib.textpath import text_to_path

from figures.formatting import clean


WIDER = 1.02


@functools.lru_cache(maxsize=8)
def known_characters(path):
    return frozenset(FT2Font(path).get_charmap())


@functools.lru_cache(maxsize=2048)
def drawable(text, longest=60):
    """One sanitized line; what the font has no glyph for becomes U+FFFD, as in all outputs."""
    known = known_characters(findfont(FontProperties()))
    return "".join(c if ord(c) in known else "\N{REPLACEMENT CHARACTER}"
                   for c in clean(text, longest))


@functools.lru_cache(maxsize=4096)
def extent(text, size, weight="normal"):
    """Width, height and depth below the baseline in points; at least as tall as "lp", and a little
    wider than the font says: at low resolutions advances are rounded to whole pixels."""
    font = FontProperties(size=size, weight=weight)
    width, height, depth = text_to_path.get_text_width_height_descent(text, font, False)
    _, tall, deep = text_to_path.get_text_width_height_descent("lp", font, False)
    low = max(depth, deep)
    return WIDER * width + 0.5, max(height - depth, tall - deep) + low, low


def points(axis, x, y):
    """Data to points from the figure's lower left corner."""
    scale = 72.0 / axis.figure.dpi
    along, up = axis.transData.transform((x, y))
    return along * scale, up * scale


def frame_points(axis):
    """The axes' frame: left, low, right, high."""
    scale = 72.0 / axis.figure.dpi
    there = axis.get_window_extent()
    return there.x0 * scale, there.y0 * scale, there.x1 * scale, there.y1 * scale


def put(axis, spot, text, size, color, backing=None, gid="label", **options):
    """Draws the text at the placer's spot; `backing` is the colour of a veil behind it."""
    scale = axis.figure.dpi / 72.0
    x, y = axis.transData.inverted().transform((spot.x * scale, spot.y * scale))
    if backing:
        options["bbox"] = {"boxstyle": "square,pad=0.05", "facecolor": backing, "edgecolor": "none",
                           "alpha": 0.92}
    drawn = axis.text(x, y, text, fontsize=size, color=color, rotation=spot.angle, ha=spot.align,
                      va="baseline", rotation_mode="anchor", parse_math=False, clip_on=False,
                      **options)
    drawn.set_gid(gid)
    return drawn
