"""Draws figures and prints where their texts are, as JSON: run by figure_labels_test.py with the
Python that has matplotlib. Standard input: a list of argument lists of scripts/plot."""

import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
sys.dont_write_bytecode = True

from matplotlib.collections import PathCollection  # noqa: E402
from matplotlib.text import Text  # noqa: E402
from matplotlib.ticker import NullFormatter, NullLocator  # noqa: E402

from figures import command  # noqa: E402
from figures.archives import read_archive  # noqa: E402
from figures.drawing import canvas  # noqa: E402


def corners(text, renderer):
    """The rotated box of a text: its upright box, turned about its anchor."""
    angle = text.get_rotation()
    if text.get_rotation_mode() != "anchor":
        box = text.get_window_extent(renderer)
        return [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
    text.set_rotation(0)
    box = text.get_window_extent(renderer)
    text.set_rotation(angle)
    x, y = text.get_transform().transform(text.get_position())
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [(x + (u - x) * cosine - (v - y) * sine, y + (u - x) * sine + (v - y) * cosine)
            for u, v in ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))]


def unseen(figure):
    """Labels of ticks that lie outside of their axes, which are not drawn."""
    for axis in figure.axes:
        for side in (axis.xaxis, axis.yaxis):
            low, high = sorted(side.get_view_interval())
            for tick in side.get_major_ticks() + side.get_minor_ticks():
                if not low <= tick.get_loc() <= high:
                    yield tick.label1


def texts_of(figure):
    for axis in figure.axes:
        for side in (axis.xaxis, axis.yaxis):
            if isinstance(side.get_minor_formatter(), NullFormatter):
                side.set_minor_locator(NullLocator())  # half of the time, for ticks without text
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    found, hidden = [], set(unseen(figure))
    for text in figure.findobj(Text):
        if text in hidden or not text.get_visible() or not text.get_text().strip() or \
                text.get_gid() == "watermark":
            continue
        frame = text.axes.get_window_extent().extents.tolist() if text.axes and text.get_gid() \
            else None
        found.append({"text": text.get_text()[:60], "kind": text.get_gid() or "axis",
                      "frame": frame, "size": text.get_fontsize(), "math": text.get_parse_math(),
                      "corners": corners(text, renderer)})
    return found


def aspect(axis):
    """Pixels of a decade, along and up, of a roofline's axes."""
    if axis.get_yscale() != "log" or axis.get_xscale() != "log":
        return [1, 1]
    spans = [math.log10(high / low) for low, high in (axis.get_xlim(), axis.get_ylim())]
    box = axis.get_window_extent()
    return [box.width / spans[0], box.height / spans[1]]


def markers(axis):
    """Pixels of the middles of kernels' markers."""
    return [axis.transData.transform(point).tolist() for group in axis.collections
            if isinstance(group, PathCollection) for point in group.get_offsets()]


def measure(arguments):
    chosen = command.options(arguments, "")
    with canvas.settings():
        figure = command.draw(chosen, [read_archive(path) for path in chosen.archives])
        return {"arguments": arguments[1:], "canvas": [figure.bbox.width, figure.bbox.height],
                "texts": texts_of(figure), "decades": aspect(figure.axes[0]),
                "markers": markers(figure.axes[0])}


print(json.dumps([measure(arguments) for arguments in json.load(sys.stdin)]))
