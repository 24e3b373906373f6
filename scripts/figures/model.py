"""The lines of a roofline diagram, as `ridgeline show --format json` gives them (docs/show.md).
Which there are, and which is whose roof and reference, is the program's to say; what is drawn of
them is chosen here."""

from dataclasses import dataclass

from figures.errors import invalid, usage


@dataclass
class Line:
    ceiling: dict  # its row of "lines": kind, mix, path, lacks, ...; empty texts for null
    value: float   # B/s, FLOP/s or OP/s of the whole roofline
    low: float     # 95 % interval; both `value` where there is none
    high: float
    limit: float   # the theoretical peak; 0: unknown

    @property
    def name(self):
        """"L2@near" of a bandwidth, "fp16->fp32" of a precision."""
        return self.ceiling["subject"]

    @property
    def secondary(self):
        return self.ceiling["secondary"]


class Lines(list):
    """Lines of one kind, with the roof and the reference of each name. A shorter name stands for
    all its variants: "L2" for "L2@near"."""

    def __init__(self, lines, roofs):
        super().__init__(lines)
        by_id = {line.ceiling["id"]: line for line in lines}
        self.roofs = {row["subject"]: by_id[row["roof"]] for row in roofs}
        self.references = {row["subject"]: by_id[row["reference"]] for row in roofs}


@dataclass
class Roofline:
    scope: str
    bandwidths: Lines
    computes: Lines
    ridges: list  # rows of "ridge_points"


def line_of(row):
    ceiling = {key: "" if value is None else value for key, value in row.items()}
    ceiling["suspect"] = ceiling["suspect"].split()
    return Line(ceiling, row["value"], row["low"], row["high"], row["limit"] or 0)


def has_lines(archive):
    return bool(archive["roofline"]["lines"])


def choose_scope(scopes, wanted):
    names = [scope["scope"] for scope in scopes]
    if wanted and wanted not in names:
        raise usage(f"there are no ceilings of the scope '{wanted}'; there are: "
                    f"{', '.join(names) or 'none'}")
    return wanted or next(scope["scope"] for scope in scopes if scope["usual"])


def roofline_of(archive, scope=""):
    shown = archive["roofline"]
    if not shown["lines"]:
        raise invalid(archive.get("path", "archive"),
                      "has no ceilings to draw; `ridgeline assemble` makes them from samples")
    scope = choose_scope(shown["scopes"], scope)

    def of_scope(part, **fields):
        return [row for row in shown[part] if row["scope"] == scope and
                all(row[key] == value for key, value in fields.items())]
    bandwidths, computes = (Lines([line_of(row) for row in of_scope("lines", kind=kind)],
                                  of_scope("roofs", kind=kind))
                            for kind in ("bandwidth", "compute"))
    return Roofline(scope, bandwidths, computes, of_scope("ridge_points"))


def names(lines):
    """Names of levels or precisions in the lines' order, each once."""
    return list(dict.fromkeys(line.name for line in lines))


def roof(lines, name):
    return lines.roofs.get(name)


def reference(lines, name):
    return lines.references.get(name)


def floating(lines, wanted):
    """Of the names those of floating-point precisions."""
    found = {line.name for line in lines if line.ceiling["floating"]}
    return [name for name in wanted if name in found]


def of_name(lines, name):
    """Names of the lines called so, or else of its variants ("fp16->fp32" for "fp16")."""
    there = names(lines)
    return [name] if name in there else \
        names(line for line in lines if line.ceiling["level" if line.ceiling["kind"] == "bandwidth"
                                                     else "precision"] == name)


def chosen(lines, wanted, what):
    """The names asked for; a variant's shorter name asks for all its variants."""
    there = names(lines)
    if not wanted:
        return there
    found = []
    for name in wanted:
        fitting = of_name(lines, name.replace("→", "->"))
        if not fitting:
            raise usage(f"there is no {what} '{name}'; there are: {', '.join(there) or 'none'}")
        found += [one for one in fitting if one not in found]
    return found
