"""Places labels one after the other where they are free: each takes the cheapest of its candidates
that meets no other label and stays within the frame. Lines and markers may be covered, at a
cost. All in points."""

from dataclasses import dataclass, field

from figures.drawing import geometry


@dataclass
class Spot:
    """A candidate: the anchor of a text that is turned by `angle` degrees."""
    x: float
    y: float
    angle: float = 0.0
    align: str = "left"
    cost: float = 0.0


@dataclass
class Placer:
    frame: tuple                                   # left, low, right, high
    # Polygons with their bounds: that nothing may meet; that should not be met, with cost and key.
    taken: list = field(default_factory=list)
    covered: list = field(default_factory=list)

    def take(self, polygon):
        self.taken.append((polygon, geometry.bounds(polygon)))

    def avoid(self, polygon, cost, key=None):
        self.covered.append((polygon, geometry.bounds(polygon), cost, key))

    def is_taken(self, polygon):
        there = geometry.bounds(polygon)
        return any(geometry.near(there, bounds) and geometry.overlap(polygon, other)
                   for other, bounds in self.taken)

    def price(self, polygon, own, most):
        """What the lines and markers below it cost, those of the label's own key apart; no more
        is added up once it is `most`."""
        there, total = geometry.bounds(polygon), 0.0
        for other, bounds, cost, key in self.covered:
            if (own is None or key != own) and geometry.near(there, bounds) and \
                    geometry.overlap(polygon, other):
                total += cost
                if total >= most:
                    break
        return total

    def place(self, extent, spots, own=None, most=1e9, margin=1.0):
        """The best spot for a text of (width, height, depth below its baseline), or None where
        none costs less than `most`; the spot's box is taken then."""
        best, best_price, best_box = None, most, None
        width, height, depth = extent
        for spot in spots:
            if spot.cost >= best_price:
                continue
            if not (self.frame[0] < spot.x < self.frame[2] and
                    self.frame[1] < spot.y < self.frame[3]):
                continue
            polygon = geometry.box(spot.x, spot.y, width, height, spot.angle, spot.align, depth)
            around = geometry.grown(polygon, margin)
            if not geometry.inside(around, self.frame):
                continue
            if self.is_taken(around):
                continue
            price = spot.cost + self.price(polygon, own, best_price - spot.cost)
            if price < best_price:
                best, best_price, best_box = spot, price, around
        if best is not None:
            self.take(best_box)
        return best
