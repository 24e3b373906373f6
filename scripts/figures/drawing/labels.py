"""Labels along lines and beside markers: where they may stand, and writing them where they do."""

import math

from figures.drawing import lettering, style
from figures.drawing.placer import Spot

CROSSING = 6.0   # what a label pays for each line it lies on
MOST_STEPS = 40  # spots along one line


def spots_along(axis, ends, extent, rising):
    """Spots above, in and below a line: a rising one's label begins at its low end, a flat one's
    ends at its right end; farther along costs more."""
    width, tall, drop = extent
    (x0, y0), (x1, y1) = (lettering.points(axis, *end) for end in ends)
    length = math.hypot(x1 - x0, y1 - y0)
    if rising and length < width + 8 or not length:
        return []  # a flat one's label may reach beyond the left end of its line
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    along = ((x1 - x0) / length, (y1 - y0) / length)
    up = (-along[1], along[0])
    spare = max(0.0, length - width - 8)
    steps = min(MOST_STEPS, max(1, int(spare // 6))) if spare else 0
    found = []
    for step in range(steps + 1):
        away = 4 + (spare * step / steps if steps else 0)
        at = away if rising else length - away
        for side, price in ((drop + 1.8, 0.0), (drop - tall / 2, 2.0), (drop - tall - 1.0, 3.0)):
            found.append(Spot(x0 + along[0] * at + up[0] * side, y0 + along[1] * at + up[1] * side,
                              angle, "left" if rising else "right", price + 0.012 * away))
    return found


def write_label(drawn, theme, ends, text, color, own, patience, size=style.NORMAL):
    """Whether there was room for the text along the line, which may be covered at no cost."""
    extent = lettering.extent(text, size)
    rising = ends[0][1] != ends[1][1]
    spots = spots_along(drawn.axis, ends, extent, rising)
    spot = drawn.placer.place(extent, spots, own, patience)
    if spot is not None:
        lettering.put(drawn.axis, spot, text, size, color, theme.back, zorder=6)
    return spot is not None


def avoid_line(drawn, ends, key):
    drawn.placer.avoid([lettering.points(drawn.axis, *end) for end in ends], CROSSING, key)


def around(x, y, extent, gap):
    """Spots beside a marker at (x, y) points: right, left, above, below, and the corners."""
    width, height, depth = extent
    middle = y - height / 2 + depth
    over, under = y + gap + depth, y - gap - height + depth
    return [Spot(x + gap, middle, 0, "left", 0.0), Spot(x + gap, over, 0, "left", 0.3),
            Spot(x + gap, under, 0, "left", 0.4), Spot(x, over, 0, "center", 0.5),
            Spot(x, under, 0, "center", 0.6), Spot(x - gap, middle, 0, "right", 0.7),
            Spot(x - gap, over, 0, "right", 0.9), Spot(x - gap, under, 0, "right", 1.0)]
