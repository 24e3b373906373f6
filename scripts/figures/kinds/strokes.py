"""Which ceilings a roofline figure draws, and what their labels say: of each level its roof and,
where that differs, its read reference; of each precision its roof and FMA reference; of the
secondary ceilings a few that tell most, or all."""

from dataclasses import dataclass

from figures import formatting, model

DIFFERENT = 0.03  # two lines closer than that look like one
# On vector units; what multiplies matrices is a line's "engine".
OPERATIONS = {"fma": "FMA", "mul": "multiply + add", "add": "add", "dp4a": "dp4a", "vnni": "VNNI",
              "mad": "multiply-add"}
MIXES = {"1:0": "read", "0:1": "write", "1:1": "copy", "2:1": "2:1"}
MIX_WAYS = ("update", "copy", "scale", "triad", "add", "dot", "write")
LACKS = {"FMA": "no FMA", "ILP": "one chain", "coalescing": "strided", "locality": "random",
         "occupancy": "low occupancy", "disjoint ranges": "shared ranges",
         "conflict-free access": "bank conflicts", "real operands": "constant operands"}
TELLING = {"bandwidth": ("coalescing", "locality"), "compute": ("FMA", "ILP", "scalar")}


@dataclass
class Stroke:
    line: model.Line
    kind: str         # "roof", "reference" or "secondary"
    label: str

    @property
    def bandwidth(self):
        return self.line.ceiling["kind"] == "bandwidth"

    @property
    def unit(self):
        return self.line.ceiling["unit"]


def mix_word(ceiling):
    path, mix = ceiling["path"], ceiling["mix"]
    parts = path.split("-")
    word = next((way for way in MIX_WAYS if way in parts), MIXES.get(mix, mix))
    return "non-temporal " + word if parts[0] == "nt" else word


def operation_name(ceiling):
    path = ceiling["path"]
    first = path.split("-")[0]
    if path.startswith("fma-add"):
        return "FMA + add"
    return ceiling["engine"] or OPERATIONS.get(first, formatting.clean(first, 12))


def lack_word(ceiling):
    lacks, parts = ceiling["lacks"], ceiling["path"].split("-")
    if lacks == "SIMD width":
        return parts[-1] if parts[-1] in ("scalar", "sse", "avx2", "neon") else "narrow SIMD"
    if lacks == "access width":
        return parts[0]
    if lacks in LACKS:
        extra = parts[-1] if parts[-1].endswith("way") else ""
        return " ".join(filter(None, (LACKS[lacks], extra)))
    return f"without {formatting.clean(lacks, 20)}" if lacks \
        else formatting.clean(ceiling["path"], 20)


def label(line, kind):
    """"DRAM read ! 25.3 GB/s". Kind "path": where words alone would name several lines alike."""
    one = line.ceiling
    if one["kind"] == "bandwidth":
        what = [formatting.clean(line.name, 16), mix_word(one)]
    else:
        what = [formatting.precision_text(line.name), operation_name(one)]
    if kind == "secondary":
        what[1] = lack_word(one)
        if one["kind"] == "bandwidth" and one["lacks"] in ("SIMD width", "access width"):
            what.append(mix_word(one))
    if kind == "path":
        what[1] = formatting.clean(f"{one['path']} {one['mix']}".strip(), 32)
    if one["suspect"]:
        what.append("!")
    return f"{' '.join(what)} {formatting.si(line.value, one['unit'])}"


def differs(line, other):
    return abs(line.value - other.value) > DIFFERENT * other.value


def main_strokes(lines, chosen):
    strokes = []
    for name in chosen:
        top, other = model.roof(lines, name), model.reference(lines, name)
        strokes.append(Stroke(top, "roof", label(top, "roof")))
        if other is not top and differs(other, top):
            strokes.append(Stroke(other, "reference", label(other, "reference")))
    return strokes


def lack_key(line):
    one = line.ceiling
    return "scalar" if one["lacks"] == "SIMD width" and one["path"].endswith("scalar") \
        else one["lacks"]


def few_secondaries(lines, chosen):
    """Of the farthest level, or of the first precision that has any, the highest of each lack."""
    kind = lines[0].ceiling["kind"]
    names = [name for name in chosen if name.startswith("DRAM")] or chosen[-1:]
    names = names if kind == "bandwidth" else sorted(chosen, key=lambda name: name != "fp64")
    for name in names:
        found = {}
        for line in lines:
            key = lack_key(line)
            if line.name == name and line.secondary and \
                    not line.ceiling["roof"] and key in TELLING[kind]:
                if key not in found or line.value > found[key].value:
                    found[key] = line
        if found:
            return list(found.values())
    return []


def one_unit(roofline, archive, chosen):
    """The farthest level's read bandwidth of a single core, in the figure of all cores."""
    if roofline.scope != "all" or "DRAM" not in chosen or archive["device"].get("units", 1) < 2:
        return []
    if "core" not in [scope["scope"] for scope in archive["roofline"]["scopes"]]:
        return []
    line = model.reference(model.roofline_of(archive, "core").bandwidths, "DRAM")
    if line is None or line.name != "DRAM":
        return []
    mark = " !" if line.ceiling["suspect"] else ""
    return [Stroke(line, "secondary", f"DRAM one core{mark} {formatting.si(line.value, 'B/s')}")]


def secondary_strokes(lines, chosen, every, shown):
    if not lines or not chosen:
        return []
    picked = [line for line in lines if line.name in chosen] if every \
        else few_secondaries(lines, chosen)
    drawn = [stroke.line for stroke in shown]
    picked = [line for line in picked
              if line not in drawn and all(differs(line, other) for other in drawn)]
    said = [without_value(label(line, "secondary")) for line in picked]
    return [Stroke(line, "secondary", label(line, "secondary" if said.count(word) == 1 else "path"))
            for line, word in zip(picked, said)]


def without_value(text):
    return text.rsplit(" ", 2)[0].replace(" !", "")


def strokes_of(archive, roofline, levels=(), precisions=(), every=False):
    """All lines of the figure; roofs before references before secondaries."""
    chosen_levels = model.chosen(roofline.bandwidths, levels, "memory level")
    chosen_precisions = model.chosen(roofline.computes, precisions, "precision")
    if not precisions:
        chosen_precisions = model.floating(roofline.computes, chosen_precisions) or \
            chosen_precisions
    found = main_strokes(roofline.bandwidths, chosen_levels) + \
        main_strokes(roofline.computes, chosen_precisions)
    for lines, chosen in ((roofline.bandwidths, chosen_levels),
                          (roofline.computes, chosen_precisions)):
        found += secondary_strokes(lines, chosen, every, found)
    found += one_unit(roofline, archive, chosen_levels)
    rank = {"roof": 0, "reference": 1, "secondary": 2}
    return sorted(found, key=lambda stroke: rank[stroke.kind])
