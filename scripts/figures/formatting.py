"""Numbers and names as figures show them: SI prefixes for rates, binary ones for working sets,
and text from archives sanitized (no control characters, no direction marks, not too long)."""

import math
import unicodedata

PREFIXES = {-5: "f", -4: "p", -3: "n", -2: "µ", -1: "m", 0: "", 1: "k", 2: "M", 3: "G", 4: "T",
            5: "P", 6: "E", 7: "Z"}


def plain(value, digits=3):
    """A number without an exponent: 0.0123, 4.56, 789, 12300."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    shown = f"{round(value, decimals):.{decimals}f}"
    return shown.rstrip("0").rstrip(".") if "." in shown and abs(value) < 1 else shown


def intensity(value):
    """A tick's: 0.01, 1.5, 100; powers of ten where the zeros would have to be counted."""
    power = math.log10(value)
    if abs(power) < 4.5:
        return f"{value:g}"
    return "10" + f"{power:.0f}".translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def si(value, unit, digits=3):
    """2.62e11, "B/s" -> "262 GB/s"."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g} {unit}"
    step = math.floor(math.log10(abs(value)) / 3 + 1e-12)
    step = min(max(step, min(PREFIXES)), max(PREFIXES))
    shown = plain(value / 1000.0**step, digits)
    if abs(float(shown)) >= 1000 and step < max(PREFIXES):
        step, shown = step + 1, plain(float(shown) / 1000, digits)
    return f"{shown} {PREFIXES[step]}{unit}"


def size(count):
    """A working set: 49152 -> "48 KiB"."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{plain(count) if count % 1 else int(count)} {unit}"
        count /= 1024
    return f"{plain(count)} TiB"


def clean(text, longest=60):
    """One line of visible characters, at most `longest` of them."""
    shown = []
    for character in str(text)[:20 * longest]:
        category = unicodedata.category(character)
        if category in ("Cc", "Zl", "Zp", "Zs"):
            shown.append(" ")
        elif category[0] != "C" and category not in ("Mn", "Me"):  # marks pile up without end
            shown.append(character)
    joined = " ".join("".join(shown).split())
    return joined if len(joined) <= longest else joined[:longest - 1].rstrip() + "…"


def middle(text, longest):
    """The text with its middle left out where it is too long: kernels' names often differ at their
    ends only."""
    if len(text) <= longest:
        return text
    head = (longest - 1) // 2
    return text[:head].rstrip() + "…" + text[len(text) - (longest - 1 - head):].lstrip()


def precision_text(name):
    """"fp16->fp32" -> "fp16→fp32"."""
    return clean(name, 24).replace("->", "→")
