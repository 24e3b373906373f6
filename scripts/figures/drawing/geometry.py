"""Rotated boxes in points (1/72 inch): corners, and whether two of them meet. Convex polygons are
disjoint if and only if some edge's normal separates them (the separating-axis theorem). A
segment is a polygon of two corners."""

import math

# Where, as a share of the box, its anchor lies.
HORIZONTAL = {"left": 0.0, "center": 0.5, "right": 1.0}


def box(x, y, width, height, angle=0.0, align="left", drop=0.0):
    """Corners of a text's box, turned by `angle` degrees about its anchor: horizontally at
    `align`, vertically `drop` above the box's lower edge (the baseline)."""
    left, low = -HORIZONTAL[align] * width, -drop
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [(x + u * cosine - v * sine, y + u * sine + v * cosine)
            for u, v in ((left, low), (left + width, low), (left + width, low + height),
                         (left, low + height))]


def rectangle(left, low, right, high):
    return [(left, low), (right, low), (right, high), (left, high)]


def grown(polygon, by):
    """A box, `by` larger on each of its sides."""
    middle = [sum(point[axis] for point in polygon) / len(polygon) for axis in (0, 1)]
    (ax, ay), (bx, by_), (cx, cy) = polygon[:3]
    width, height = math.hypot(bx - ax, by_ - ay), math.hypot(cx - bx, cy - by_)
    along = ((bx - ax) / width, (by_ - ay) / width) if width else (1, 0)
    up = (-along[1], along[0])
    half, tall = width / 2 + by, height / 2 + by
    return [(middle[0] + s * half * along[0] + t * tall * up[0],
             middle[1] + s * half * along[1] + t * tall * up[1])
            for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def bounds(polygon):
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def near(a, b):
    """Whether two bounds (left, low, right, high) meet."""
    return a[2] >= b[0] and b[2] >= a[0] and a[3] >= b[1] and b[3] >= a[1]


def parted(segment, polygon):
    """Whether all of a polygon lies on one side of a segment's line."""
    (x0, y0), (x1, y1) = segment
    sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in polygon]
    return min(sides) >= 0 or max(sides) <= 0


def separates(normal, first, second):
    one = [x * normal[0] + y * normal[1] for x, y in first]
    two = [x * normal[0] + y * normal[1] for x, y in second]
    return max(one) <= min(two) or max(two) <= min(one)


def meet(first, second):
    """Whether two convex polygons share more than their edges."""
    return near(bounds(first), bounds(second)) and overlap(first, second)


def overlap(first, second):
    """The same of two whose bounds meet."""
    if len(second) == 2 and parted(second, first):  # the most frequent question, answered soon
        return False
    for polygon in (first, second):
        for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]):
            if (x1, y1) != (x2, y2) and separates((y1 - y2, x2 - x1), first, second):
                return False
    return True


def inside(polygon, frame):
    """Whether the polygon lies within the rectangle (left, low, right, high)."""
    left, low, right, high = bounds(polygon)
    return left >= frame[0] and low >= frame[1] and right <= frame[2] and high <= frame[3]
