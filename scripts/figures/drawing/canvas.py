"""Whole figures: the axes at a fixed size in inches, the title above, the key and the footer below;
saved so that the same input gives the same bytes."""

import contextlib
import io
import logging
import re
import warnings

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from figures import archives
from figures.drawing import lettering, style
from figures.errors import usage

LEFT, RIGHT, TOP, BOTTOM = 0.82, 0.2, 0.62, 0.56  # inches around the axes
UNTITLED = 0.32                                    # above them where there is no title
ROW, SAMPLE = 10.5, 20.0                           # points: a row of the key, its sample's width
SUFFIXES = (".svg", ".png", ".pdf")


@contextlib.contextmanager
def settings():
    """matplotlib's settings for drawing, whatever the user's own are; quiet on missing glyphs."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", message="Glyph .* missing")
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(style.SETTINGS)
        yield


def new_figure(theme, width=7.4, height=4.7, panels=1, gap=0.62, top=None, ratios=None):
    """A figure and its axes, one above the other, each of them placed in inches from the top."""
    top = top or (TOP if theme.title else UNTITLED)
    figure = Figure(figsize=(width, top + height + BOTTOM), dpi=100, facecolor=theme.back)
    FigureCanvasAgg(figure)
    ratios = ratios or [1] * panels
    room, below, axes = height - gap * (panels - 1), height + BOTTOM, []
    for ratio in ratios:
        tall = room * ratio / sum(ratios)
        below -= tall
        axes.append(figure.add_axes([LEFT / width, below / (top + height + BOTTOM),
                                     (width - LEFT - RIGHT) / width,
                                     tall / (top + height + BOTTOM)]))
        below -= gap
    return figure, axes


def lengthen(figure, inches):
    """Adds room at the bottom; everything there is keeps its size and its distance from the top."""
    width, old = figure.get_size_inches()
    new = old + inches
    for axis in figure.axes:
        box = axis.get_position()
        axis.set_position([box.x0, (box.y0 * old + inches) / new, box.width,
                           box.height * old / new])
    for text in figure.texts:
        x, y = text.get_position()
        text.set_position((x, (y * old + inches) / new))
    figure.set_size_inches(width, new)


def shorten(text, room, size, weight="normal"):
    while len(text) > 4 and lettering.extent(text, size, weight)[0] > room:
        text = text[:-2].rstrip() + "…"
    return text


def note(figure, x, y, text, size, color, weight="normal", align="left"):
    """Text at a place given in points from the figure's left and top."""
    wide, tall = (side * 72 for side in figure.get_size_inches())
    room = x - 8 if align == "right" else wide - x - 8
    drawn = figure.text(x / wide, 1 - y / tall, shorten(text, room, size, weight),
                        fontsize=size, color=color, weight=weight, ha=align, va="baseline",
                        parse_math=False)
    drawn.set_gid("note")
    return drawn


def sample(figure, entry, x, y):
    """The line, patch or marker that a line of the key explains; points from the top left."""
    wide, tall = (side * 72 for side in figure.get_size_inches())
    if entry.dash == "band":
        figure.add_artist(Rectangle((x / wide, 1 - (y + 0.2) / tall), 16 / wide, 6 / tall,
                                    color=entry.color, alpha=0.3, lw=0))
    elif entry.dash:
        figure.add_artist(Line2D([x / wide, (x + 16) / wide], [1 - (y - 2.6) / tall] * 2,
                                 color=entry.color, ls=entry.dash, lw=entry.width))
    if entry.marker:
        figure.add_artist(Line2D([(x + 8) / wide], [1 - (y - 2.6) / tall], color=entry.color,
                                 marker=entry.marker, ms=5, ls="",
                                 mfc="none" if entry.hollow else entry.color, mew=0.9))


def columns_of(entries, room, group):
    """How many columns a part of the key has: as many as its texts allow."""
    if group == "note":
        return 1
    longest = max(lettering.extent(entry.text, style.SMALL)[0] for entry in entries)
    return max(1, min(4, len(entries), int(room // (longest + SAMPLE + 10))))


def add_part(figure, theme, entries, columns, top):
    """A part of the key, column by column, from `top` points below the figure's upper edge."""
    room = figure.get_size_inches()[0] * 72 - 2 * 14
    rows, column = -(-len(entries) // columns), room / columns
    for place, entry in enumerate(entries):
        x, y = 14 + column * (place // rows), top + ROW * (place % rows)
        sample(figure, entry, x, y)
        inset = SAMPLE if entry.dash or entry.marker else 2
        text = shorten(lettering.drawable(entry.text, 160), column - inset - 6, style.SMALL)
        note(figure, x + inset, y, text, style.SMALL, theme.ink)


def add_key(figure, theme, entries, footer):
    """The key's parts below the axes, each in its columns, and the footer below them."""
    wide, tall = (side * 72 for side in figure.get_size_inches())
    parts, height = [], 6
    for group in ("key", "note", "list"):
        part = [entry for entry in entries if entry.group == group]
        if part:
            columns = columns_of(part, wide - 2 * 14, group)
            parts.append((part, columns, tall + height))
            height += ROW * -(-len(part) // columns) + 4
    lengthen(figure, (height + ROW * len(footer)) / 72)
    for part, columns, top in parts:
        add_part(figure, theme, part, columns, top)
    for place, line in enumerate(footer):
        note(figure, 16, tall + height + ROW * place, line, style.SMALL, theme.faint)


def provenance_words(archive):
    return {"published": "PUBLISHED figures, not measured by this tool",
            "simulated": "SIMULATED, no hardware"}.get(archive["provenance"], "")


def describe(archive, scope=""):
    """Scope, date, profile and program of an archive, for a subtitle."""
    tool, unit = archive.get("tool", {}), archive["device"].get("unit_name") or "unit"
    units = archive["device"].get("units", 0)
    parts = [f"{units} {unit}{'s' if units != 1 else ''}" if units else "",
             f"scope {scope}" if scope else "", str(archive.get("created", ""))[:10],
             archive.get("profile", ""),
             " ".join(filter(None, (tool.get("name"), tool.get("version")))),
             provenance_words(archive)]
    return lettering.drawable(" · ".join(str(part) for part in parts if part), 160)


def add_title(figure, theme, title, subtitle):
    if theme.title:
        note(figure, 14, 20, lettering.drawable(title, 110), style.LARGE, theme.ink, "bold")
    note(figure, 14, 34 if theme.title else 14, subtitle, style.NORMAL, theme.faint)


def watermark(figure, theme, shown):
    """Across the axes, where any of the archives is simulated."""
    if any(archive["provenance"] == "simulated" for archive in shown):
        for axis in figure.axes:
            axis.text(0.5, 0.5, "SIMULATED", transform=axis.transAxes, rotation=30, ha="center",
                      va="center", fontsize=46, weight="bold", color=theme.faint, alpha=0.13,
                      zorder=1.5, parse_math=False, clip_on=True).set_gid("watermark")


def name_of(archive):
    return lettering.drawable(archives.device_name(archive), 60)


def text_lengths(svg):
    """Gives each text of an SVG its length and a few fonts to fall back to: where DejaVu Sans is
    missing, another font is fitted into the room that the labels were placed for."""
    def fitted(match):
        head, attributes, content = match.groups()
        size = re.search(r"(?:font:|font-size:)[^;\"]*?([\d.]+)px", attributes)
        if not size or not content.strip():
            return match.group()
        weight = "bold" if re.search(r"font:\s*(?:bold|700)", attributes) else "normal"
        raw = content.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        wide = lettering.extent(raw, float(size.group(1)), weight)[0] / lettering.WIDER - 0.5
        return (f'{head}{attributes} textLength="{wide:.2f}" '
                f'lengthAdjust="spacingAndGlyphs">{content}</text>')
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")
    return re.sub(r"(<text)([^>]*)>([^<]*)</text>", fitted, svg)


def fewer_colors(png, colors):
    """The PNG with a palette, which is a third as large."""
    from PIL import Image
    stream = io.BytesIO()
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.quantize(colors, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def save(figure, path, dpi=150, colors=0):
    """Writes the figure; its format is the path's suffix. `colors`: at most so many in a PNG."""
    suffix = path[path.rfind("."):].lower() if "." in path else ""
    if suffix not in SUFFIXES:
        raise usage(f"-o {path}: the name must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    metadata = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None},
                ".pdf": {"CreationDate": None, "Creator": None, "Producer": None}}[suffix]
    stream = io.BytesIO()
    figure.savefig(stream, format=suffix[1:], dpi=dpi, metadata=metadata,
                   facecolor=figure.get_facecolor())
    content = stream.getvalue()
    if colors:
        content = fewer_colors(content, colors)
    if suffix == ".svg":
        content = text_lengths(content.decode("utf-8")).encode("utf-8")
    try:
        with open(path, "wb") as out:
            out.write(content)
    except OSError as error:
        raise usage(f"{path}: cannot be written: {error.strerror}") from None
