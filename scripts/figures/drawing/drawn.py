"""What drawing on an axis leaves behind: the entries of the key that explain it, and the labels'
placer, which knows where there is room left."""

from dataclasses import dataclass, field

from figures.drawing.placer import Placer


@dataclass
class Entry:
    """A line of the key below a figure: text with a sample of what it explains."""
    text: str
    color: str = ""
    dash: object = ""     # of a line; "" none, "band" a patch
    marker: str = ""
    hollow: bool = False
    width: float = 1.4
    group: str = "key"    # "key", "note" (a sentence) or "list"


@dataclass
class Drawn:
    """What was drawn: key entries, and the placer that knows where there is room left."""
    axis: object
    placer: Placer = None
    key: list = field(default_factory=list)
    lines: list = field(default_factory=list)   # the strokes
