"""An archive's ceilings as the lines of a roofline diagram, by the rules of the `ridgeline`
program: the widest scope (chip, all), one SM's figures counted for all SMs where the chip has
none of that level, failed ceilings left out."""

from dataclasses import dataclass, field

from figures.errors import invalid, usage

NEAREST = ["L1", "shared", "L2", "L3", "HBM", "DRAM"]
FLOATING = ("fp", "bf", "tf", "mxf", "nvf")


@dataclass
class Line:
    ceiling: dict
    value: float  # B/s, FLOP/s or OP/s of the whole roofline
    low: float    # 95 % interval; both `value` where there is none
    high: float
    limit: float  # the theoretical peak; 0: unknown

    @property
    def name(self):
        """"L2@near" of a bandwidth, "fp16->fp32" of a precision."""
        one = self.ceiling
        if one["kind"] == "bandwidth":
            return one["level"] + ("@" + one["node"] if one["node"] else "")
        return one["precision"] + ("->" + one["accumulate"] if one["accumulate"] else "")


@dataclass
class Roofline:
    scope: str
    bandwidths: list = field(default_factory=list)
    computes: list = field(default_factory=list)


def is_floating(precision):
    return precision.startswith(FLOATING)


def usable(ceiling):
    return ceiling["kind"] in ("bandwidth", "compute") and ceiling["value"] > 0 and \
        "optimised-away" not in ceiling["suspect"]


def choose_scope(ceilings, wanted):
    scopes = [ceiling["scope"] for ceiling in ceilings]
    names = list(dict.fromkeys(scopes))
    if wanted:
        if wanted in names:
            return wanted
        raise usage(f"there are no ceilings of the scope '{wanted}'; there are: "
                    f"{', '.join(names) or 'none'}")
    return next((whole for whole in ("chip", "all") if whole in names),
                max(names, key=scopes.count, default=""))


def line_of(ceiling, scope, archive):
    scale = 1.0
    if ceiling["scope"] == "sm" and scope != "sm":
        scale = max(1, archive["device"].get("units", 1)) / max(1, ceiling["units"])
    value = ceiling["value"] * scale
    sound = 0 < ceiling["low"] <= ceiling["high"]
    return Line(ceiling, value, ceiling["low"] * scale if sound else value,
                ceiling["high"] * scale if sound else value, ceiling["limit"] * scale)


def roofline_of(archive, scope=""):
    ceilings = [ceiling for ceiling in archive["ceilings"] if usable(ceiling)]
    if not ceilings:
        raise invalid(archive.get("path", "archive"),
                      "has no ceilings to draw; `ridgeline assemble` makes them from samples")
    roofline = Roofline(choose_scope(ceilings, scope))
    members = [c for c in ceilings if c["scope"] == roofline.scope]
    if roofline.scope == "chip":
        levels = {(c["level"], c["node"]) for c in members if c["kind"] == "bandwidth"}
        members += [c for c in ceilings if c["kind"] == "bandwidth" and c["scope"] == "sm"
                    and (c["level"], c["node"]) not in levels]
    for ceiling in members:
        lines = roofline.bandwidths if ceiling["kind"] == "bandwidth" else roofline.computes
        lines.append(line_of(ceiling, roofline.scope, archive))
    order = {}
    for line in roofline.computes:
        order.setdefault(line.name, len(order))
    roofline.bandwidths.sort(key=lambda line: (distance(line.ceiling["level"]),
                                               line.ceiling["node"] != "near",
                                               line.ceiling["node"], -line.value))
    roofline.computes.sort(key=lambda line: (order[line.name], -line.value))
    return roofline


def distance(level):
    return NEAREST.index(level) if level in NEAREST else len(NEAREST)


def names(lines):
    """Names of levels or precisions in the lines' order, each once."""
    return list(dict.fromkeys(line.name for line in lines))


def standing(line, mark):
    """A marked ceiling wins over a primary one, that over a secondary one; cache-resident last."""
    one = line.ceiling
    base = 4 if one[mark] else 2 if one["role"] == "primary" else 0
    return base + (0 if one[mark] or "cache-resident" in one["suspect"] else 1), line.value


def of_name(lines, name):
    """Lines of exactly that name, or else of any variant ("L2" of "L2@near", "fp16" of
    "fp16->fp32")."""
    return [line for line in lines if line.name == name] or \
        [line for line in lines if line.ceiling["level" if line.ceiling["kind"] == "bandwidth"
                                                else "precision"] == name]


def roof(lines, name):
    return max(of_name(lines, name), key=lambda line: standing(line, "roof"), default=None)


def reference(lines, name):
    marked = [line for line in of_name(lines, name) if line.ceiling["reference"]]
    return max(marked, key=lambda line: standing(line, "reference"), default=roof(lines, name))


def is_stand_in(line):
    """Whether a level or precision has nothing better than this, which lacks something."""
    one = line.ceiling
    return one["role"] == "secondary" and not one["roof"] and not one["reference"]


def chosen(lines, wanted, what):
    """The names asked for; a variant's shorter name asks for all its variants."""
    there = names(lines)
    if not wanted:
        return there
    found = []
    for name in wanted:
        fitting = names(of_name(lines, name.replace("→", "->")))
        if not fitting:
            raise usage(f"there is no {what} '{name}'; there are: {', '.join(there) or 'none'}")
        found += [one for one in fitting if one not in found]
    return found
